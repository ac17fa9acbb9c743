"""Tests of inference, match and referee."""
