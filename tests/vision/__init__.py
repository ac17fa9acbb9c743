"""Tests of `vision/`."""
