"""What is foreseen is what is worked out when it happens, at every step of a game."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from kiosk.pages.table.prefetch import Prefetch
from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple, Command, MoveWorker
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.pieces import BuildingKind, Color
from companion.preview import preview_build
from companion.rules.big_yield import levels_to_move
from companion.rules.setup import Setup
from companion.state import GameState, Phase
from kiosk.pages.table.column import Arrangement
from kiosk.pages.table.draft import Draft, InTray, Menu, Nothing
from kiosk.pages.table.moment import Moment
from kiosk.pages.table.turn import begun
from kiosk.pages.table.view import question
from kiosk.pieces.form import Scene
from kiosk.rotation import Rotation
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
    return Prefetch(session, wishes, lambda all_of_it: Arrangement(all_of_it, "", Rotation.NONE))


def moment(session: Session, wishes: Settings, draft: Draft, latest: LatestMoves) -> Moment:
    return Moment(
        session.state,
        draft,
        latest,
        frozenset() if session.can_redo else frozenset({"redo"}),
        session.trays(open_chips=wishes.open_chips),
        session.state.asked,
        session.answers,
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
            asked=session.state.asked,
            kept=session.answers,
        )
        scenes = list(ahead.scenes(moment(session, wishes, draft, latest), asked))
        by = chance.pick(session.state.asked)
        command = legal_command(replace(session.state, pending=(by,)), chance)
        carried = draft == Nothing() and is_carried(session.state, command)
        steps = session.apply(command)
        if steps:
            latest = latest_moves(session.log, open_chips=wishes.open_chips)
            assert ahead.latest(steps) == latest
            draft = begun([event for step in steps for event in step.events])
        now = moment(session, wishes, draft, latest)
        shown, anew = ahead.scene(now), foresight(session, wishes).scene(now)
        assert same(shown, anew)
        is_foreseen = any(scene is shown for scene in scenes)
        assert is_foreseen or not carried, command
        foreseen += is_foreseen
        session.settle(chance.pick(session.state.colors))
    assert foreseen >= MANY


@pytest.mark.parametrize("draft", [Nothing(), Menu(Nothing()), InTray(Color.RED)])
def test_what_lies_beside_other_trays_is_what_is_worked_out_beside_them(
    journal: Journal, draft: Draft
) -> None:
    setup, wishes = four_players(), Settings(app_die=False)
    session, chance, latest = Session.begin(journal, setup), luck(3), LatestMoves()
    assert Color.RED in session.state.colors
    while session.state.phase is not Phase.ACTION:
        session.apply(legal_command(session.state, chance))
    for color in session.state.colors:
        ahead = foresight(session, wishes)
        before = moment(session, wishes, draft, latest)
        asked = question(session.state, draft, app_die=False, trays=before.trays)
        assert list(ahead.scenes(before, asked, session.state.colors))
        session.settle(color)
        now = moment(session, wishes, draft, latest)
        assert same(ahead.scene(now), foresight(session, wishes).scene(now))


def is_carried(state: GameState, command: Command) -> bool:
    """Whether that is decided by carrying a worker or a building to where it goes."""
    match command:
        case MoveWorker(by, source, level):
            return level in levels_to_move(state, by, source)
        case BuildHut(_, field, pay):
            return pay == preview_build(state, BuildingKind.HUT, field).price
        case BuildTemple(_, field, pay):
            return pay == preview_build(state, BuildingKind.TEMPLE, field).price
        case _:
            return False


def same(one: Scene, other: Scene) -> bool:
    both = ((scene.picture, scene.arrangement.contents) for scene in (one, other))
    first, second = both
    return first == second
