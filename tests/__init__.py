"""Tests of Arbitable."""
