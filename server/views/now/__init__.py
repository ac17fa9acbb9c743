"""How a table stands just now, whatever was last said."""
