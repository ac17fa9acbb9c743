"""Tests of Mokadi."""
