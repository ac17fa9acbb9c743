"""The referee: from observations and people's words to calls, without a clock, a file or a picture.
`docs/referee.md` tells how it decides."""
