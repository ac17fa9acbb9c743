"""The quick picture maker of Linie 1: board, tiles, signs, trams and whole photos."""
