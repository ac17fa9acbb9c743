"""Whole evenings: from the first piece to the winner and into the next round, filmed, watched by a
live table as `serve` runs it, and graded by what the page is told."""
