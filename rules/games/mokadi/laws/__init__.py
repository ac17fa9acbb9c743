"""The laws of Mokadi: who may do what, and what it comes to."""
