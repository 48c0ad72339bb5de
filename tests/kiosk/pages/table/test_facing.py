"""With seats set the card turns to whoever is asked; the whole screen where a table likes that."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands import Command
from companion.pieces import Face
from companion.state import Phase
from companion.teaching.things import TrayThing
from kiosk import routes
from kiosk.pages.table.draft import (
    EmptyDraft,
    HandsDraft,
    MenuDraft,
    PlayerStatusDraft,
    ThingExplanationDraft,
)
from kiosk.rotation import Rotation
from kiosk.settings import Settings
from tests.companion.playing import commands
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import all_around
from tests.kiosk.panel_tables import app_state_at
from tests.kiosk.robot import asked_at, card_side
from tests.kiosk.touch import SIZES, Touchscreen

CALM = 0.5
"""Seconds after which the screen has turned where nothing moves."""
RECOVERED = 0.6
"""Seconds after a turn of the screen in which touches do nothing."""
SIDES = all_around(beginning(3))


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    app_state = app_state_at(tmp_path, Phase.ROLL, Settings(motion=False, sides=SIDES))
    with Touchscreen(tmp_path, app_state=app_state) as touch:
        touch.navigator.go(routes.Table())
        touch.wait(CALM)
        yield touch


def side_of_decider(touch: Touchscreen) -> Rotation:
    return touch.app_state.settings.rotation_towards(touch.app_state.session.state.decider)


def screen(touch: Touchscreen) -> Rotation:
    return touch.rotated_view.rotation


def coming(touch: Touchscreen) -> list[Command]:
    session = touch.app_state.session
    return list(commands(session.setup, 2000))[len(session.steps) :]


def decide_until_another_is_asked(touch: Touchscreen) -> None:
    before = side_of_decider(touch)
    for command in coming(touch):
        touch.step()
        touch.page.decide(command)
        if side_of_decider(touch) is not before:
            return
    raise AssertionError("nobody else is ever asked")


def test_the_card_faces_whoever_is_asked_at_once_and_the_screen_stays(touch: Touchscreen) -> None:
    for _turn in range(6):
        decide_until_another_is_asked(touch)
        asked = asked_at(touch)
        assert asked.parts or card_side(touch) is side_of_decider(touch)
        assert screen(touch) is Rotation.NONE
    assert touch.navigator.box[2:] == SIZES[0]


def test_the_card_does_not_turn_under_a_finger(touch: Touchscreen) -> None:
    before = card_side(touch)
    with touch.held("why"):
        decide_until_another_is_asked(touch)
        touch.wait(1)
        assert card_side(touch) is before
    assert card_side(touch) is side_of_decider(touch)
    assert not touch.shows("back"), "the finger had come for the card before"


def test_what_is_for_all_does_not_turn(touch: Touchscreen) -> None:
    decide_until_another_is_asked(touch)
    before = card_side(touch)
    touch.tap("menu")
    assert card_side(touch) is before


def test_where_the_table_likes_it_the_whole_screen_turns_and_the_card_with_it(
    touch: Touchscreen,
) -> None:
    touch.app_state.set_settings(replace(touch.app_state.settings, screen_turns=True))
    touch.navigator.go(routes.Table())
    for _turn in range(3):
        touch.wait(CALM + RECOVERED)
        decide_until_another_is_asked(touch)
        touch.wait(CALM)
        assert screen(touch) is side_of_decider(touch)
        assert card_side(touch) is Rotation.NONE
        assert touch.navigator.box[2:] == screen(touch).size(*SIZES[0])


def test_a_screen_that_had_turned_comes_home_once_only_the_card_shall(touch: Touchscreen) -> None:
    touch.app_state.set_settings(replace(touch.app_state.settings, screen_turns=True))
    touch.navigator.go(routes.Table())
    while side_of_decider(touch) is Rotation.NONE:
        decide_until_another_is_asked(touch)
    touch.wait(CALM + RECOVERED)
    assert screen(touch) is not Rotation.NONE
    touch.app_state.set_settings(replace(touch.app_state.settings, screen_turns=False))
    touch.navigator.go(routes.Table())
    touch.wait(CALM)
    assert screen(touch) is Rotation.NONE
    assert card_side(touch) is side_of_decider(touch)


def test_the_die_tumbles_on_the_card_as_that_is_turned(
    touch: Touchscreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    while card_side(touch) is Rotation.NONE or not touch.shows("roll"):
        decide_until_another_is_asked(touch)
    monkeypatch.setattr(touch.app_state, "roll", lambda: Face.WOOL)
    touch.app_state.set_settings(replace(touch.app_state.settings, motion=True))
    card = touch.page.column.card_box
    touch.tap("roll")
    assert touch.page._rolling.box_relative_to(touch.page) == card
    touch.wait(1)
    assert asked_at(touch) is not None


@pytest.mark.parametrize(
    "page",
    [routes.Rules(), routes.Correct(), routes.WhatIf(routes.BuildingToTry(30))],
    ids=lambda page: type(page).__name__,
)
def test_another_page_faces_the_player_whom_the_card_faces_and_the_table_comes_back(
    touch: Touchscreen, page: routes.Route
) -> None:
    decide_until_another_is_asked(touch)
    side = side_of_decider(touch)
    assert side is not Rotation.NONE
    touch.tap("why")
    read = touch.texts()
    touch.page.perform(page)
    touch.wait(0.05)
    assert touch.name != "table"
    assert screen(touch) is side, "at once"
    touch.wait(RECOVERED)
    touch.navigator.back()
    touch.wait(0.05)
    assert (touch.name, screen(touch)) == ("table", Rotation.NONE)
    assert touch.texts() == read


@pytest.fixture(params=[False, True], ids=["card", "screen"])
def undone(touch: Touchscreen, request: pytest.FixtureRequest) -> Touchscreen:
    """Two steps were taken back: no newest step says why anything is asked or moved."""
    for command in coming(touch)[:12]:
        touch.step()
        touch.page.decide(command)
    touch.app_state.set_settings(replace(touch.app_state.settings, screen_turns=request.param))
    touch.navigator.go(routes.Table())
    for _time in range(2):
        touch.wait(CALM)
        touch.tap("undo")
    return touch


def test_whoever_reads_why_and_the_rules_finds_the_card_facing_them_as_it_did(
    undone: Touchscreen,
) -> None:
    def faced() -> Rotation:
        undone.wait(CALM + RECOVERED)
        return undone.navigator.screen_rotation.plus(undone.page.column.side)

    colors, nothing = undone.app_state.session.state.colors, EmptyDraft()
    for draft in (
        nothing,
        *map(PlayerStatusDraft, colors),
        *(ThingExplanationDraft(TrayThing(color)) for color in colors),
        MenuDraft(nothing),
        HandsDraft(nothing),
    ):
        undone.page.set_draft(EmptyDraft())
        undone.wait(CALM + RECOVERED)
        undone.page.set_draft(draft)
        before = faced()
        if not undone.shows("why"):
            continue
        undone.tap("why")
        assert faced() is before, draft
        if undone.shows("about"):
            for key in ("about", "back"):
                undone.tap(key)
                undone.wait(CALM + RECOVERED)
            assert faced() is before, draft
        undone.tap("back")
        assert (undone.page.draft, faced()) == (draft, before)
