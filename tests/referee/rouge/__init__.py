"""The referee at simulated Rouge tables."""
