"""What lies on each space: tiles, stop signs and trams, with their certainty."""
