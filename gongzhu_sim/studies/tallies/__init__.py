"""One statistic a file; every module here is found by itself."""
