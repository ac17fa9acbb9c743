"""Tests of Linie 1: its data, its laws, and a second judge in another style."""
