"""Printed sets: exact in the file, cut out, photographed and read."""
