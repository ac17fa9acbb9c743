"""Tests of the live table: gate, watcher, fusion."""
