"""Parts that rule bots are built from: position, chances, holdings, tricks, choices, styles."""
