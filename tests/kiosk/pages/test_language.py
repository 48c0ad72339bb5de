from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kiosk import routes
from kiosk.app import CompanionApp
from kiosk.config import KioskConfig
from kiosk.settings import Settings, load_settings, save_settings
from kiosk.words.language import environments_language, language, use_language
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.touch import Touchscreen


def test_each_language_is_offered_under_its_own_name(tmp_path: Path) -> None:
    with Touchscreen(tmp_path, at="language") as touch:
        assert {"English", "Deutsch", "Français"} <= set(touch.texts())


def test_a_tap_chooses_for_good_and_leads_to_the_start(tmp_path: Path) -> None:
    with Touchscreen(tmp_path, at="language") as touch:
        touch.tap("language.fr")
        assert touch.name == "start"
        assert "Nouvelle partie" in touch.texts()
    assert load_settings(tmp_path).settings.language == "fr"


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
    """An app that is not shown."""
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
        assert app._asks_language is asks
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
    assert environments_language(environment) == code
