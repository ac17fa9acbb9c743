"""What may have happened on a table of Redline between two pictures."""
