"""Who may ask what, how often and how much; what the API answers."""
