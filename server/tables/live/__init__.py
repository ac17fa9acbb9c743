"""What a table that is played now is made of: its game, its camera, its status, its judge."""
