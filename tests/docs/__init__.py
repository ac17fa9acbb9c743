"""The documents say what is so."""
