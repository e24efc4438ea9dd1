"""The strategies that ship with the package, one family a file."""
