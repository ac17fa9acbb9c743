"""One tile: where one lies, what it shows, how the players' own ones look."""
