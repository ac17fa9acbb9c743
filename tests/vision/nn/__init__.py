"""Tests of what every reader looks at pictures with."""
