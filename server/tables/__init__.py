"""Tables while the program runs: their feeds, their games, their channels to browsers."""
