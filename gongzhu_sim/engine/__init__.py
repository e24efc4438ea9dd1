"""The engine: the public table, legality, the play loop and batches of deals.

Knows the rules record, not which strategies exist.
"""
