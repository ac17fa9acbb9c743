"""What may have happened on a table of Mokadi between two pictures."""
