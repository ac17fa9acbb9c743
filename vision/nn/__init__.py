"""What every reader needs to look at pictures with nets: arrays, resampling, symmetries, models."""
