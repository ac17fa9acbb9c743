"""From a photo to a call: one way for read, replay, demo and a live table."""
