"""Seeing Redline: square yellow and blue tiles with red lines, laid freely on any table."""
