"""What stands in each hollow, and what lies beside the track."""
