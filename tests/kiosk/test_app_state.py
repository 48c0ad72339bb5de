import json
import os
from collections.abc import Iterator
from pathlib import Path
from string import ascii_lowercase

import msgspec
import pytest
from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory.database import DISK_FULL
from companion.memory.journal import PLAYED_ELSEWHERE, Journal
from companion.sentence import Sentence
from hardware.lamps import LampSettings
from kiosk.app_state import AppState
from kiosk.rotation import Rotation
from kiosk.settings import LoadedSettings, Settings, load_settings
from tests.kiosk.laid_games import beginning
from tests.kiosk.touch import WRITING


@pytest.fixture
def app_state(tmp_path: Path) -> Iterator[AppState]:
    app_state = AppState(tmp_path)
    yield app_state
    app_state.close()


def test_settings_that_cannot_be_written_are_told_once_until_they_are_and_change_nothing(
    app_state: AppState, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Sentence("Something else.")
    app_state.notices.append(other)
    app_state.set_settings(Settings(motion=False))
    assert app_state.wait_for_writes(WRITING)
    before = sorted(tmp_path.iterdir())

    def fails(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(os, "fsync", fails)
        for _tap in range(3):
            die = not app_state.settings.app_die
            app_state.set_settings(replace(app_state.settings, app_die=die))
        assert app_state.wait_for_writes(WRITING)
    assert app_state.notices == [other, app_state.settings_save_error]
    assert "No space left on device" in str(app_state.settings_save_error)
    assert sorted(tmp_path.iterdir()) == before, "no draft is left"
    assert load_settings(tmp_path).settings == Settings(motion=False)
    app_state.set_settings(Settings(app_die=False))
    assert app_state.wait_for_writes(WRITING)
    assert app_state.notices == [other]
    assert app_state.settings_save_error is None
    assert load_settings(tmp_path).settings == Settings(app_die=False)


def test_a_game_whose_steps_are_not_saved_is_given_up_for_no_other_one(
    app_state: AppState, monkeypatch: pytest.MonkeyPatch
) -> None:
    app_state.begin_game(beginning(3))
    app_state.wait_for_writes(WRITING)
    other = app_state.journal.games()[0]
    with monkeypatch.context() as full:
        full.setattr(Journal, "save", lambda *_rows: DISK_FULL)
        app_state.session = None
        session = app_state.begin_game(beginning(2))
        app_state.wait_for_writes(WRITING)
        with pytest.raises(JournalError, match=r"not saved.* disk is full.* Then try again"):
            app_state.begin_game(beginning(2))
        with pytest.raises(JournalError, match="not saved"):
            app_state.resume_game(other)
        assert app_state.session is session
    app_state.resume_game(other)
    app_state.wait_for_writes(WRITING)  # a list that is asked for meanwhile is the former one
    assert session.game_id in [game.id for game in app_state.journal.games()]


def test_a_game_that_another_app_has_gone_on_with_is_given_up(
    app_state: AppState, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValueError, match="no current game"):
        _ = app_state.required_session
    monkeypatch.setattr(Journal, "save", lambda *_rows: PLAYED_ELSEWHERE)
    former = app_state.begin_game(beginning(2))
    assert former is app_state.required_session
    app_state.wait_for_writes(WRITING)
    assert app_state.begin_game(beginning(2)) is not former


NEWER = {
    "motion": False,
    "river": 90,
    "screen_turns": "sometimes",
    "brightness_percent": 4000,
    "lamps": {"brightness_percent": 20, "tumble_seconds": "long", "hue": 3},
    "die_sounds": [1, {"loud": True}],
    "sound": {"voice": "own"},
}
"""As a later release may have written it: what this one knows, does not know, and cannot read."""


def test_going_back_a_release_costs_no_setting_but_those_that_cannot_be_read_which_is_told_once(
    tmp_path: Path,
) -> None:
    (tmp_path / "settings.json").write_text(json.dumps(NEWER))
    app_state = AppState(tmp_path)
    assert app_state.settings == Settings(
        motion=False, river=Rotation.QUARTER, lamps=LampSettings(brightness_percent=20)
    )
    (told,) = app_state.notices
    assert str(told) == (
        "settings.json has 3 settings that this version cannot read (screen_turns, "
        "lamps.tumble_seconds, brightness_percent): the defaults apply until you set them again."
    )
    app_state.close()
    again = AppState(tmp_path)
    assert again.notices == []
    assert again.settings.river is Rotation.QUARTER
    again.set_settings(replace(again.settings, motion=True, lamps=LampSettings()))
    again.close()
    kept = json.loads((tmp_path / "settings.json").read_text())
    assert kept["die_sounds"] == NEWER["die_sounds"]
    assert kept["lamps"] == {**msgspec.to_builtins(LampSettings()), "hue": 3}
    assert kept["motion"] is True


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"null", b"{", b"\xff\xfe", b"[" * 60_000, b'{"a":' * 10_000, b" " * 70_000],
)
def test_a_file_of_settings_that_is_none_is_told_and_left_until_they_are_set(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    app_state = AppState(tmp_path)
    assert app_state.settings == Settings()
    assert str(app_state.notices[0]).startswith("settings.json cannot be read (")
    app_state.mark_seen({"roll"})
    assert app_state.wait_for_writes(WRITING)
    assert path.read_bytes() == content
    app_state.set_settings(replace(app_state.settings, motion=False))
    app_state.close()
    assert load_settings(tmp_path) == LoadedSettings(
        Settings(motion=False, seen=frozenset({"roll"}))
    )


def test_what_was_explained_is_known_after_the_next_start_until_it_is_forgotten(
    tmp_path: Path,
) -> None:
    app_state = AppState(tmp_path)
    app_state.mark_seen({"roll"})
    app_state.mark_seen({"roll", "huts"})
    app_state.close()
    app_state = AppState(tmp_path)
    assert app_state.seen_concepts == {"roll", "huts"}
    app_state.mark_all_unseen()
    assert "roll" not in app_state.seen_concepts
    app_state.close()

    assert not load_settings(tmp_path).settings.seen


TOO_MANY = [f"{one}{other}" for one in ascii_lowercase for other in ascii_lowercase]


@pytest.mark.parametrize(
    "seen",
    ["roll", {}, [1], ["Roll"], [""], ["a" * 41], ["roll\n"], TOO_MANY],
    ids=lambda seen: str(seen)[:20],
)
def test_a_list_of_what_was_explained_that_is_none_costs_itself_alone(
    tmp_path: Path, seen: object
) -> None:
    kept = {"motion": False, "seen": seen}
    (tmp_path / "settings.json").write_text(json.dumps(kept), encoding="utf-8")
    app_state = AppState(tmp_path)
    told, found = str(*app_state.notices), app_state.settings
    app_state.close()

    assert told.startswith("settings.json has 1 setting that this version cannot read (seen)")
    assert found == Settings(motion=False)


def test_where_the_table_ticks_everything_a_turn_settles_no_moves(app_state: AppState) -> None:
    session = app_state.begin_game(beginning(3))
    assert not session.game.trays.settle_only_by_taps
    app_state.set_settings(replace(app_state.settings, tick_all=True))
    assert session.game.trays.settle_only_by_taps
    assert app_state.begin_game(beginning(3)).game.trays.settle_only_by_taps
