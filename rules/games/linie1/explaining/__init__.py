"""What may have happened on a table of Linie 1 between two pictures."""
