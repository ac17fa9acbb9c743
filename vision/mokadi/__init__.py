"""The eyes of Mokadi: pads, sticks, and who lies over whom."""
