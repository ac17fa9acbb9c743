"""Geometry, lens, table pose and the looks of the user's own set."""
