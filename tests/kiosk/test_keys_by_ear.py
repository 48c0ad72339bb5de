import re
from functools import partial

import pytest
from msgspec.structs import replace

from companion.commands import Correct, Roll, SetHand, SetSupply
from companion.pieces import BuildingKind, Color, Face, Material
from companion.preview import building_sites, preview_build
from companion.state import Building
from kiosk import routes
from kiosk.pieces.picture import WorkerInStack, board_picture
from kiosk.pieces.spoken import spoken_text_of_button, spoken_text_of_field
from kiosk.settings import SoundSettings, SpeechLevel
from kiosk.ui.form import Button
from kiosk.ui.surface import WrittenText
from kiosk.words.language import languages, use_language
from kiosk.words.texts import player_names
from tests.kiosk.ear import EVERYTHING, Ear, listen
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_table, state
from tests.kiosk.pages.test_sound import DEVICES
from tests.kiosk.robot import pieces_in_tray
from tests.kiosk.test_keys import (
    BACKSPACE,
    DOWN,
    ENTER,
    ESCAPE,
    LEFT,
    RIGHT,
    SPACE,
    UP,
    reach,
)
from tests.kiosk.touch import Touchscreen

TAB, F1 = 9, 282
PURPLE, BLUE = Color.PURPLE, Color.BLUE


@pytest.fixture
def touch(touch: Touchscreen, monkeypatch: pytest.MonkeyPatch) -> Touchscreen:
    lay_table(touch, beginning(2), WORKERS)
    for color in (PURPLE, BLUE):
        touch.app_state.session.mark_done(color)
    touch.app_state.set_settings(replace(touch.app_state.settings, motion=False))
    monkeypatch.setattr(touch.app_state, "roll_die", lambda: Face.WOOD)
    return touch


@pytest.fixture
def ear(touch: Touchscreen) -> Ear:
    ear = listen(touch.navigator.announcer, EVERYTHING)
    touch.navigator.go(routes.Table())
    touch.wait(2)
    return ear


def stand_on(touch: Touchscreen, ear: Ear, key: str) -> str:
    reach(touch, key)
    told = ear.said
    assert all(told)
    assert told, "nothing was heard on the way"
    return told[-1]


def affordable(touch: Touchscreen) -> int:
    now = state(touch)
    hand = now.player(now.decider).hand
    for field in building_sites(now, BuildingKind.HUT):
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


def test_the_question_is_heard_again_with_space_and_after_a_look(touch, ear):
    touch.app_state.session.apply(Roll(by=PURPLE, face=Face.WOOD))
    touch.navigator.go(routes.Table())
    stand_on(touch, ear, "field.3")
    touch.press(ENTER)
    assert ear.said
    touch.press(ESCAPE)
    assert ear.said == ["Pim: move or build."]
    touch.press(SPACE)
    (told,) = ear.said
    assert told.startswith("Pim")
    stand_on(touch, ear, "aim.hut")
    touch.press(ENTER)
    assert ear.said == ["You can build on: 1 to 32. Type a number, then Enter."]
    touch.navigator.go(routes.Settings())
    (told,) = ear.said
    assert told.startswith("Settings. Who sits where?")
    touch.press(SPACE)
    assert ear.said == [told]


def test_whatever_the_ring_stands_on_has_words_in_every_language(touch, ear):
    for language in languages():
        use_language(language)
        touch.navigator.go(routes.Table())
        for key in (DOWN, RIGHT, UP, LEFT, DOWN, DOWN, LEFT, LEFT, UP):
            focus = touch.keyboard.focused_name
            ear.said.clear()
            touch.press(key, seconds=0.05)
            if touch.keyboard.focused_name != focus:
                assert ear.said[-1].strip(" .,")


def test_the_first_key_tells_which_keys_there_are_once_and_f1_at_any_time(touch, ear):
    assert ear.said
    touch.press(TAB)
    (told,) = ear.said
    assert told.startswith("Tab moves to")
    assert "Pim: roll the die. Pim: nothing to move" in told
    touch.press(TAB)
    (told,) = ear.said
    assert not told.startswith("Tab")
    assert touch.navigator.announcer.by_keys
    touch.tap_field(5)
    assert not touch.navigator.announcer.by_keys
    assert ear.said == [], "a field that is touched is looked at"
    touch.tap("back")
    touch.press(TAB)
    (told,) = ear.said
    assert told.startswith("Pim: roll the die."), "who takes up the keys again hears where they are"
    touch.press(F1)
    (told,) = ear.said
    assert told.startswith("Tab moves to")


def test_f1_lets_a_voice_be_heard_where_none_is(started):
    ear = listen(started.navigator.announcer, SoundSettings(muted=True))
    started.press(TAB, SPACE)
    assert ear.said == []
    started.press(F1)
    (told,) = ear.said
    assert told.endswith("Meduris Companion.")
    assert started.app_state.settings.sound == SoundSettings(spoken=SpeechLevel.EVERYTHING)


@pytest.mark.parametrize(
    ("devices", "words"),
    [((), "there is no loudspeaker"), (DEVICES, "The voice is on. You can turn it off")],
)
def test_f1_shows_that_it_turned_the_voice_on_until_the_next_key_or_touch(
    tmp_path, monkeypatch, devices, words
):
    monkeypatch.setattr("kiosk.keys.sound_devices", lambda: devices)
    with Touchscreen(tmp_path, at="start") as touch:
        listen(touch.navigator.announcer, SoundSettings())
        for leave in (partial(touch.press, TAB), partial(touch.tap_at, (2, 2))):
            touch.navigator.announcer.set_muted(muted=True)
            touch.press(F1)
            (remark,) = remarks(touch)
            assert words in remark.text
            assert remark.fits
            leave()
            assert not remarks(touch)
        touch.press(F1)
        assert not remarks(touch), "the voice was on already"


def remarks(touch: Touchscreen) -> list[WrittenText]:
    children = [one for one in touch.navigator.children if one is not touch.page]
    return [text for one in children for text in one.written_texts]


def test_tab_comes_by_all_that_can_be_tapped_and_back_and_a_number_leads_to_its_field(touch, ear):
    seen = []
    while touch.keyboard.focused_name not in seen:
        seen.append(touch.keyboard.focused_name)
        touch.press(TAB, seconds=0.02)
    assert set(seen[1:]) == {target.name for target in touch.keyboard._targets()}
    assert seen[-3:] == ["field.30", "field.31", "field.32"]
    touch.press(TAB, seconds=0.02, held=["shift"])
    assert touch.keyboard.focused_name == "field.32"
    touch.type("12")
    assert touch.keyboard.focused_name == "field.12"
    touch.wait(2)
    touch.type("3")
    assert touch.keyboard.focused_name == "field.3"
    touch.type("9")
    assert touch.keyboard.focused_name == "field.9", "there is no field 39"
    assert ear.said[-1].startswith("Field 9, ")


def test_why_and_rules_are_read_to_keys_and_the_question_after_them(touch, ear):
    stand_on(touch, ear, "why")
    touch.press(ENTER)
    (told,) = ear.said
    assert told.startswith("Why?")
    touch.press(SPACE)
    assert ear.said == [told], "and again"
    touch.press(ESCAPE)
    assert ear.said == ["Pim: roll the die."]
    touch.navigator.go(routes.Rules(("druid.walk",)))
    told = ear.said[-1]
    assert sum(text.splitlines()[0] in told for text in touch.texts() if len(text) > 60)
    touch.navigator.go(routes.Rules(("hut.cost",)))
    assert ear.said[-1] != told


def test_of_several_who_answer_it_is_said_whose_answer_one_stands_on(touch, ear):
    touch.app_state.session.apply(Roll(by=PURPLE, face=Face.PLUS))
    touch.navigator.go(routes.Table())
    told = []
    for _step in range(20):
        touch.press(TAB, seconds=0.02)
        told += ear.said
    names = player_names(state(touch)).values()
    for name in names:
        assert any(re.fullmatch(f"{name}: (wood|wool|copper|stone).*", one) for one in told), told


def test_a_setting_says_what_it_is_about_and_what_is_chosen(touch, ear):
    touch.navigator.go(routes.Sound())
    stand_on(touch, ear, "volume.less")
    assert stand_on(touch, ear, "sound.tones.off").startswith("Tones: Off")
    touch.press(ENTER)
    assert any("Rolls and turns are silent" in told for told in ear.said)
    assert stand_on(touch, ear, "sound.tones.on") == "On"
    assert stand_on(touch, ear, "volume.less") == "Volume: less"


def test_what_is_typed_is_heard(tmp_path):
    with Touchscreen(tmp_path, at="new_game") as touch:
        ear = listen(touch.navigator.announcer, EVERYTHING)
        reach(touch, "seat.0.name")
        touch.press(ENTER)
        assert ear.said[-1] == "The name of the purple player. Purple."
        touch.type("Zo")
        assert ear.said == ["Z", "Zo"]
        touch.press(BACKSPACE)
        assert ear.said == ["Z"]
        touch.press(ENTER)
        assert ear.said[-1].startswith("New game.")


def test_what_is_drawn_and_written_is_said_once():
    storey = WorkerInStack((PURPLE, BLUE), 2)
    choice = Button(key="level.2", text="Top", symbol=storey, action=None)
    assert spoken_text_of_button(choice, {BLUE: "Mia"}) == "Mia, Top"


def test_a_field_is_told_with_what_stands_on_it(touch):
    now = state(touch)
    printed = now.board.field(4)
    names = player_names(now)
    assert spoken_text_of_field(board_picture(now), 4, names).startswith(
        ", ".join(["Field 4", *printed.needs])
    )
    built = replace(now, buildings=(Building(BuildingKind.HUT, BLUE), *now.buildings[1:]))
    assert spoken_text_of_field(board_picture(built), 1, names).endswith(f", {names[BLUE]}'s hut")
    chip = next(number for number, bonus in enumerate(now.bonus, start=1) if bonus is not None)
    assert ", bonus chip " in spoken_text_of_field(board_picture(now), chip, names)


def test_of_a_refusal_in_a_part_it_is_heard_whose_it_is_to_put_away(touch, ear):
    session, blue = touch.app_state.session, player_names(state(touch))[BLUE]
    back = SetSupply(Material.WOOD, session.state.supply.wood + 1)
    session.apply(Correct(changes=(SetHand(BLUE, Material.WOOD, 0), back), why="seen"))
    session.apply(Roll(by=PURPLE, face=Face.MINUS))
    touch.navigator.go(routes.Table())
    stand_on(touch, ear, "give_back.blue.wood")
    touch.press(ENTER)
    assert f"{blue}: Not possible" in ear.said[-1]
    assert stand_on(touch, ear, "read.blue") in {f"{blue}: Got it", "Got it"}
    assert touch.page.row_label_of(touch.find("read.blue").block) == blue
