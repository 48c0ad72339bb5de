from contextlib import closing
from pathlib import Path

import pytest

from companion.memory.journal import Journal
from kiosk.cli import main
from tests.companion.memory.data_folders import database, write_checksums
from tests.companion.memory.finished_games import Ended
from tests.kiosk.touch import Touchscreen

BEFORE_ALL_TIME = "0001-01-01T00:00:00+14:00"
AFTER_IT = "9999-12-31T23:59:59-14:00"
LONGER_THAN_A_PAGE = "x" * 3_000_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with closing(Journal.open(tmp_path)) as journal:
        for number in (0, 2, 0, 2):
            Ended(journal, number)
    with database(tmp_path) as file:
        for game, odd in enumerate((BEFORE_ALL_TIME, AFTER_IT, LONGER_THAN_A_PAGE), start=1):
            file.execute("UPDATE games SET started = ? WHERE id = ?", (odd, game))
            file.execute(
                "UPDATE steps SET time = ? WHERE game = ? AND "
                "number IN (1, (SELECT max(number) FROM steps WHERE game = ?))",
                (odd, game, game),
            )
        write_checksums(file)
    return tmp_path


COMMANDS = (
    ("games",),
    ("export", "--all", "--format", "csv"),
    ("export", "--all", "--format", "bgsplay"),
    ("export", "--all", "--to", "all.zip"),
)


def test_every_command_and_every_list_of_the_screen_tells_of_it(
    folder: Path, capfd, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in COMMANDS:
        assert main([words[0], "--data", str(folder), *words[1:]]) == 0, words
        assert len(capfd.readouterr().out) < 100_000, words
    with Touchscreen(folder, at="start") as touch:
        for page in ("games", "statistics"):
            touch.tap(page)
            touch.wait(0.5)
            assert touch.texts()
            touch.tap("back")
