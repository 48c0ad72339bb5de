import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from kivy.core.window import WindowBase

from companion.memory.local_time import local_time
from kiosk import routes
from kiosk.app import CompanionApp
from kiosk.first_steps import FirstStartQuestion
from kiosk.machine.sound_devices import SoundDevice, SoundOutputKind
from kiosk.pieces.calibration import CROSSES
from kiosk.rotation import DisplayPoint, Rotation, TouchCalibration
from kiosk.settings import (
    KioskConfig,
    Settings,
    SoundSettings,
    SpeechLevel,
    load_settings,
    save_settings,
    with_saved_mounting,
    write_mounting,
)
from kiosk.words.language import environment_language, language, use_language
from kiosk.words.time_zones import is_time_zone_set, set_process_time_zone
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.scenes import PANELS, FixedPanel
from tests.kiosk.touch import Size, Touchscreen, says, the_window


def test_in_the_middle_of_a_game_everything_is_said_in_another_language_at_once(
    tmp_path: Path,
) -> None:
    app_state = app_state_with_game(tmp_path, beginning(3), 30)
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        before = set(touch.texts())
        assert {"Undo", "Redo", "wood", "copper"} <= before
        touch.navigator.go(routes.Settings())
        touch.tap("setting.language.de", "back")

        assert touch.name == "table"
        assert {"Rückgängig", "Wiederholen", "Holz", "Kupfer"} <= set(touch.texts())
        assert not {"Log", "wood", "copper", "Undo"} & set(touch.texts())


@contextmanager
def opened(folder: Path, **words: object) -> Iterator[CompanionApp]:
    app = CompanionApp(folder, **words)
    try:
        yield app
    finally:
        app._app_state.close()


@pytest.mark.parametrize(
    ("chosen", "service", "given", "asks", "speaks"),
    [
        (None, None, None, True, "en"),
        (None, None, "de", False, "en"),
        ("fr", None, None, False, "fr"),
        ("fr", None, "de", False, "en"),
        (None, KioskConfig(), None, True, "en"),
        (None, KioskConfig(language="de"), None, False, "en"),
        ("fr", KioskConfig(language="de"), None, False, "fr"),
        ("tlh", None, None, True, "en"),
    ],
)
def test_the_table_is_asked_where_nobody_has_chosen_and_its_choice_holds(
    tmp_path: Path, *, chosen, service, given, asks, speaks
) -> None:
    """What the command line and the machine have chosen is spoken before the app is opened."""
    save_settings(tmp_path, Settings(language=chosen))
    use_language("en")
    with opened(tmp_path, service=service, language=given) as app:
        assert (FirstStartQuestion.LANGUAGE in app._asks) is asks
        assert language() == speaks


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "fr_CA"}, "fr"),
        ({"LANG": "de_DE", "LC_ALL": ""}, "de"),
        ({"LANG": "de_DE", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "tlh"}, "en"),
    ],
)
def test_the_environment_names_a_language(environment: dict[str, str], code: str) -> None:
    assert environment_language(environment) == code


# The first start of a machine


@contextmanager
def new_machine(
    folder: Path, size: Size = (800, 480), panel: str | FixedPanel = "searching"
) -> Iterator[Touchscreen]:
    """A kiosk that is started, as far as it has come; its display has that size."""
    use_language("en")
    with opened(folder, service=KioskConfig()) as app:
        asks = app._asks
    config = with_saved_mounting(folder, KioskConfig()).config
    with Touchscreen(
        folder,
        config.rotation.rotated_size(*size),
        rotation=config.rotation,
        panel=FixedPanel(PANELS[panel]) if isinstance(panel, str) else panel,
        mounted=config,
    ) as touch:
        touch.navigator.go(routes.Start())
        if asks:
            touch.navigator.replace(routes.FirstStart(asks))
        yield touch


def touch_at(touch: Touchscreen, *places: DisplayPoint) -> None:
    width, height = touch.rotated_view.area[2:]
    for x, y in places:
        touch.wait(1.1)
        touch.tap_in_window((x * width, y * height))


def test_a_new_machine_is_asked_one_thing_after_the_other_and_ends_at_our_first_game(
    tmp_path: Path,
) -> None:
    with new_machine(tmp_path) as touch:
        touch_at(touch, *CROSSES)
        touch.tap("turn", "turn", "turn", "turn", "ok")
        touch.tap("language.de")
        assert touch.name == "start"
        assert touch.shows("first_game")
    assert load_settings(tmp_path).settings.first_start is FirstStartQuestion.DONE


@pytest.mark.parametrize("rotation", Rotation, ids=str)
@pytest.mark.parametrize("mirrored", [False, True])
def test_touches_that_lie_otherwise_than_the_picture_are_found_and_put_right(
    tmp_path: Path, rotation: Rotation, *, mirrored: bool
) -> None:
    """The layer tells a touch elsewhere: what is to be done to it undoes that."""
    needed = TouchCalibration(rotation, mirrored)
    fits = [TouchCalibration(turn, flip) for turn in Rotation for flip in (False, True)]
    wrong = next(
        fit for fit in fits if needed.apply(*fit.apply(0.3, 0.9)) == pytest.approx((0.3, 0.9))
    )

    with new_machine(tmp_path) as touch:
        touch_at(touch, *(wrong.apply(*place) for place in CROSSES))
        assert touch.shows("ok")
        assert says(touch, "That is fixed now.") is (needed != TouchCalibration())
        x, y = touch.navigator.to_window(*touch.place("ok").center)
        width, height = touch.display.to_window_point((1, 1))
        touch_at(touch, wrong.apply(x / width, y / height))
        assert touch.shows("language.de")
    with new_machine(tmp_path) as touch:
        assert touch.display.touch_calibration == needed, "after the next start too"


def test_touches_that_make_no_sense_change_nothing_and_are_asked_for_once_more(
    tmp_path: Path,
) -> None:
    with new_machine(tmp_path) as touch:
        touch_at(touch, (0.5, 0.9), (0.1, 0.5), (0.8, 0.4))
        assert says(touch, "That was not clear.")
        assert says(touch, "Plug the touchscreen's cable in again")
        assert touch.display.touch_calibration == TouchCalibration()
        touch_at(touch, *CROSSES)
        assert touch.shows("ok")


def test_a_cross_that_is_tapped_twice_counts_once(tmp_path: Path) -> None:
    with new_machine(tmp_path) as touch:
        first, *others = CROSSES
        width, height = touch.rotated_view.area[2:]
        for _again in range(3):
            touch.tap_in_window((first[0] * width, first[1] * height))
            touch.wait(0.1)
        touch_at(touch, first, *others)
        assert touch.shows("ok")
        assert touch.display.touch_calibration == TouchCalibration()


def test_whoever_touches_nothing_is_told_what_to_do_and_a_keyboard_goes_on(tmp_path: Path) -> None:
    enter, down = 13, 274
    with new_machine(tmp_path) as touch:
        touch.wait(18)
        touch_at(touch, CROSSES[0])
        touch.wait(5)
        assert not says(touch, "Plug the touchscreen's cable in again")
        touch.wait(16)
        assert says(touch, "Plug the touchscreen's cable in again")
        touch.press(enter)
        assert touch.shows("ok")
        touch.press(enter, enter)
        assert touch.name == "start"
        assert not touch.display.touch_calibration.mirrored
        touch.press(down)


def test_each_step_can_be_skipped_and_what_was_answered_before_the_plug_was_pulled_holds(
    tmp_path: Path,
) -> None:
    with new_machine(tmp_path, (720, 1280), panel="ready") as touch:
        touch.tap("skip", "turn")
        assert touch.navigator.box[2:] == (1280, 720)
    with new_machine(tmp_path, (720, 1280), panel="ready") as touch:
        assert touch.navigator.box[2:] == (1280, 720)
        assert touch.shows("turn")
        touch.tap("ok", "language.fr")
    with new_machine(tmp_path, (720, 1280), panel="ready") as touch:
        assert language() == "fr"
        touch.tap("go_on")
        assert touch.name == "start"
    with new_machine(tmp_path) as touch:
        assert touch.name == "start"
    with new_machine(tmp_path / "skipped", panel="ready") as touch:
        touch.tap("skip", "ok", "skip")
        assert touch.shows("go_on")


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids=str)
def test_a_finger_that_taps_one_place_turns_the_picture_all_the_way_round(
    tmp_path: Path, size: Size
) -> None:
    with new_machine(tmp_path, size) as touch:
        touch.tap("skip")
        seen = []
        for _tap in range(4):
            touch.wait(0.5)
            touch.tap_in_window((size[0] / 2, size[1] / 2))
            seen.append(touch.display.rotation)
        assert seen == [270, 180, 90, 0]


def test_an_arrow_that_was_accepted_too_soon_can_be_turned_again(tmp_path: Path) -> None:
    with new_machine(tmp_path) as touch:
        touch.tap("skip", "turn", "ok", "back")
        assert touch.shows("turn")
        touch.tap("turn", "turn", "turn")
        assert touch.display.rotation is Rotation.NONE
    with new_machine(tmp_path) as touch:
        assert touch.shows("turn"), "after a pulled plug, too"
        touch.tap("ok", "language.de")
        assert touch.name == "start"


def test_nobody_who_has_games_or_has_chosen_a_language_before_is_asked(tmp_path: Path) -> None:
    save_settings(tmp_path / "old", Settings(language="de"))
    for folder in (tmp_path / "old", tmp_path / "played"):
        if folder.name == "played":
            app_state_with_game(folder, beginning(3), 30).close()
        with opened(folder, service=KioskConfig()) as app:
            assert set(app._asks) <= {FirstStartQuestion.LANGUAGE}


def test_a_panel_found_while_other_things_are_asked_is_told_and_its_button_tried(
    tmp_path: Path,
) -> None:
    save_settings(tmp_path, Settings(first_start=FirstStartQuestion.UP))
    panel = FixedPanel(PANELS["searching"])
    with new_machine(tmp_path, panel=panel) as touch:
        touch.tap("ok")
        panel.status = PANELS["ready"]
        touch.wait(1)
        touch.tap("language.en")
        assert says(touch, "The panel on the cable works")
        assert says(touch, "One button, 10 lamps.")
        assert says(touch, "Press its button to try it.")
        touch.page.on_refused_press()
        touch.page.on_panel_change()
        assert says(touch, "Its button works.")
        touch.tap("go_on")
        assert touch.name == "start"


@pytest.mark.parametrize("panel", ["off", "searching"])
def test_where_no_panel_is_found_nobody_hears_of_panels(tmp_path: Path, panel: str) -> None:
    """Nor is a machine asked that has a time zone."""
    save_settings(tmp_path, Settings(first_start=FirstStartQuestion.LANGUAGE))
    with new_machine(tmp_path, panel=panel) as touch:
        touch.tap("language.en")
        assert touch.name == "start"


def test_a_panel_that_is_gone_after_the_plug_was_pulled_is_asked_for_no_more(
    tmp_path: Path,
) -> None:
    save_settings(tmp_path, Settings(first_start=FirstStartQuestion.PANEL, language="en"))
    with new_machine(tmp_path, panel="off") as touch:
        assert says(touch, "All set up.")
        touch.tap("go_on")
        assert touch.name == "start"
    with new_machine(tmp_path) as touch:
        assert touch.name == "start"


def test_a_full_disk_costs_only_that_it_is_kept(tmp_path: Path, monkeypatch) -> None:
    def refuse(*_config: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("kiosk.display.write_mounting", refuse)
    with new_machine(tmp_path) as touch:
        touch.tap("skip", "turn")
        assert touch.display.rotation is Rotation.THREE_QUARTERS
        touch.app_state.wait_for_writes(5)
        assert "It applies until the next start" in str(touch.app_state.notices[-1])


def test_where_something_can_be_heard_the_table_is_asked_what(tmp_path: Path, monkeypatch) -> None:
    device = SoundDevice("Headphones", "bcm2835 Headphones", SoundOutputKind.JACK)
    monkeypatch.setattr("kiosk.pages.first_start.sound_devices", lambda: (device,))
    save_settings(tmp_path, Settings(first_start=FirstStartQuestion.SOUND, language="en"))
    heard: list[str] = []
    with new_machine(tmp_path) as touch:
        touch.navigator.announcer.play_sample = heard.append
        touch.tap("sound.tones")
        assert touch.app_state.settings.sound == SoundSettings(tones=True)
        touch.tap("sound.voice")
        assert touch.app_state.settings.sound.spoken is SpeechLevel.QUESTIONS
        assert len(heard) == 2
        touch.tap("sound.off")
        assert not touch.app_state.settings.sound.uses_sound
        assert len(heard) == 2
        touch.tap("go_on")
        assert touch.name == "start"


@pytest.fixture
def pointer() -> Iterator[WindowBase]:
    window = the_window().kivy
    before = window.show_cursor
    window.show_cursor = False
    yield window
    window.show_cursor = before


def test_a_mouse_is_shown_its_pointer_and_presses_where_that_is(
    tmp_path: Path, pointer: WindowBase
) -> None:
    write_mounting(tmp_path, KioskConfig(touch_rotation=Rotation.HALF))
    save_settings(tmp_path, Settings(first_start=FirstStartQuestion.UP))
    with new_machine(tmp_path) as touch:
        for x in range(10):
            pointer.mouse_pos = (100 + x, 100)
        assert pointer.show_cursor
        touch.tap("ok")
        assert touch.shows("language.de")
        touch.wait(6)
        assert not pointer.show_cursor, "nobody moves it any more"
        x, y = touch.navigator.to_window(*touch.place("language.de").center)
        touch_at(touch, (1 - x / 800, 1 - y / 480))
        assert language() == "de", "which a finger has touched"


def test_fingers_are_shown_no_pointer(tmp_path: Path, pointer: WindowBase) -> None:
    with new_machine(tmp_path) as touch:
        for x, y in CROSSES * 3:
            pointer.mouse_pos = (x * 800, y * 480)
            touch_at(touch, (x, y))
            assert not pointer.show_cursor


@pytest.fixture
def no_time_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine as Debian installs it; afterwards this process has its own zone again."""
    monkeypatch.delenv("TZ")
    monkeypatch.setattr("kiosk.pages.first_start.is_time_zone_set", lambda: False)
    yield
    monkeypatch.undo()
    time.tzset()


NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.mark.usefixtures("no_time_zone")
def test_the_time_zone_is_found_by_region_and_country(tmp_path: Path) -> None:
    save_settings(tmp_path, Settings(first_start=FirstStartQuestion.ZONE, language="en"))
    with new_machine(tmp_path) as touch:
        assert says(touch, "Your games still stay in order")
        touch.tap("region.Asia", "back", "region.Europe", "country.AT")
        assert touch.name == "start"
        assert f"{local_time(NOON):%H:%M}" == "14:00"
    set_process_time_zone("UTC")
    with opened(tmp_path, service=KioskConfig()):
        assert f"{local_time(NOON):%H:%M}" == "14:00", "after the next start, too"


@pytest.mark.usefixtures("no_time_zone")
def test_a_country_with_several_time_zones_is_asked_for_a_city(tmp_path: Path) -> None:
    save_settings(tmp_path, Settings(first_start=FirstStartQuestion.ZONE, language="en"))
    with new_machine(tmp_path) as touch:
        touch.tap("region.Europe")
        while not touch.shows("country.ES"):
            touch.tap("more")
        touch.tap("country.ES")
        assert touch.name == "start", "the Canaries are in the Atlantic"
        touch.navigator.go(routes.Settings())
        touch.navigator.go(routes.FirstStart((FirstStartQuestion.ZONE,), returns_afterwards=True))
        touch.tap("region.Australia", "back", "region.Australia", "zone.Australia/Brisbane")
        assert touch.name == "settings"
        assert f"{local_time(NOON):%H:%M}" == "22:00"


@pytest.mark.parametrize(
    ("target", "is_set"),
    [("zoneinfo/Europe/Berlin", True), ("zoneinfo/Etc/UTC", False), ("zoneinfo/UTC", False)],
)
def test_only_utc_counts_as_no_time_zone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str, *, is_set: bool
) -> None:
    monkeypatch.delenv("TZ")
    localtime_link = tmp_path / "localtime"
    assert not is_time_zone_set(localtime_link)
    localtime_link.symlink_to(f"/usr/share/{target}")
    assert is_time_zone_set(localtime_link) is is_set
