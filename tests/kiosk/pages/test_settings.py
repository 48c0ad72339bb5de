from operator import sub
from pathlib import Path

import pytest

from companion.teaching.hint_setting import HintSetting
from kiosk import routes
from kiosk.machine.backlight import Backlight
from kiosk.pages.settings import table_setting_choices
from kiosk.rotation import Rotation
from kiosk.settings import KioskConfig, Settings, load_settings, with_saved_mounting
from kiosk.ui import theme
from kiosk.words.language import use_language
from tests.kiosk.scenes import full_disk_for_settings
from tests.kiosk.touch import SIZES, UPRIGHT, Size, Touchscreen


def test_a_table_sets_how_much_is_explained_and_has_what_was_explained_forgotten(
    tmp_path: Path,
) -> None:
    with Touchscreen(tmp_path, at="settings") as touch:
        assert touch.app_state.settings.hints is HintSetting.NEVER
        turn_to(touch, "setting.hints.first_game")
        touch.tap("setting.hints.first_game")
        assert load_settings(tmp_path).settings.hints is HintSetting.FIRST_GAME
        touch.app_state.mark_seen({"roll", "huts"})
        touch.tap("back", "settings")
        turn_to(touch, "hints.reset")
        assert "You have seen 2 hints." in touch.texts()
        touch.tap("hints.reset")

        assert not touch.shows("hints.reset")
        assert not load_settings(tmp_path).settings.seen


def test_what_cannot_be_kept_is_said_and_holds(tmp_path: Path) -> None:
    with full_disk_for_settings(), Touchscreen(tmp_path, at="settings") as touch:
        turn_to(touch, "setting.motion.off")
        touch.tap("setting.motion.off")

        assert touch.app_state.settings == Settings(motion=False)
        assert any("No space left on device" in text for text in touch.texts())
        touch.navigator.go(routes.Start())
        touch.navigator.go(routes.Settings())
        turn_to(touch, "setting.motion.on")
        touch.tap("setting.motion.on")

        assert any("No space left on device" in text for text in touch.texts())


def test_letters_are_larger_at_once_and_stay_so(tmp_path: Path) -> None:
    def title(touch: Touchscreen) -> float:
        return next(one for one in touch.written_texts() if one.text == "Settings").height

    with Touchscreen(tmp_path, at="settings") as touch:
        usual = title(touch)
        touch.tap("setting.large_letters.on")
        large = title(touch)
        assert large == pytest.approx(usual * 4 / 3, abs=1.5)
        touch.tap("back", "settings")
        assert title(touch) == large
    with Touchscreen(tmp_path, at="settings") as touch:
        assert title(touch) == large
        touch.tap("setting.large_letters.off")
        assert title(touch) == usual


def turn_to(touch: Touchscreen, key: str) -> bool:
    for _page in range(9):
        if touch.shows(key) or not touch.shows("more"):
            break
        touch.tap("more")
    return touch.shows(key)


def test_the_light_behind_the_display_is_set_at_the_screen(tmp_path: Path, light: Path) -> None:
    backlight = Backlight(100, tmp_path / "lights")
    with Touchscreen(tmp_path / "data", backlight=backlight, at="settings") as touch:
        turn_to(touch, "brightness.less")
        with full_disk_for_settings():
            touch.tap("brightness.less")
        assert light.read_text() == "180"
        assert touch.shows("brightness.less"), "what is being set stays below the warning"
        assert not touch.shows("setting.open_chips.on")
        touch.tap("brightness.less")
        assert light.read_text() == "160"
        assert load_settings(tmp_path / "data").settings.brightness_percent == 80
        assert "80 %" in touch.texts()
        for _tap in range(12):
            touch.tap("brightness.less")
        assert light.read_text() == "20"
        touch.tap("brightness.more")
        assert light.read_text() == "40"
    for missing in (None, Backlight(100, tmp_path / "no lights")):
        with Touchscreen(tmp_path / "data", backlight=missing, at="settings") as touch:
            assert not turn_to(touch, "brightness.more")


@pytest.mark.parametrize("size", UPRIGHT, ids=str)
def test_headings_stay_where_they_are_however_long_an_explanation_is(tmp_path: Path, size) -> None:
    use_language("de")  # of whose two explanations of the chips one has two lines
    with Touchscreen(tmp_path, size, at="settings") as touch:
        turn_to(touch, "setting.open_chips.on")
        before = tops(touch)
        touch.tap("setting.open_chips.on")

        assert len(before) > 2
        assert tops(touch) == before


@pytest.mark.parametrize("size", [*SIZES, *UPRIGHT], ids=str)
def test_few_settings_are_no_farther_apart_than_many(tmp_path: Path, size: Size) -> None:
    with Touchscreen(tmp_path, size, at="settings") as touch:
        parts = [tops(touch)]
        for _part in range(3):
            touch.tap("more")
            parts.append(tops(touch))
        gaps = [max(map(sub, part, part[1:])) for part in parts if len(part) > 1]
        assert len({len(part) for part in parts}) > 1
        assert max(gaps) <= 1.3 * min(gaps)


def tops(touch: Touchscreen) -> list[float]:
    return [
        round(written.text_box.top, 1)
        for written in touch.written_texts()
        if written.bold and written.size == theme.TITLE_TEXT
    ]


def test_the_usual_settings_are_the_first_way_of_every_choice() -> None:
    for wish in table_setting_choices(Settings()):
        assert wish.chosen_index == 0
        assert wish.options[0].settings_after == Settings()


def test_every_way_changes_its_own_setting_and_no_other() -> None:
    others = [
        option.settings_after
        for wish in table_setting_choices(Settings())
        for option in wish.options[1:]
    ]

    assert others == [
        Settings(booklet=True),
        Settings(large_letters=True),
        Settings(open_chips=True),
        Settings(motion=False),
        Settings(app_die=False),
        Settings(times=True),
        Settings(screen_turns=True),
        Settings(tick_all=True),
        Settings(hints=HintSetting.NEWS),
        Settings(hints=HintSetting.FIRST_GAME),
        Settings(river=Rotation.QUARTER),
        Settings(river=Rotation.HALF),
        Settings(river=Rotation.THREE_QUARTERS),
    ]


def test_the_picture_is_turned_from_the_settings_where_the_display_is_the_table_s(
    tmp_path: Path,
) -> None:
    with Touchscreen(tmp_path / "other", at="settings") as touch:
        assert not turn_to(touch, "screen")
    with Touchscreen(tmp_path / "own", mounted=KioskConfig(), at="start") as touch:
        touch.navigator.go(routes.Settings())
        assert turn_to(touch, "screen")
        touch.tap("screen", "turn")
        assert touch.navigator.box.is_upright
        touch.tap("ok")
        assert touch.name == "settings"
    own = with_saved_mounting(tmp_path / "own", KioskConfig()).config
    assert own.rotation is Rotation.THREE_QUARTERS
