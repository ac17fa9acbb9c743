"""Path-traced photos of sets, tables and lamps unlike those that anything learnt.

The photobooth beside the project lays the pieces and takes the photo; what they look like, what
lies under them and what lights them is drawn here. Nothing may be learnt from these pictures, nor a
number chosen on them that is not said to be: they tell how strangers' tables will be read.
"""
