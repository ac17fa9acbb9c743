"""What leaves the rules as JSON: the events of a log, the calls of a referee."""
