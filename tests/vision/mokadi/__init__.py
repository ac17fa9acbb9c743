"""The eyes of Mokadi, on pictures with truth."""
