"""Sets that the defaults do not suit, before and after a minute of teaching."""
