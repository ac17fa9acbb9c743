"""Seeing: a picture in, an observation out. Never decides what is legal."""
