"""Tests of `calibration/`."""
