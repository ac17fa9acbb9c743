"""One module a subject, each with a module-level `router`."""
