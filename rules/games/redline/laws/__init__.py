"""The laws of Redline: who may do what, and what it comes to."""
