"""Quick renderer of table photographs with exact truth, for tests and for training."""
