"""Search: sampled worlds, each played out for every card that may be played."""
