"""Learning a policy from the search's own values: facts, weights, recording, fitting, training."""
