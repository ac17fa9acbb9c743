"""The live table: watching, fusing what several frames say, still moments of a film."""
