from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.memory.journal import Journal
from companion.memory.local_time import local_time, unusable_zone
from hardware.panel import PressKind
from kiosk.idle_timer import IdleTimer
from kiosk.words.dates import date_and_time, date_text, time_of_day
from tests.companion.memory.finished_games import Ended
from tests.kiosk.touch import Touchscreen
from tests.programs import run_python

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
BERLIN = Path("/usr/share/zoneinfo/Europe/Berlin")
ODD = {
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


@pytest.fixture(params=ODD.values(), ids=ODD.keys())
def odd_zone(request: pytest.FixtureRequest, tmp_path: Path, zone: Callable[[str], None]):
    berlin = BERLIN.read_bytes()
    (tmp_path / "cut").write_bytes(berlin[:200])
    (tmp_path / "damaged").write_bytes(berlin[:44] + b"\xff" * (len(berlin) - 44))
    text = request.param
    if text in {":cut", ":damaged"}:
        text = f":{tmp_path / text[1:]}"
    zone(text)
    return text


def test_times_are_utc_in_an_odd_time_zone(odd_zone: str) -> None:
    assert f"{local_time(NOON):%Y-%m-%d %H:%M}" == "2026-06-01 12:00"
    assert date_text(NOON) == "1 Jun 2026"
    assert time_of_day(NOON) == "12:00"
    assert "12:00" in date_and_time(NOON)


@pytest.mark.parametrize("name", [":/etc/passwd", "Nowhere/City"])
@pytest.mark.parametrize("preloads", [False, True])
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
from kiosk.words.dates import date_text
print(date_text(datetime(2026, 6, 1, 12, tzinfo=UTC)))
"""


def test_a_press_of_the_button_is_noted_in_an_odd_time_zone(odd_zone: str) -> None:
    timer = IdleTimer(lambda: 0.0, dim_after=0, dark_after=0)
    timer.press(next(iter(PressKind)))
    assert timer.last_press is not None


def test_the_screen_lists_games_in_an_odd_time_zone(
    zone: Callable[[str], None], tmp_path: Path
) -> None:
    zone("UTC+99")
    with closing(Journal.open(tmp_path)) as journal:
        Ended(journal, 0)
    with Touchscreen(tmp_path, at="start") as touch:
        touch.tap("games")
        touch.wait(0.5)
        assert touch.texts()


def test_the_doctor_names_a_time_zone_that_cannot_be_used(odd_zone: str) -> None:
    assert unusable_zone() == f"TZ={odd_zone}"


@pytest.mark.parametrize(
    "name",
    ["", "UTC", ":Europe/Berlin", "America/New_York", "CET-1CEST,M3.5.0,M10.5.0/3", "<+03>-3"],
)
def test_the_doctor_has_nothing_against_a_time_zone_that_holds(
    name: str, zone: Callable[[str], None]
) -> None:
    zone(name)
    assert unusable_zone() is None


def test_the_doctor_names_the_machine_s_own_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("TZ", raising=False)
    file = tmp_path / "localtime"
    assert unusable_zone(file) is None
    file.symlink_to(BERLIN)
    assert unusable_zone(file) is None
    file.unlink()
    file.write_bytes(BERLIN.read_bytes()[:300])
    assert unusable_zone(file) == str(file)
