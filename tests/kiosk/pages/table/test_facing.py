"""With seats set the card turns to whoever is asked; the whole screen where a table likes that."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands import Command
from companion.pieces import Face
from companion.state import Phase
from companion.teaching.things import PlayerTray
from kiosk import routes
from kiosk.pages.table.draft import (
    EmptyDraft,
    HandsDraft,
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


def test_the_card_does_not_turn_under_a_finger_nor_for_what_is_for_all(touch: Touchscreen) -> None:
    before = card_side(touch)
    with touch.held("why"):
        decide_until_another_is_asked(touch)
        touch.wait(1)
        assert card_side(touch) is before
    assert card_side(touch) is side_of_decider(touch)
    assert not touch.shows("back"), "the finger had come for the card before"
    touch.tap("menu")
    assert card_side(touch) is side_of_decider(touch)


def test_where_the_table_likes_it_the_whole_screen_turns_and_comes_home_once_only_the_card_shall(
    touch: Touchscreen,
) -> None:
    turn_whole_screen(touch, turns=True)
    for _turn in range(3):
        touch.wait(CALM + RECOVERED)
        decide_until_another_is_asked(touch)
        touch.wait(CALM)
        assert screen(touch) is side_of_decider(touch)
        assert card_side(touch) is Rotation.NONE
        assert touch.navigator.box[2:] == screen(touch).rotated_size(*SIZES[0])
    while side_of_decider(touch) is Rotation.NONE:
        decide_until_another_is_asked(touch)
    touch.wait(CALM + RECOVERED)
    assert screen(touch) is not Rotation.NONE
    turn_whole_screen(touch, turns=False)
    touch.wait(CALM)
    assert screen(touch) is Rotation.NONE
    assert card_side(touch) is side_of_decider(touch)


def turn_whole_screen(touch: Touchscreen, *, turns: bool) -> None:
    touch.app_state.set_settings(replace(touch.app_state.settings, screen_turns=turns))
    touch.navigator.go(routes.Table())


def test_the_die_tumbles_on_the_card_as_that_is_turned(
    touch: Touchscreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    while card_side(touch) is Rotation.NONE or not touch.shows("roll"):
        decide_until_another_is_asked(touch)
    monkeypatch.setattr(touch.app_state, "roll_die", lambda: Face.WOOL)
    touch.app_state.set_settings(replace(touch.app_state.settings, motion=True))
    card = touch.page.column.card_box
    touch.tap("roll")
    assert touch.page._rolling.box_to_ancestor(touch.page) == card
    touch.wait(1)
    assert asked_at(touch) is not None


def test_another_page_faces_the_player_whom_the_card_faces_and_the_table_comes_back(
    touch: Touchscreen,
) -> None:
    decide_until_another_is_asked(touch)
    side = side_of_decider(touch)
    assert side is not Rotation.NONE
    touch.tap("why")
    read = touch.texts()
    for page in (routes.Rules(), routes.Correct(), routes.WhatIf(routes.BuildingToTry(30))):
        touch.page.perform(page)
        touch.wait(0.05)
        assert touch.name != "table"
        assert screen(touch) is side, "at once"
        touch.wait(RECOVERED)
        touch.navigator.back()
        touch.wait(0.05)
        assert (touch.name, screen(touch)) == ("table", Rotation.NONE)
        assert touch.texts() == read


def test_a_field_that_is_read_while_workers_are_placed_faces_the_player(tmp_path: Path) -> None:
    start = beginning(4)
    sides = tuple((seat.color, Rotation.QUARTER) for seat in start.players)
    with Touchscreen(tmp_path) as touch:
        touch.app_state.set_settings(Settings(motion=False, sides=sides))
        touch.app_state.begin_game(start)
        touch.navigator.go(routes.Table())
        touch.tap_field(20)
        touch.wait(0.05)
        assert (touch.name, screen(touch)) == ("printed_fields", Rotation.QUARTER)
        touch.wait(RECOVERED)
        touch.tap("back")
        touch.wait(0.05)
        assert (touch.name, screen(touch)) == ("table", Rotation.NONE)


@pytest.mark.parametrize(("seats", "faces"), [("side.all", "front"), ("side.around", "same")])
def test_settings_face_the_front_once_nobody_sits_where_they_were_opened(
    touch: Touchscreen, seats: str, faces: str
) -> None:
    decide_until_another_is_asked(touch)
    side = side_of_decider(touch)
    touch.tap("menu")
    touch.page.perform(routes.Settings())
    touch.wait(RECOVERED)
    assert screen(touch) is side

    touch.tap("seats")
    touch.wait(RECOVERED)
    touch.tap(seats, "back")
    touch.wait(0.05)

    assert (touch.name, screen(touch)) == (
        "settings",
        side if faces == "same" else Rotation.NONE,
    )


@pytest.mark.parametrize("turns", [False, True], ids=["card", "screen"])
def test_whoever_reads_why_and_the_rules_finds_the_card_facing_them_as_it_did(touch, turns) -> None:
    """Two steps were undone: no newest step says why anything is asked or moved."""
    for command in coming(touch)[:12]:
        touch.step()
        touch.page.decide(command)
    turn_whole_screen(touch, turns=turns)
    for _time in range(2):
        touch.wait(CALM)
        touch.tap("undo")

    def faced() -> Rotation:
        touch.wait(CALM + RECOVERED)
        return touch.navigator.screen_rotation.plus(touch.page.column.card_rotation)

    read = 0
    nothing, color = EmptyDraft(), touch.app_state.session.state.colors[-1]
    status, thing = PlayerStatusDraft(color), ThingExplanationDraft(PlayerTray(color))
    for draft in (nothing, status, thing, HandsDraft(nothing)):
        touch.page.set_draft(nothing)
        touch.wait(CALM + RECOVERED)
        touch.page.set_draft(draft)
        before = faced()
        if not touch.shows("why"):
            continue
        touch.tap("why")
        assert faced() is before, draft
        if touch.shows("about"):
            read += 1
            touch.tap("about")
            touch.wait(CALM + RECOVERED)
            touch.tap("back")
            assert faced() is before, draft
        touch.tap("back")
        assert (touch.page.draft, faced()) == (draft, before)
    assert read > 1
