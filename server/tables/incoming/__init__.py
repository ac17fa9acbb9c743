"""Where the pictures of a table come from, and how well they come."""
