"""The Rouge reader, from single stages to an evening of play."""
