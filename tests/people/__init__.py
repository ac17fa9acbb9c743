"""A table of people: what players really do between two pictures, with the truth kept beside."""
