"""What may have happened on a table of Rouge between two pictures."""
