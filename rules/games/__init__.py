"""One folder a game; `rules.core.discovery` finds them by looking, nothing lists them."""
