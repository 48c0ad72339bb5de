"""A tap on what means nothing else tells what it is, and what it is worth as things stand."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands import BuildHut
from companion.pieces import BuildingKind
from companion.preview import sites
from companion.state import Phase
from companion.teaching.bringing import Horizon, brings, lines
from companion.teaching.things import standing, standing_lines
from kiosk.pages.table.draft import Nothing, Site
from kiosk.pieces.board_layers import rune_points
from kiosk.words.texts import names_of, said
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.panel_tables import app_state_at
from tests.kiosk.touch import Point, Touchscreen, says


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    """A table of three before anything is built."""
    app_state = app_state_at(tmp_path, Phase.ROLL)
    app_state.set(replace(app_state.settings, motion=False))
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        yield touch


def rune(touch: Touchscreen) -> Point:
    return next(iter(rune_points(touch.board.ring, touch.board.picture).values()))


def test_the_druid_and_a_rune_are_told_and_a_second_tap_puts_that_away(tmp_path: Path) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 7)
    assert app_state.game.state.druid.stone == 0
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        for point, words in (
            (touch.board.ring.stone_point(0), "Each building moves the druid"),
            (touch.board.ring.stone_point(2), "The first three buildings lead the druid"),
            (rune(touch), "holds this rune stone"),
        ):
            touch.tap_at(point)
            assert says(touch, "What is this?")
            assert says(touch, words)
            touch.tap_at(point)
            assert not says(touch, "What is this?")
            assert touch.page.draft == Nothing()


def test_the_way_back_closes_it_and_the_looks_before_it(touch: Touchscreen) -> None:
    touch.tap_field(5)
    assert isinstance(touch.page.draft, Site)
    touch.tap_at(rune(touch))
    touch.tap("back")

    assert touch.page.draft == Nothing()


def test_a_question_behind_it_is_the_rules_of_the_thing(touch: Touchscreen) -> None:
    touch.tap_at(rune(touch))
    touch.tap("why")

    assert says(touch, "rune stone")


def test_a_tap_on_nothing_tells_nothing(touch: Touchscreen) -> None:
    before = touch.texts()
    touch.tap_at(touch.board.box.center)

    assert touch.texts() == before


def test_an_empty_tray_tells_how_its_owner_stands(touch: Touchscreen) -> None:
    state = touch.app_state.game.state
    color = state.colors[1]
    if touch.page.session.trays(open_chips=False)[1].rows:
        touch.tap(f"tray.{color}")
    touch.tap(f"tray.{color}")
    told = standing_lines(standing(state, color))
    names = names_of(state)
    texts = [*touch.texts()]
    touch.tap("why")
    texts += touch.texts()

    assert all(any(said(line, names) in text for text in texts) for line in told)


def test_behind_a_building_s_question_stands_what_it_brings_as_things_stand(tmp_path: Path) -> None:
    app_state = app_state_at(tmp_path, Phase.ACTION)
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        state = app_state.game.state
        field = sites(state, BuildingKind.HUT)[0]
        touch.tap_field(field)
        touch.tap("why")
        texts = touch.texts()
        brought = lines(brings(state, BuildHut(state.whose_turn, field)))
        end = [said(one.text, names_of(state)) for one in brought if one.horizon is Horizon.END]

        assert end
        assert any(one in text for one in end for text in texts)
