"""Pads and sticks on a photo: the lines, colours and planes that its cells agree on."""
