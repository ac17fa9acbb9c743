"""The referee at simulated Linie 1 tables."""
