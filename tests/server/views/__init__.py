"""What pages are shown and told."""
