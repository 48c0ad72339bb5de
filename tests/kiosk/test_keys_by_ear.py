"""A turn by ear and large keys: nobody looks at the screen, and every key is answered."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands import Roll
from companion.pieces import BuildingKind, Color, Face
from companion.preview import preview_build, sites
from companion.state import Building
from kiosk import routes
from kiosk.pieces.picture import board_picture
from kiosk.pieces.spoken import field_spoken
from kiosk.words.language import languages, use_language
from kiosk.words.texts import names_of
from tests.kiosk.ear import EVERYTHING, Ear, listen
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_table, state
from tests.kiosk.robot import pieces_in_tray
from tests.kiosk.test_keys import DOWN, ENTER, ESCAPE, LEFT, RIGHT, SPACE, UP, reach
from tests.kiosk.touch import Touchscreen

PURPLE, BLUE = Color.PURPLE, Color.BLUE


@pytest.fixture
def touch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Touchscreen]:
    """Two at a table; their workers stand, and the purple one rolls."""
    with Touchscreen(tmp_path) as touch:
        lay_table(touch, beginning(2), WORKERS)
        for color in (PURPLE, BLUE):
            touch.app_state.session.moved(color)
        touch.app_state.set(replace(touch.app_state.settings, motion=False))
        monkeypatch.setattr(touch.app_state, "roll", lambda: Face.WOOD)
        yield touch


@pytest.fixture
def ear(touch: Touchscreen) -> Ear:
    """Somebody at the table who hears everything."""
    ear = listen(touch.navigator.hearing, EVERYTHING)
    touch.navigator.go(routes.Table())
    touch.wait(2)
    return ear


def stand_on(touch: Touchscreen, ear: Ear, key: str) -> str:
    """Go to a target by arrows; what was heard last, there. Every place says something."""
    reach(touch, key)
    told = ear.said
    assert all(told)
    assert told, "nothing was heard on the way"
    return told[-1]


def affordable(touch: Touchscreen) -> int:
    """A field on which the decider can build a hut at once."""
    now = state(touch)
    hand = now.player(now.decider).hand
    for field in sites(now, BuildingKind.HUT):
        if hand.covers(preview_build(now, BuildingKind.HUT, field).price):
            return field
    raise AssertionError("they can build nowhere")


def test_a_whole_turn_is_played_by_ear_and_keys(touch, ear):
    assert ear.said == ["Pim: roll the die."]
    touch.press(SPACE)
    (told,) = ear.said
    assert told == "Pim rolls wood. Pim: take 2 wood. Pim: move or build."

    field = affordable(touch)
    assert stand_on(touch, ear, f"field.{field}").startswith(f"Field {field}, ")
    touch.press(ENTER)
    (told,) = ear.said
    assert told.startswith(f"Pim, Field {field}.")
    assert "A single hut:" in told
    assert stand_on(touch, ear, "build.hut") == "Build"
    touch.press(ENTER)
    assert state(touch).building(field) is not None
    (told,) = ear.said
    assert f"hut onto {field}" in told

    assert stand_on(touch, ear, "tray.purple").startswith("Pim: ")
    touch.press(ENTER)
    assert pieces_in_tray(touch, PURPLE) == 0


def test_whoever_comes_back_from_a_look_hears_the_question_again(touch, ear):
    touch.app_state.session.apply(Roll(by=PURPLE, face=Face.WOOD))
    touch.navigator.go(routes.Table())
    assert ear.said
    stand_on(touch, ear, "field.3")
    touch.press(ENTER)
    assert ear.said
    touch.press(ESCAPE)
    assert ear.said == ["Pim: move or build."]


def test_space_says_the_question_again_where_there_is_nothing_to_roll(touch, ear):
    touch.press(SPACE)
    assert ear.said
    touch.press(SPACE)
    (told,) = ear.said
    assert told.startswith("Pim")
    touch.navigator.go(routes.Settings())
    (told,) = ear.said
    assert told.startswith("Settings. Language")
    touch.press(SPACE)
    assert ear.said == [told]


@pytest.mark.parametrize("language", languages())
def test_whatever_the_ring_stands_on_has_words(touch, ear, language):
    use_language(language)
    touch.navigator.go(routes.Table())
    for key in (DOWN, RIGHT, UP, LEFT, DOWN, DOWN, LEFT, LEFT, UP):
        focus = touch.keyboard.focus
        ear.said.clear()
        touch.press(key, seconds=0.05)
        if touch.keyboard.focus != focus:
            assert ear.said[-1].strip(" .,")


def test_a_touch_ends_what_is_said_for_keys(touch, ear):
    stand_on(touch, ear, "field.3")
    assert touch.navigator.hearing.by_keys
    touch.tap_field(5)
    assert not touch.navigator.hearing.by_keys
    assert ear.said == [], "a field that is touched is looked at"


def test_a_field_is_told_with_what_stands_on_it(touch):
    now = state(touch)
    printed = now.board.field(4)
    names = names_of(now)
    assert field_spoken(board_picture(now), 4, names).startswith(
        ", ".join(["Field 4", *printed.needs])
    )
    built = replace(now, buildings=(Building(BuildingKind.HUT, BLUE), *now.buildings[1:]))
    assert field_spoken(board_picture(built), 1, names).endswith(f", {names[BLUE]}'s hut")
    chip = next(number for number, bonus in enumerate(now.bonus, start=1) if bonus is not None)
    assert ", bonus chip " in field_spoken(board_picture(now), chip, names)
