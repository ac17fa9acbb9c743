"""Tests of what leaves the rules as JSON and as sentences."""
