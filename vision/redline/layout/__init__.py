"""How the tiles of a photo lie together: the lattice, what is free beside it, what lies apart."""
