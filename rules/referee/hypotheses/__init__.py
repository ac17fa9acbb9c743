"""What is possible: complete histories with their weights, joined where they have one future."""
