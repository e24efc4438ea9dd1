"""Parts that rule bots are built from: what a seat sees, chances, holdings, runs."""
