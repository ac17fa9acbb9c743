"""The laws of Linie 1: who may do what, and what it comes to."""
