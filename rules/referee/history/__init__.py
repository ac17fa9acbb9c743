"""One history: a match as the fold of its events, and how its turns are ruled."""
