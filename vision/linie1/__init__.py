"""Seeing Linie 1: the board, its tiles, stop signs and trams."""
