"""The commands as people type them."""
