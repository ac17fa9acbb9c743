"""From observations to calls: inference, the match as a fold over events, the referee."""
