"""The gate: which frames may be used at all."""
