"""What the desk keeps and what it has to tell, without a window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.notice import Notice
from kiosk import desk as desk_module
from kiosk.desk import Desk
from kiosk.settings import Settings, load_settings


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
    other = Notice("Something else.")
    desk.notices.append(other)
    monkeypatch.setattr(desk_module, "save_settings", refuse)
    for _tap in range(3):
        desk.set(replace(desk.settings, motion=not desk.settings.motion))
    assert desk.notices == [other, desk.settings_trouble]
    assert "No space left on device" in str(desk.settings_trouble)


def test_settings_that_are_saved_later_are_no_trouble_any_more(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        full.setattr(desk_module, "save_settings", refuse)
        desk.set(Settings(motion=False))
    desk.set(Settings(app_die=False))
    assert desk.notices == []
    assert desk.settings_trouble is None
    assert load_settings(tmp_path) == Settings(app_die=False)
