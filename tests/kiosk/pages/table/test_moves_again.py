"""Whoever has said "Done" too early finds the list of moves again, in one tap and one place."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.pieces import Face, Material
from companion.state import Phase
from kiosk import routes
from kiosk.pages.table.draft import Site
from kiosk.settings import Settings
from tests.companion.playing import commands
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_table, state
from tests.kiosk.touch import SIZES, Size, Touchscreen

LATER = 0.5


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    """A table where a list that came before the question is done."""
    with Touchscreen(tmp_path) as touch:
        play_until_done(touch)
        yield touch


def play_until_done(touch: Touchscreen) -> None:
    lay_table(touch, beginning(2), WORKERS, moves_as_card=True)
    touch.tap("moves.done", f"face.{Face.WOOL}")
    touch.wait(LATER)
    touch.tap("moves.done")
    touch.wait(LATER)


def test_the_list_comes_back_and_goes_again(touch: Touchscreen) -> None:
    assert not touch.shows("moves.done")
    before = state(touch)
    touch.tap("moves.again")
    assert touch.shows("moves.done")
    assert not touch.shows("moves.again")
    touch.tap("moves.done")
    assert touch.shows("moves.again")
    assert state(touch) == before


def test_it_comes_back_as_a_list_though_there_is_room_beside(touch: Touchscreen) -> None:
    touch.app_state.set(Settings(motion=False))
    touch.tap("moves.again")
    assert touch.shows("moves.done")


def test_it_is_offered_after_a_look_elsewhere_too_but_not_while_somebody_points(
    touch: Touchscreen,
) -> None:
    touch.tap("menu", "menu.log", "back")
    assert touch.shows("moves.again")
    touch.tap_field(4)
    assert isinstance(touch.page.draft, Site)
    assert not touch.shows("moves.again")
    touch.tap("back")
    assert touch.shows("moves.again")


def test_where_nothing_is_to_be_moved_it_is_not_offered(tmp_path: Path) -> None:
    with Touchscreen(tmp_path) as touch:
        lay_table(touch, beginning(2), WORKERS, moves_as_card=True)
        touch.tap("moves.done", f"face.{Face.PLUS}")
        assert not touch.shows("moves.again")
        assert state(touch).phase is Phase.TAKE


def test_the_next_step_has_its_own_list(touch: Touchscreen) -> None:
    touch.tap_plain(Material.WOOD)
    touch.tap_plain(Material.STONE)
    assert not touch.shows("moves.again")
    assert touch.shows("moves.done")


@every_size
def test_it_has_its_own_place(tmp_path: Path, size: Size) -> None:
    with Touchscreen(tmp_path, size) as touch:
        play_until_done(touch)
        assert touch.shows("moves.again")
        assert faults(touch) == []
        ring = touch.board.ring
        near = touch.find("moves.again").box
        assert ring.field_at((near.x, near.y)) is None
        if size == SIZES[0]:
            assert near.x > ring.box.center[0]


def test_the_table_of_a_game_that_is_over_shows_its_end_at_once(tmp_path: Path) -> None:
    with Touchscreen(tmp_path) as touch:
        session = touch.app_state.begin(beginning(2))
        for command in commands(beginning(2), 5000, seed=3):
            session.apply(command)
        assert session.state.phase is Phase.FINISHED
        touch.navigator.go(routes.End())
        touch.tap("table")
        assert touch.shows("to.end")
        touch.tap("moves.again")
        assert not touch.shows("to.end")
