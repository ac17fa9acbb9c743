"""The laws of Rouge: who may do what, and what it comes to."""
