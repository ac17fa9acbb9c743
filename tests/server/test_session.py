"""The one path: photos in, calls out, on the recorded game with a reader that sees rightly."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rules.core.call import CallKind
from rules.core.observation import EMPTY, Belief
from server.commands.samples import demo_folder
from server.pipeline.session import Moment, Session
from server.views.call_json import call_objects
from server.views.pictures.drawing import drawing
from tests.server.fakes import PHOTOS, truth_session


def _moments(session: Session, photos: tuple[Path, ...]) -> list[Moment]:
    found = []
    for photo in photos:
        session, moment = session.look(photo)
        found.append(moment)
    return found


@pytest.fixture(scope="module")
def moments() -> list[Moment]:
    """The recorded game, refereed."""
    return _moments(truth_session(), PHOTOS)


def test_every_turn_is_called_as_the_truth_says(moments: list[Moment]) -> None:
    """Legal or foul, with exactly the rule codes written beside the photos."""
    for moment in moments[1:]:
        truth = json.loads((demo_folder() / moment.photo).with_suffix(".json").read_text("utf-8"))
        last = call_objects(moment)[-1]
        assert last["call"] == ("legal" if truth["legal"] else "foul"), moment.photo
        assert [v["code"] for v in last["violations"]] == truth["why"]


def test_the_first_photo_is_the_setup(moments: list[Moment]) -> None:
    """It is called as such and carries no move."""
    assert [call.kind for call in moments[0].calls] == [CallKind.SETUP]
    assert call_objects(moments[0])[0]["move"] is None


def test_calls_are_json_of_the_contract(moments: list[Moment]) -> None:
    """Every object has the contract's fields and survives JSON."""
    fields = {"photo", "turn", "player", "call", "confidence", "move", "violations"}
    for moment in moments:
        for call in call_objects(moment):
            assert fields | {"rewards", "required", "note"} <= set(json.loads(json.dumps(call)))


def test_a_broken_photo_is_unclear_and_the_game_goes_on(tmp_path: Path) -> None:
    """A cut-off file in the middle gives its reason; the next photo is judged as before."""
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(PHOTOS[1].read_bytes()[:500])
    moments = _moments(truth_session(), (PHOTOS[0], broken, PHOTOS[1]))
    [unclear] = call_objects(moments[1])
    assert (unclear["call"], unclear["reason"]["code"]) == ("unclear", "not-an-image")
    assert call_objects(moments[2])[-1]["call"] == "legal"


def test_a_session_is_a_value(moments: list[Moment]) -> None:
    """Looking at a photo leaves the session as it was, so the same game can be shown again."""
    first = truth_session()
    once, again = (_moments(first, PHOTOS[:3])[-1] for _ in range(2))
    assert call_objects(once) == call_objects(again)


def test_the_drawing_is_a_picture_by_itself(moments: list[Moment]) -> None:
    """An SVG document that fetches nothing; nothing is drawn before the first position."""
    svg = drawing(moments[3])
    assert svg.lstrip().startswith("<svg")
    assert "href" not in svg.replace('xlink:href="#', "").replace('href="#', "")


def test_what_is_shown_is_what_was_judged() -> None:
    """Where several pictures of a look were weighed together, their probability is shown."""
    session, first = truth_session().look(PHOTOS[0])
    seen = first.reading.observation
    assert seen is not None
    assert first.image is not None
    place = first.reading.pieces[0].place
    doubtful = seen.with_sightings(
        replace(s, belief=Belief(((s.belief.best, 0.6), (EMPTY, 0.4)))) if s.place == place else s
        for s in seen.sightings
    )
    _, moment = session.judge("again", first.image, first.reading, doubtful)
    assert moment.judged is doubtful
    assert moment.reading.pieces[0].confidence > moment.shown.pieces[0].confidence == 0.6
