import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from kiosk.cli import command_line

DEPLOY = Path(__file__).parents[2] / "deploy"
MACHINE = DEPLOY / "machine"
UNITS = (
    "meduris.service",
    "meduris-power-off.path",
    "meduris-power-off.service",
    "meduris-update.path",
    "meduris-update.service",
    "meduris-to-stick.path",
    "meduris-to-stick.service",
)
LIMITS = ("MemoryHigh", "MemoryMax")
AT_THE_TABLE = 185
"""What the companion takes there, in megabytes (`python -m tests.benchmarks`)."""
SMALLEST_MACHINE = 1024
ANALYZE = shutil.which("systemd-analyze")


def run(*command: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own scripts
        [str(word) for word in command],
        env={**os.environ, **environment},
        cwd=DEPLOY.parent,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(ANALYZE is None, reason="this system has no systemd to ask")
@pytest.mark.parametrize("unit", UNITS)
def test_systemd_finds_no_fault_with_a_unit(unit: str, tmp_path: Path) -> None:
    for path in MACHINE.glob("*.*"):
        # The programs are not on this machine, or not there; that they are is for the rehearsal.
        text = re.sub(r"^(Exec\w+=[-+]*)\S+", r"\1/bin/true", path.read_text(), flags=re.MULTILINE)
        (tmp_path / path.name).write_text(text)
    found = run(ANALYZE, "verify", tmp_path / unit)
    about_ours = [line for line in found.stderr.splitlines() if "meduris" in line]
    assert about_ours == []


def test_the_unit_starts_what_the_installation_makes() -> None:
    unit = (MACHINE / "meduris.service").read_text()
    assert "Type=notify\n" in unit
    assert "NotifyAccess=all\n" in unit
    started = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    assert started is not None
    assert "cage" in started[1]
    assert "/opt/meduris/current/venv/bin/python" in started[1]


def test_the_unit_bounds_its_memory_far_above_what_a_table_takes_and_below_a_small_machines() -> (
    None
):
    unit = (MACHINE / "meduris.service").read_text()
    high, most = (
        int(found[1])
        for found in (re.search(rf"^{name}=(\d+)M$", unit, re.MULTILINE) for name in LIMITS)
        if found is not None
    )
    assert 2 * AT_THE_TABLE < high < most < SMALLEST_MACHINE - 256
    assert "OOMPolicy=stop\n" in unit
    assert "Restart=always\n" in unit


def test_the_units_and_the_installed_command_say_what_the_parser_understands() -> None:
    calls = re.findall(
        r"-m kiosk (.+)$",
        "".join(path.read_text() for path in MACHINE.glob("*.service")),
        re.MULTILINE,
    )
    assert len(calls) == 3
    for call in calls:
        assert command_line().parse_args(call.split()).command == call.split()[0]


def test_the_release_that_is_broken_for_the_rehearsal_is_broken(tmp_path: Path) -> None:
    broken = re.findall(r"sed -i '(s/[^']+)' (kiosk/[\w/]+\.py)", (DEPLOY / "rehearse").read_text())
    assert len(broken) == 1
    ((change, file),) = broken
    copy = tmp_path / "copy.py"
    copy.write_text((DEPLOY.parent / file).read_text())
    run("sed", "-i", change, copy)
    assert copy.read_text() != (DEPLOY.parent / file).read_text()
    compile(copy.read_text(), file, "exec")


def test_nothing_takes_the_screen_out_of_the_unit_or_hangs_it_up() -> None:
    unit = (MACHINE / "meduris.service").read_text()
    assert not re.search(r"^(PAMName|TTY\w+|StandardInput)=", unit, re.MULTILINE)


def test_cage_knows_the_touchscreen_before_its_first_touch() -> None:
    settings = [
        line
        for path in (MACHINE / "meduris.service", MACHINE / "display.env")
        for line in path.read_text().splitlines()
        if not line.startswith("#")
    ]
    assert "WLR_LIBINPUT_NO_DEVICES" not in " ".join(settings)


def test_the_sandbox_lets_libegl_open_a_display() -> None:
    unit = (MACHINE / "meduris.service").read_text()
    allowed = re.findall(r"^SystemCallFilter=(.*)$", unit, re.MULTILINE)
    assert "mincore" in " ".join(allowed).split()


class Shelf:
    """A shelf with two releases, and the unit's helper working on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("old", "new"):
            (folder / "releases" / name).mkdir(parents=True)
        self.link("current", "new")
        self.data = folder / "data"
        self.data.mkdir()

    def link(self, name: str, release: str) -> None:
        (self.folder / name).symlink_to(f"releases/{release}")

    def at(self, name: str) -> str | None:
        link = self.folder / name
        return link.readlink().name if link.is_symlink() else None

    def trial(self, verb: str, result: str = "") -> None:
        told = run(
            MACHINE / "trial",
            verb,
            MEDURIS_SHELF=str(self.folder),
            MEDURIS_RUN=str(self.folder),
            MEDURIS_DATA=str(self.data),
            SERVICE_RESULT=result,
        )
        assert told.returncode == 0, told.stderr


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def test_a_release_that_shows_its_screen_stays(shelf: Shelf) -> None:
    shelf.link("before", "old")
    shelf.trial("begins")
    shelf.trial("settles")
    shelf.trial("fails", "watchdog")
    assert [shelf.at(name) for name in ("current", "previous", "before")] == ["new", "old", None]


@pytest.mark.parametrize("result", ["exit-code", "timeout", "watchdog", "signal", "protocol"])
def test_a_release_that_fails_before_that_is_left_again(shelf: Shelf, result: str) -> None:
    shelf.link("before", "old")
    shelf.trial("begins")
    shelf.trial("fails", result)
    assert [shelf.at(name) for name in ("current", "previous", "before")] == ["old", None, None]


def test_the_stop_of_the_former_release_does_not_count_against_the_new_one(shelf: Shelf) -> None:
    shelf.link("before", "old")
    shelf.trial("fails", "exit-code")
    assert (shelf.at("current"), shelf.at("before")) == ("new", "old")


def test_a_release_that_is_stopped_on_purpose_stays_on_trial(shelf: Shelf) -> None:
    shelf.link("before", "old")
    shelf.trial("begins")
    shelf.trial("fails", "success")
    assert (shelf.at("current"), shelf.at("before")) == ("new", "old")


def test_a_settled_release_may_crash_without_going_back(shelf: Shelf) -> None:
    shelf.link("previous", "old")
    for verb in ("begins", "settles", "fails"):
        shelf.trial(verb, "exit-code")
    assert (shelf.at("current"), shelf.at("previous")) == ("new", "old")


def test_a_release_that_was_its_own_former_one_leaves_the_previous_one_alone(shelf: Shelf) -> None:
    shelf.link("before", "new")
    shelf.link("previous", "old")
    shelf.trial("begins")
    shelf.trial("settles")
    assert [shelf.at(name) for name in ("current", "previous", "before")] == ["new", "old", None]


def games(shelf: Shelf) -> dict[str, str]:
    return {path.name: path.read_text() for path in shelf.data.iterdir() if path.is_file()}


def touch(shelf: Shelf) -> None:
    """What a release does that writes the games in a form of its own."""
    (shelf.data / "games.db").write_text("new form")
    (shelf.data / "games.db-wal").unlink(missing_ok=True)
    (shelf.data / "games.db-shm").write_text("new form")


@pytest.fixture
def on_trial(shelf: Shelf) -> Shelf:
    shelf.link("before", "old")
    (shelf.data / "games.db").write_text("games")
    (shelf.data / "games.db-wal").write_text("the last step")
    return shelf


WERE = {"games.db": "games", "games.db-wal": "the last step"}


def test_a_release_that_fails_leaves_the_games_in_the_form_of_the_former_one(
    on_trial: Shelf,
) -> None:
    on_trial.trial("begins")
    touch(on_trial)
    on_trial.trial("fails", "exit-code")
    on_trial.trial("begins")
    assert games(on_trial) == WERE
    on_trial.trial("settles")
    assert games(on_trial) == WERE


def test_a_release_that_stays_keeps_its_form_of_the_games(on_trial: Shelf) -> None:
    on_trial.trial("begins")
    touch(on_trial)
    on_trial.trial("settles")
    on_trial.trial("begins")
    assert set(games(on_trial).values()) == {"new form"}


def test_after_a_power_cut_a_trial_begins_with_the_games_as_they_were(on_trial: Shelf) -> None:
    on_trial.trial("begins")
    touch(on_trial)
    (on_trial.folder / "meduris-on-trial").unlink()
    on_trial.trial("begins")
    assert games(on_trial) == WERE


def test_where_the_games_cannot_be_kept_no_room_stays_taken(on_trial: Shelf) -> None:
    (on_trial.data / "games.db-wal").unlink()
    (on_trial.data / "games.db-wal").mkdir()
    with pytest.raises(AssertionError, match=r"games\.db-wal"):
        on_trial.trial("begins")
    assert {path.name for path in on_trial.data.iterdir()} == set(WERE)
    on_trial.trial("fails", "exit-code")
    assert on_trial.at("current") == "old"


def test_a_trial_without_any_games_ends_without_any(shelf: Shelf) -> None:
    shelf.link("before", "old")
    shelf.trial("begins")
    touch(shelf)
    shelf.trial("fails", "exit-code")
    shelf.trial("begins")
    assert games(shelf) == {}


class Boot:
    """A boot partition's command line, and what is mounted."""

    def __init__(self, folder: Path) -> None:
        self.line = folder / "cmdline.txt"
        self.line.write_text("console=tty1 root=PARTUUID=1 rootwait\n")
        self.mounts = folder / "mounts"
        self.mounts.write_text("/dev/a / ext4 rw 0 0\n/dev/b /var/lib/meduris ext4 rw 0 0\n")
        self.table = folder / "fstab"
        self.table.write_text("/dev/b /var/lib/meduris ext4 defaults,noatime,nofail 0 2\n")
        self.etc = folder / "etc"
        self.etc.mkdir()

    def read_only_root(self, word: str) -> subprocess.CompletedProcess[str]:
        return run(
            DEPLOY / "read-only-root",
            word,
            MEDURIS_COMMAND_LINE=str(self.line),
            MEDURIS_MOUNTS=str(self.mounts),
            MEDURIS_FSTAB=str(self.table),
            MEDURIS_ETC=str(self.etc),
            MEDURIS_PACKAGES="there",
        )


@pytest.fixture
def boot(tmp_path: Path) -> Boot:
    return Boot(tmp_path)


def test_the_root_is_protected_and_the_saved_games_are_not(boot: Boot) -> None:
    assert boot.read_only_root("on").returncode == 0
    assert boot.read_only_root("on").returncode == 0
    assert boot.line.read_text().split() == [
        "console=tty1",
        "root=PARTUUID=1",
        "rootwait",
        "overlayroot=tmpfs:recurse=0",
    ]
    assert "next start on: yes" in boot.read_only_root("state").stdout


def test_a_protection_that_would_lose_games_is_replaced(boot: Boot) -> None:
    boot.line.write_text("boot=overlay overlayroot=tmpfs rootwait\n")
    boot.read_only_root("on")
    assert boot.line.read_text() == "rootwait overlayroot=tmpfs:recurse=0\n"


def test_the_protection_comes_off_again(boot: Boot) -> None:
    before = boot.line.read_text()
    boot.read_only_root("on")
    boot.read_only_root("off")
    assert boot.line.read_text() == before


@pytest.mark.parametrize(
    ("system", "file", "line"),
    [
        ("rpi/swap.conf", "rpi/swap.conf.d/90-meduris.conf", "Mechanism=zram"),
        (
            "dphys-swapfile",
            "systemd/system/dphys-swapfile.service.d/meduris.conf",
            "ConditionKernelCommandLine=!overlayroot=tmpfs:recurse=0",
        ),
    ],
    ids=["Debian 13", "Debian 12"],
)
def test_no_swap_file_lies_in_memory(boot: Boot, system: str, file: str, line: str) -> None:
    (boot.etc / system).parent.mkdir(exist_ok=True)
    (boot.etc / system).touch()
    boot.read_only_root("on")
    assert line in (boot.etc / file).read_text().splitlines()
    boot.read_only_root("off")
    assert not (boot.etc / file).exists()


def test_a_system_that_does_not_swap_is_left_alone(boot: Boot) -> None:
    boot.read_only_root("on")
    assert list(boot.etc.iterdir()) == []


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("mounts", "/dev/a / ext4 rw 0 0\n", "no partition of its own"),
        ("table", "#/dev/b /var/lib/meduris ext4 defaults 0 2\n", "does not say so"),
    ],
    ids=["none", "only mounted by hand"],
)
def test_without_a_partition_for_the_games_it_is_refused(
    boot: Boot, file: str, text: str, words: str
) -> None:
    getattr(boot, file).write_text(text)
    before = boot.line.read_text()
    told = boot.read_only_root("on")
    assert told.returncode == 1
    assert words in told.stderr
    assert boot.line.read_text() == before
