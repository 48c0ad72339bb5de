"""What the desk keeps and what it has to tell, without a window."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory.journal import PLAYED_ELSEWHERE, Journal
from companion.memory.journal_file import DISK_FULL
from companion.sentence import Sentence
from kiosk import desk as desk_module
from kiosk.desk import Desk
from kiosk.settings import Settings, load_settings
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
    assert load_settings(tmp_path) == Settings(motion=False)


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
    assert load_settings(tmp_path) == Settings(app_die=False)


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
