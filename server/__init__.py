"""The command line, the dashboard and the session that ties seeing to refereeing."""
