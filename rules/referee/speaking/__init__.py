"""What may be said of what is possible, and how it comes to the log and to people."""
