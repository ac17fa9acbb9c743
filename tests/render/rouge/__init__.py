"""A quick picture maker for Rouge: rays cast at rings, hollows and pawns, with exact truth."""
