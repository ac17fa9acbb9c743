"""From observations to calls: inference, the match as a fold over events, the referee.

All pure: states and events are frozen values, and nothing here reads a clock or a file. Callers
need `begin`, `observe`, `record` and `resumed` of `rules.referee.referee`; `rules.wire` writes
events and calls as JSON. `state.match` is what was told, `state.hypotheses` what is possible: how,
says docs/referee.md. Each room knows those below it: `history` (one match), `hypotheses` (what is
possible), `predicting` (what a picture makes of it), `speaking` (what may be said of that).

A `RefereeState` holds its whole log in `state.log`; what a step added is `new.log[len(old.log):]`,
to be journalled before the calls are announced. `observe` returns one call a picture, several when
several turns were made (in the order of play), calls with the note "amended" first when the picture
corrects an earlier reading, and none while a live foul waits for its second reading.
"""
