"""Tables that are played: their feeds, channels, corrections, recovery."""
