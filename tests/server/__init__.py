"""The command line, the session and the dashboard, from outside."""
