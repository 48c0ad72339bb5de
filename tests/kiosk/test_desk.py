"""What the desk keeps and what it has to tell, without a window."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory.journal import PLAYED_ELSEWHERE, Journal
from companion.memory.journal_file import DISK_FULL
from companion.sentence import Sentence
from hardware.lamps import LampSettings
from kiosk import desk as desk_module
from kiosk.desk import Desk
from kiosk.rotation import Rotation
from kiosk.settings import ReadSettings, Settings, load_settings
from tests.kiosk.laid_games import WRITING, beginning


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.close()


def refuse(_folder: Path, _settings: Settings) -> None:
    raise OSError(28, "No space left on device")


def test_settings_that_are_not_saved_are_told_once_however_often_they_are_set(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Sentence("Something else.")
    desk.notices.append(other)
    monkeypatch.setattr(desk_module, "save_settings", refuse)
    for _tap in range(3):
        desk.set(replace(desk.settings, motion=not desk.settings.motion))
    assert desk.finish(WRITING)
    assert desk.notices == [other, desk.settings_trouble]
    assert "No space left on device" in str(desk.settings_trouble)


def test_settings_that_cannot_be_written_leave_the_former_ones_and_no_draft(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.set(Settings(motion=False))
    assert desk.finish(WRITING)
    before = sorted(tmp_path.iterdir())

    def fails(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(os, "fsync", fails)
        desk.set(Settings(app_die=False))
        assert desk.finish(WRITING)
    assert "No space left" in str(desk.settings_trouble)
    assert sorted(tmp_path.iterdir()) == before
    assert load_settings(tmp_path).settings == Settings(motion=False)


def test_settings_that_are_saved_later_are_no_trouble_any_more(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        full.setattr(desk_module, "save_settings", refuse)
        desk.set(Settings(motion=False))
        assert desk.finish(WRITING)
    desk.set(Settings(app_die=False))
    assert desk.finish(WRITING)
    assert desk.notices == []
    assert desk.settings_trouble is None
    assert load_settings(tmp_path).settings == Settings(app_die=False)


def test_a_game_whose_steps_are_not_saved_is_given_up_for_no_other_one(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk_module, "_SWITCH_SECONDS", WRITING)  # however busy this machine is
    desk.begin(beginning(3))
    desk.finish(WRITING)
    other = desk.journal.games()[0]
    with monkeypatch.context() as full:
        full.setattr(Journal, "save", lambda *_rows: DISK_FULL)
        desk.session = None
        session = desk.begin(beginning(2))
        desk.finish(WRITING)
        with pytest.raises(JournalError, match=r"not saved.* disk is full.* Try again"):
            desk.begin(beginning(2))
        with pytest.raises(JournalError, match="not saved"):
            desk.resume(other)
        assert desk.session is session
    desk.resume(other)
    desk.finish(WRITING)  # a list that is asked for meanwhile is the former one
    assert session.game_id in [game.id for game in desk.journal.games()]


def test_a_game_that_another_app_has_gone_on_with_is_given_up(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Journal, "save", lambda *_rows: PLAYED_ELSEWHERE)
    former = desk.begin(beginning(2))
    desk.finish(WRITING)
    assert desk.begin(beginning(2)) is not former


def test_there_is_no_game_before_one_is_begun(desk: Desk) -> None:
    with pytest.raises(ValueError, match="no game"):
        _ = desk.game
    assert desk.begin(beginning(2)) is desk.game


NEWER = {
    "motion": False,
    "river": 90,
    "moves_turn": "sometimes",
    "brightness_percent": 4000,
    "lamps": {"brightness_percent": 20, "tumble_seconds": "long", "hue": 3},
    "die_sounds": [1, {"loud": True}],
}
"""As a later release may have written it: what this one knows, does not know, and cannot read."""


def test_going_back_a_release_costs_no_setting_but_those_that_cannot_be_read(
    tmp_path: Path,
) -> None:
    (tmp_path / "settings.json").write_text(json.dumps(NEWER))
    desk = Desk(tmp_path)
    assert desk.settings == Settings(
        motion=False, river=Rotation.QUARTER, lamps=LampSettings(brightness_percent=20)
    )
    (told,) = desk.notices
    assert str(told) == (
        "settings.json has 3 settings that this version cannot read (moves_turn, "
        "lamps.tumble_seconds, brightness_percent): the usual ones hold until you set them anew."
    )
    desk.close()


def test_that_is_told_once_and_what_a_later_release_has_written_is_there_for_it_again(
    tmp_path: Path,
) -> None:
    (tmp_path / "settings.json").write_text(json.dumps(NEWER))
    Desk(tmp_path).close()
    again = Desk(tmp_path)
    assert again.notices == []
    assert again.settings.river is Rotation.QUARTER
    again.set(replace(again.settings, motion=True, lamps=LampSettings()))
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
    desk = Desk(tmp_path)
    assert desk.settings == Settings()
    assert str(desk.notices[0]).startswith("settings.json cannot be read (")
    assert path.read_bytes() == content
    desk.set(Settings(motion=False))
    desk.close()
    assert load_settings(tmp_path) == ReadSettings(Settings(motion=False))


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_neither_a_folder_nor_a_pipe_in_the_place_of_the_settings_holds_a_start_up(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    make(tmp_path / "settings.json")
    desk = Desk(tmp_path)
    assert desk.settings == Settings()
    assert "settings.json cannot be read" in str(desk.notices[0])
    desk.close()
