"""Tests of seeing Linie 1."""
