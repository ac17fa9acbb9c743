"""From observations to calls: inference, the match as a fold over events, the referee.

What a caller needs, all pure (states and events are frozen values; nothing here reads a clock or
a file). A `RefereeState` holds its whole log in `state.log`; what a step added is
`new.log[len(old.log):]`, to be journalled before the calls are announced.

From `rules.referee.referee`::

    begin(game, players, house, *, confirmations=1) -> RefereeState      # 1: photos, 2: live
    observe(state, observation, photo) -> (RefereeState, tuple[Call, ...])
    record(state, event) -> (RefereeState, tuple[Call, ...])  # calls: only what an event changed
    resumed(game, events, *, confirmations=1) -> RefereeState            # from a journal

`observe` returns one call a picture, several when several turns were made (in the order of play),
calls with the note "amended" first when the picture corrects an earlier reading, and none while a
live foul waits for its second reading.

Events a person causes, from `rules.core.events`, go through `record`::

    Insisted()                       "we play on anyway": open fouls become a house decision
    Answered(choice)                 which alternative of the last open question was right
    Corrected(number, turn | None)   the turn of event `number` was another one, or none
    Undone() / Redone()              the last event that did something
    TurnSeen(turn)                   a turn told by the players, such as a discard
    TurnEnded(player) / Told(fact, data)   e.g. Told("hand", {...}), Told("reserve", {...})

`state.match` is what was told, `state.belief` what is possible: how, says docs/referee.md.

From `rules.referee.journal`::

    event_to_json(game, event) -> dict       event_from_json(game, data) -> Event

From `rules.referee.calls`::

    call_to_json(game, call, language="en") -> dict   # the contract's `replay` object less `photo`

From `rules.referee.match`::

    match.accepted, match.standing     last legal state; state as it lies on the table
    match.history                      tuple[Played, ...]: number, turn, verdict, status, player
    match.open_turns                   fouls (and turns built on them) that lie on the table
"""
