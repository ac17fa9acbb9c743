"""The dashboard as a person sees it, in a real browser."""
