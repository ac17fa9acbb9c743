"""Tests of how the house is built."""
