"""Tests of what people put right."""
