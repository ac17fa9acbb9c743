"""Linie 1, also called Streetcar, by Stefan Dorra (Goldsieber and Mayfair, 1995)."""
