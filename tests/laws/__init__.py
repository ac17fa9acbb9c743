"""Laws that hold for every game that can be discovered."""
