"""One module a command of the command line, each with a click command named `command`."""
