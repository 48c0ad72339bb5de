from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.memory.journal import Journal
from companion.memory.local_time import local_time, unusable_time_zone_setting
from hardware.panel import PressKind
from kiosk.cli import main
from kiosk.idle_timer import IdleTimer
from kiosk.words.dates import format_date, format_date_and_time, format_time_of_day
from tests.companion.memory.data_folders import database, write_checksums
from tests.companion.memory.finished_games import Ended
from tests.kiosk.touch import Touchscreen
from tests.programs import run_python

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
BERLIN = Path("/usr/share/zoneinfo/Europe/Berlin")
ODD_ZONES = {
    "a text file": ":/etc/passwd",
    "a file that is not there": ":/nowhere",
    "a city that is not there": "Nowhere/City",
    "a folder": ":/usr",
    "a device": ":/dev/zero",
    "a file cut short": ":cut",
    "a file of damaged numbers": ":damaged",
    "days off": "UTC+99",
    "a day off": "<XYZ>-24",
    "a cut name": "<X",
    "not UTF-8": "\udcff",
}


@pytest.mark.parametrize("name", ODD_ZONES.values(), ids=ODD_ZONES)
def test_in_an_odd_time_zone_times_are_utc_and_the_doctor_names_it(
    name: str, tmp_path: Path, zone: Callable[[str], None]
) -> None:
    berlin = BERLIN.read_bytes()
    (tmp_path / "cut").write_bytes(berlin[:200])
    (tmp_path / "damaged").write_bytes(berlin[:44] + b"\xff" * (len(berlin) - 44))
    name = f":{tmp_path / name[1:]}" if name in {":cut", ":damaged"} else name
    zone(name)
    assert f"{local_time(NOON):%Y-%m-%d %H:%M}" == "2026-06-01 12:00"
    assert format_date(NOON) == "1 Jun 2026"
    assert format_time_of_day(NOON) == "12:00"
    assert "12:00" in format_date_and_time(NOON)
    assert unusable_time_zone_setting() == f"TZ={name}"
    timer = IdleTimer(lambda: 0.0, dim_after=0, dark_after=0)
    timer.record_panel_press(next(iter(PressKind)))
    assert timer.last_press is not None


@pytest.mark.parametrize(("name", "preloads"), [(":/etc/passwd", False), ("Nowhere/City", True)])
def test_the_first_date_is_told_in_an_odd_time_zone(name: str, *, preloads: bool) -> None:
    # In a process of its own: Babel reads the time zone once, when it is imported.
    ended = run_python("-c", _PRELOADS * preloads + _FIRST_DATE, variables={"TZ": name})
    assert (ended.stdout, ended.stderr) == ("1 Jun 2026\n", "")


_PRELOADS = """
from kiosk import process
process.configure_kivy(800, 480, fullscreen=False)
from importlib import import_module
from kiosk.preloading import MODULES
for module in MODULES:
    if isinstance(module, str):
        import_module(module)
"""
_FIRST_DATE = """
from datetime import UTC, datetime
from kiosk.words.dates import format_date
print(format_date(datetime(2026, 6, 1, 12, tzinfo=UTC)))
"""


@pytest.mark.parametrize(
    "name",
    ["", "UTC", ":Europe/Berlin", "America/New_York", "CET-1CEST,M3.5.0,M10.5.0/3", "<+03>-3"],
)
def test_the_doctor_has_nothing_against_a_time_zone_that_holds(
    name: str, zone: Callable[[str], None]
) -> None:
    zone(name)
    assert unusable_time_zone_setting() is None


def test_the_doctor_names_the_machine_s_own_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("TZ", raising=False)
    file = tmp_path / "localtime"
    assert unusable_time_zone_setting(file) is None
    file.symlink_to(BERLIN)
    assert unusable_time_zone_setting(file) is None
    file.unlink()
    file.write_bytes(BERLIN.read_bytes()[:300])
    assert unusable_time_zone_setting(file) == str(file)


COMMANDS = (
    ("games",),
    ("export", "--all", "--format", "csv"),
    ("export", "--all", "--format", "bgsplay"),
    ("export", "--all", "--to", "all.zip"),
)
ODD_TIMES = ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "x" * 3_000_000)
"""Before and after all times that can be told, and longer than a page."""


def test_every_command_and_every_list_of_the_screen_tells_of_odd_times_in_an_odd_zone(
    zone: Callable[[str], None], capfd, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    zone("UTC+99")
    monkeypatch.chdir(tmp_path)
    with closing(Journal.open(tmp_path)) as journal:
        for number in (0, 2, 0, 2):
            Ended(journal, number)
    with database(tmp_path) as file:
        for game, odd in enumerate(ODD_TIMES, start=1):
            file.execute("UPDATE games SET started = ? WHERE id = ?", (odd, game))
            file.execute(
                "UPDATE steps SET time = ? WHERE game = ? AND "
                "number IN (1, (SELECT max(number) FROM steps WHERE game = ?))",
                (odd, game, game),
            )
        write_checksums(file)
    for words in COMMANDS:
        assert main([words[0], "--data", str(tmp_path), *words[1:]]) == 0, words
        assert len(capfd.readouterr().out) < 100_000, words
    with Touchscreen(tmp_path, at="start") as touch:
        for page in ("games", "statistics"):
            touch.tap(page)
            touch.wait(0.5)
            assert touch.texts()
            touch.tap("back")
