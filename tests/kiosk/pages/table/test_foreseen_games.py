"""What is foreseen is what is worked out when it happens, at every step of a game."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game import Setup
from companion.memory.journal.journal import Journal
from companion.memory.session import Session
from kiosk.pages.table.draft import Draft, Nothing
from kiosk.pages.table.moment import Moment
from kiosk.pages.table.prefetch import Prefetch
from kiosk.pages.table.turn import begun
from kiosk.pages.table.view import question
from kiosk.settings import Settings
from kiosk.words.latest_moves import LatestMoves, latest_moves
from tests.companion.playing import four_players, luck, two_players
from tests.strategies import legal_command

COMMANDS = 50
MANY = 25
"""So many at least of those commands answer what the card or the board asks with one tap."""


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal(tmp_path)) as journal:
        yield journal


def foresight(session: Session, wishes: Settings) -> Prefetch:
    """Prefetch of the contents of the column, wherever they would stand."""
    return Prefetch(session, wishes, lambda contents: contents)


def moment(session: Session, wishes: Settings, draft: Draft, latest: LatestMoves) -> Moment:
    return Moment(
        session.state,
        draft,
        latest,
        frozenset() if session.can_redo else frozenset({"redo"}),
        session.trays(open_chips=wishes.open_chips),
        session.asked,
        session.kept,
        face=session.face_up,
    )


@pytest.mark.parametrize("setup", [two_players(), four_players()])
@pytest.mark.parametrize("wishes", [Settings(), Settings(app_die=False, open_chips=True)])
def test_what_is_foreseen_is_what_is_worked_out_when_it_happens(
    journal: Journal, setup: Setup, wishes: Settings
) -> None:
    session, chance = Session.begin(journal, setup), luck(3)
    ahead, draft, foreseen = foresight(session, wishes), Nothing(), 0
    latest = latest_moves(session.log, open_chips=wishes.open_chips)
    for _command in range(COMMANDS):
        asked = question(
            session.state,
            draft,
            app_die=wishes.app_die,
            asked=session.asked,
            kept=session.kept,
        )
        scenes = list(ahead.scenes(moment(session, wishes, draft, latest), asked))
        by = chance.pick(session.asked)
        steps = session.answer(legal_command(replace(session.state, decider=by), chance))
        if steps:
            latest = latest_moves(session.log, open_chips=wishes.open_chips)
            assert ahead.latest(steps) == latest
            draft = begun([event for step in steps for event in step.events])
        now = moment(session, wishes, draft, latest)
        shown, anew = ahead.scene(now), foresight(session, wishes).scene(now)
        assert (shown.picture, shown.arrangement) == (anew.picture, anew.arrangement)
        foreseen += any(scene is shown for scene in scenes)
    assert foreseen >= MANY
