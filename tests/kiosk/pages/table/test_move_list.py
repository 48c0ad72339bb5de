"""How much room what to move takes on the smallest screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.commands import Correct, Roll, SetField
from companion.pieces import BuildingKind, Chips, Face, Material, Rune
from companion.state import Building, Druid, Finale, Phase, PointSource
from companion.telling.moves import (
    BuildingUp,
    ChipsReturned,
    DruidMoved,
    MarkerMoved,
    Row,
    RuneMoved,
    Scored,
)
from kiosk import routes
from kiosk.pages.table.moves import moves_shown
from kiosk.pages.table.moves_view import moves_parts
from kiosk.words.latest_moves import LatestMoves, Section
from kiosk.words.moves import move_rows
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_table, state
from tests.kiosk.touch import Touchscreen, says

LATER = 0.5

OVER_THE_RIVER: tuple[Row, ...] = (
    ChipsReturned((GREEN,), Chips(wood=1, stone=1)),
    BuildingUp((GREEN,), BuildingKind.HUT, 12),
    RuneMoved((GREEN,), Rune.SERPENT, None, GREEN),
    DruidMoved((), Druid(field=28), Druid(field=1), over_river=True),
    *(
        MarkerMoved((color,), 5, to, (Scored(PointSource.INTERIM_RUNES, to - 5, "river.interim"),))
        for color, to in ((BLUE, 9), (GREEN, 7), (RED, 6))
    ),
)
"""What a hut moves with three players, when the druid crosses the river."""


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    with Touchscreen(tmp_path) as touch:
        lay_table(touch, beginning(2), WORKERS)
        yield touch


def test_a_hut_and_the_river_stand_on_one_page(touch: Touchscreen) -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.ROLL)
    latest = LatestMoves((Section("", move_rows(state, OVER_THE_RIVER)),), ())
    touch.tap(f"face.{Material.WOOL}")
    touch.wait(LATER)
    touch.tap_plain(Material.WOOD)
    touch.tap("to.copper")  # a list so long that its card stands in the question's place

    card = moves_parts(touch.page._column.card_box, moves_shown(state, latest, done=False), page=0)

    assert any("moves.done" in str(block) for block, _box in card)


def test_what_one_player_earns_stands_above_the_next_roll(touch: Touchscreen) -> None:
    touch.tap(f"face.{Material.COPPER}")
    touch.wait(LATER)
    touch.tap_plain(Material.WOOL)
    touch.tap("to.wood")
    touch.wait(LATER)
    assert says(touch, "worker from wool")
    assert touch.shows("roll")


def test_what_two_players_earn_stands_above_what_can_be_done(tmp_path: Path) -> None:
    wood, stone = Material.WOOD, Material.STONE
    with Touchscreen(tmp_path) as touch:
        lay_table(touch, beginning(3), (wood, wood, stone, wood))
        touch.tap(f"face.{wood}")
        assert says(touch, "2 wood")
        assert says(touch, "1 wood")
        assert touch.shows("aim.worker")


def test_a_chip_that_is_taken_in_the_last_turns_stands_above_the_next_question(
    tmp_path: Path,
) -> None:
    wood, stone, hut, temple = Material.WOOD, Material.STONE, *BuildingKind
    with Touchscreen(tmp_path) as touch:
        lay_table(touch, beginning(3), (wood, stone, stone, Material.COPPER, Material.WOOL))
        session, first = touch.app_state.session, state(touch).active
        free = [at for at in range(1, 33) if state(touch).bonus_on(at) is None]
        huts = [SetField(at, Building(hut, first)) for at in free[:8]]
        temples = [SetField(at, Building(temple, first)) for at in free[8:10]]
        session.apply(Correct(changes=(*huts, *temples), why="All is built."))
        session.apply(Roll(by=first, face=Face.COPPER))
        touch.navigator.go(routes.Start())
        touch.navigator.go(routes.Table())
        touch.tap_plain(wood)
        touch.tap("to.stone")
        touch.wait(LATER)
        touch.tap("begun.done")
        assert state(touch).finale is Finale.LAST_TURNS
        touch.tap(f"face.{Face.PLUS}")
        touch.wait(LATER)
        touch.tap("take.wood")
        assert says(touch, "1 wood")
        assert touch.shows("take.wood")
