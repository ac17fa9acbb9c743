"""The referee: from observations and words to calls, as `docs/referee.md` tells."""
