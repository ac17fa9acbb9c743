"""Rouge as the shared contract of games wants it: every function in one place."""

from __future__ import annotations

from rules.core.game import Game
from rules.core.places import Naming
from rules.games.rouge import align, drawing, facts, helping, opening, state, wire
from rules.games.rouge.explaining import explanations
from rules.games.rouge.laws import apply, audit, counting, ending, judge, legal, looks
from rules.games.rouge.readings import RULEBOOK
from rules.games.rouge.state import RougeState, Turn


class Rouge(Game[RougeState, Turn]):
    """The game of Rouge. Holds nothing; every function is pure."""

    name = "rouge"
    rulebook = RULEBOOK

    naming = Naming.RINGS

    #: Rings turn under their pawns: what a hollow showed before says nothing of it now.
    pieces_stay = False

    # As the contract says, each in the module of its subject.
    start = staticmethod(opening.start)
    resume = staticmethod(opening.resume)
    tell = staticmethod(facts.tell)
    position = staticmethod(opening.position)
    in_play = staticmethod(opening.in_play)
    next_order = staticmethod(opening.next_order)
    judge = staticmethod(judge.judge)
    force = staticmethod(apply.force)
    waive = staticmethod(apply.waive)
    completes = staticmethod(state.completes)
    legal_turns = staticmethod(legal.legal_turns)
    count_turns = staticmethod(counting.count_turns)
    outcome = staticmethod(ending.outcome)
    to_move = staticmethod(ending.to_move)
    player_of = staticmethod(ending.player_of)
    maker_of = staticmethod(ending.maker_of)
    anybody_next = staticmethod(ending.anybody_next)
    audit = staticmethod(audit.audit)
    align = staticmethod(align.align)
    reread = staticmethod(explanations.reread)
    explanations = staticmethod(explanations.proposals)
    look_alike = staticmethod(looks.look_alike)
    measures = staticmethod(helping.measures)
    helping = helping.Helping()
    facts = staticmethod(facts.facts)
    draw = staticmethod(drawing.draw)
    turn_to_json = staticmethod(wire.TURN.write)
    turn_from_json = staticmethod(wire.TURN.read)
    place_from_json = staticmethod(wire.HOLLOW.read)
    label_to_json = staticmethod(wire.PAWN.write)
    label_from_json = staticmethod(wire.PAWN.read)


GAME = Rouge()
