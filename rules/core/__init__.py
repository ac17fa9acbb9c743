"""Types and contracts every game shares."""
