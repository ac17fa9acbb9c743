"""How far a photo may be from a good one before it is read wrongly: ``python -m tests.robust``."""
