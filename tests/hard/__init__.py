"""What the first attack broke, tried again: seeded, bounded, on this machine's own addresses only.

`python -m tests.hard.report` runs all of it and writes `docs/toughness.md`.
"""
