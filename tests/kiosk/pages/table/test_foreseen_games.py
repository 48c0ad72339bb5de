"""What is foreseen is what is worked out when it happens, at every step of a game."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple, Command, MoveWorker
from companion.game import Setup
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.pieces import BuildingKind, Color
from companion.preview import movable_levels, preview_build
from companion.state import GameState, Phase
from kiosk.pages.table.column import ColumnLayout
from kiosk.pages.table.draft import Draft, EmptyDraft, MenuDraft
from kiosk.pages.table.lookahead import Lookahead, PreparedScene
from kiosk.pages.table.scene_inputs import SceneInputs
from kiosk.pages.table.view import table_question
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from kiosk.words.latest_moves import LatestMoves, latest_moves
from tests.companion.playing import four_players, luck, two_players
from tests.legal_commands import legal_command

COMMANDS = 50
MANY = 25
"""So many at least of those commands answer what the card or the board asks with one tap."""


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal.open(tmp_path)) as journal:
        yield journal


def lookahead(session: Session) -> Lookahead:
    """Foresees the contents of the column, wherever they would stand."""
    return Lookahead(
        session,
        lambda all_of_it: ColumnLayout(all_of_it, "", Rotation.NONE),
        turned=None,
        taught=lambda _step: None,
        suggested=lambda _state, _events: None,
    )


def inputs(session: Session, draft: Draft, latest: LatestMoves) -> SceneInputs:
    return SceneInputs(
        session.state,
        draft,
        latest,
        frozenset() if session.can_redo else frozenset({"redo"}),
        session.trays(),
        session.state.asked,
        session.answers,
        face=session.game.face_rolled_this_turn,
    )


@pytest.mark.parametrize(
    ("setup", "wishes"),
    [(two_players(), Settings(app_die=False, open_chips=True)), (four_players(), Settings())],
)
def test_what_is_foreseen_is_what_is_worked_out_when_it_happens(
    journal: Journal, setup: Setup, wishes: Settings
) -> None:
    session, chance = Session.begin(journal, setup), luck(3)
    ahead, draft, foreseen = lookahead(session), EmptyDraft(), 0
    latest = LatestMoves()
    for _command in range(COMMANDS):
        asked = table_question(
            session.state,
            draft,
            app_die=wishes.app_die,
            asked=session.state.asked,
            answers=session.answers,
        )
        scenes = list(ahead.scenes(inputs(session, draft, latest), wishes, asked, {}))
        by = chance.pick(session.state.asked)
        command = legal_command(replace(session.state, pending=(by,)), chance)
        carried = draft == EmptyDraft() and is_carried(session.state, command)
        session.apply(command)
        latest = latest_moves(session.game.history.latest, open_chips=wishes.open_chips)
        draft = EmptyDraft()
        now = inputs(session, draft, latest)
        shown, anew = ahead.scene(now, wishes), lookahead(session).scene(now, wishes)
        assert same(shown, anew)
        is_foreseen = any(scene is shown for scene in scenes)
        assert is_foreseen or not carried, command
        foreseen += is_foreseen
        session.mark_done(chance.pick(session.state.colors))
    assert foreseen >= MANY


@pytest.mark.parametrize("draft", [EmptyDraft(), MenuDraft(EmptyDraft())])
def test_what_stands_there_once_a_tray_was_tapped_is_foreseen(
    journal: Journal, draft: Draft
) -> None:
    setup, wishes = four_players(), Settings(app_die=False)
    session, chance, latest = Session.begin(journal, setup), luck(3), LatestMoves()
    assert Color.RED in session.state.colors
    while session.state.phase is not Phase.ACTION:
        session.apply(legal_command(session.state, chance))
    for color in session.state.colors:
        ahead = lookahead(session)
        before = inputs(session, draft, latest)
        has_moved = any(tray.rows for tray in before.trays if tray.color is color)
        asked = table_question(session.state, draft, app_die=False)
        in_sight = {tray.color: tray.rows[:2] for tray in before.trays}
        scenes = list(ahead.scenes(before, wishes, asked, in_sight))
        session.mark_done(color, in_sight[color])
        now = inputs(session, EmptyDraft(), latest)
        shown = ahead.scene(now, wishes)
        assert same(shown, lookahead(session).scene(now, wishes))
        assert any(scene is shown for scene in scenes) is has_moved


def test_other_settings_show_what_they_would_without_foresight(journal: Journal) -> None:
    session, latest = Session.begin(journal, two_players()), LatestMoves()
    ahead, now = lookahead(session), inputs(session, EmptyDraft(), LatestMoves())
    for wishes in (Settings(), Settings(open_chips=True)):
        drafts = (MenuDraft(EmptyDraft()), EmptyDraft())
        for draft in drafts:
            asked = table_question(session.state, draft, app_die=True)
            list(ahead.scenes(now._replace(draft=draft), wishes, asked, {}))
        for draft in drafts:
            then = inputs(session, draft, latest)
            assert same(ahead.scene(then, wishes), lookahead(session).scene(then, wishes))
    other = Settings(open_chips=False, app_die=False)
    assert same(ahead.scene(now, other), lookahead(session).scene(now, other))


def is_carried(state: GameState, command: Command) -> bool:
    """Whether that is decided by carrying a worker or a building to where it goes."""
    match command:
        case MoveWorker(by, source, level):
            return level in movable_levels(state, by, source)
        case BuildHut(_, field, pay):
            return pay == preview_build(state, BuildingKind.HUT, field).price
        case BuildTemple(_, field, pay):
            return pay == preview_build(state, BuildingKind.TEMPLE, field).price
        case _:
            return False


def same(one: PreparedScene, other: PreparedScene) -> bool:
    both = ((scene.picture, scene.arrangement.contents) for scene in (one, other))
    first, second = both
    return first == second
