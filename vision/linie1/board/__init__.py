"""Where the board lies: its print, its pose, the picture straightened over it."""
