"""A table followed from one picture to the next: what stayed, what was pushed, what is new."""
