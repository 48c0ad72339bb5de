import errno
from pathlib import Path

import pytest

from companion.memory import database
from companion.memory.database import DISK_FAILS, DISK_FULL, READ_ONLY
from companion.sentence import Sentence
from kiosk.app_state import AppState
from tests.companion.memory.failing_calls import asked
from tests.companion.memory.watched_disk import why_not
from tests.companion.playing import two_players
from tests.tools.faults import BadDisk, Harm, cut_often, fail_often, record

pytestmark = pytest.mark.skipif(why_not() is not None, reason=str(why_not()))

FOR_GOOD = 10**6
CUTS = 20


def test_whenever_the_power_goes_off_what_was_confirmed_is_there(tmp_path: Path) -> None:
    recording = record(tmp_path / "data", seed=3, evenings=2, steps=25)
    found = cut_often(recording, tmp_path, CUTS, 1)
    assert found.faults == []
    assert found.ends.total() == CUTS
    assert found.ends["with the step under way"]


def test_nothing_is_confirmed_that_a_bad_disk_has_not_and_all_of_it_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(database, "_PAUSES", (0, 0))
    found = fail_often(12, 40)
    assert found.faults == []
    assert found.ends["told, and saved once that was possible"] >= 3


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (Harm("write", errno.ENOSPC, 0, FOR_GOOD), DISK_FULL),
        (Harm("write", errno.EIO, 0, FOR_GOOD), DISK_FAILS),
        (Harm("fsync", errno.EIO, 0, FOR_GOOD), DISK_FAILS),
        (Harm("open", errno.EROFS, 0, FOR_GOOD), READ_ONLY),
    ],
    ids=lambda value: str(value) if isinstance(value, Harm) else "",
)
def test_what_a_disk_refuses_is_told(tmp_path: Path, harm: Harm, told: Sentence) -> None:
    disk = BadDisk(harm)
    with asked(tmp_path / "data", disk.ask):
        app_state = AppState(tmp_path / "data")
        session = app_state.begin_game(two_players())
        app_state.wait_for_writes(60)
        assert session.unsaved == told
        disk.is_bad = False
        session.save_pending()
        app_state.wait_for_writes(60)
        assert session.unsaved is None
        app_state.close()
