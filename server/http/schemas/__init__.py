"""The shapes of requests and answers, used at the border only."""
