"""What is told of whole games, photos and machines: pages to keep, counts, checks."""
