"""Tests of how nets are made anew."""
