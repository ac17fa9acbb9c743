"""Mokadi, by Philippe Proux (Ludarden)."""
