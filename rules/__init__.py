"""The referee's knowledge: games, laws and calls. Standard library only; never sees a pixel."""
