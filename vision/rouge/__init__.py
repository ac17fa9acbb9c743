"""Seeing Rouge: the board by its rings, its hollows by votes, its pawns by their feet."""
