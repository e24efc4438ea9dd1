"""Cards: the bit layout, text forms, random streams and dealing. Knows nothing of the rules."""
