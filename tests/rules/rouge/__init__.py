"""Tests of Rouge."""
