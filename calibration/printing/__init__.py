"""Sets to print, cut out and play: our own art in exact size, as PDF.

One module a game, found by name, offers `draw(sheet, words)`; `sets.print_set` makes the file.
"""
