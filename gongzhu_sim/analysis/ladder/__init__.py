"""The ladder: every player measured against every other, in one run that can be resumed."""
