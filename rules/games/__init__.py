"""The games. Each folder that exposes GAME is one; nothing lists them (`rules.core.discovery`).

The same step has the same name in every game:

* ``game.py``: the contract (`rules.core.game.Game`), each function named where it lies
* ``state.py``, and what it is made of: pieces, places, boards, hands
* ``readings.py``: rulebook.toml as values, and `foul`
* ``opening.py``, ``facts.py``: how a game begins or is met; what players may tell of it
* ``wire.py``, ``drawing.py``, ``helping.py``: JSON, picture, what onlookers are told
* ``align.py``: a picture laid over the known table, where the table does not fix it
* ``laws/``: ``judge.py`` (verdicts), ``apply.py`` (from state to state), ``legal.py`` (lists of
  turns), ``ending.py``, ``audit.py`` (what a position proves), and the laws they stand on
* ``explaining/``: ``explanations.py`` (what may have happened between two pictures), and the orders
  in which it may have
"""
