import os
from pathlib import Path

import pytest

from kiosk.machine.releases.errors import ErrorMessage, ReleaseError, message_of
from kiosk.machine.releases.shelf import Shelf
from kiosk.machine.releases.updating import Updater
from tests.kiosk.machine.releases.making import make_archive, make_key, public, put_wheels


class TrialDouble:
    """Finds fault with the releases of some versions."""

    def __init__(self) -> None:
        self.bad: set[str] = set()
        self.tried: list[str] = []
        self.compared_with: Path | None = None

    def check(self, release: Path, former: Path | None) -> ErrorMessage:
        version = release.name.split("-")[0]
        self.tried.append(version)
        self.compared_with = former
        if version in self.bad:
            raise ReleaseError("{version} does not start", version=version)
        return message_of("It starts.")


class ServiceDouble:
    """A kiosk whose releases of some versions never show a screen, and go back as the unit does."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self.bad: set[str] = set()
        self.running: str | None = None
        self.unit_goes_back = True
        self.unit_settles = True

    def runs(self) -> bool:
        return self.running is not None

    def restart(self) -> bool:
        current = self._shelf.current
        version = current.name.split("-")[0] if current else ""
        if version in self.bad:
            if self.unit_goes_back:
                self._shelf.go_back()
            return False
        self.running = version
        if self.unit_settles:
            self._shelf.mark_good()
        return True


class Bench:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.shelf = Shelf(folder / "opt", put_wheels)
        self.trial = TrialDouble()
        self.service = ServiceDouble(self.shelf)
        self.said: list[str] = []
        self.key = make_key(folder)
        self.updater = Updater(
            self.shelf, self.trial, self.service, self.tell, lambda: public(self.key)
        )

    def tell(self, sentence: ErrorMessage) -> None:
        self.said.append(str(sentence))

    def update(self, version: str, *, older: bool = False, build: int = 0) -> None:
        archive = make_archive(
            self.folder, version, keys=[self.key], build=build, content=b"%d" % build
        )
        self.updater.update(archive, older=older)

    @property
    def links(self) -> tuple[str | None, str | None, str | None]:
        found = (self.shelf.current, self.shelf.previous, self.shelf.before)
        current, previous, before = (path.name.split("-")[0] if path else None for path in found)
        return (current, previous, before)

    @property
    def installed(self) -> list[str]:
        return sorted(path.name.split("-")[0] for path in (self.folder / "opt/releases").iterdir())


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    made = Bench(tmp_path)
    made.update("1")
    made.service.restart()
    return made


def test_the_first_release_waits_for_the_kiosk_to_be_started(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.update("1")
    assert bench.links == ("1", None, None)
    assert bench.said[-1] == "Version 1 is started with the next start of the kiosk."


def test_an_update_is_tried_then_used_and_the_former_release_kept(bench: Bench) -> None:
    bench.update("2")
    assert bench.trial.tried == ["1", "2"]
    assert bench.service.running == "2"
    assert bench.links == ("2", "1", None)
    assert bench.said[-1] == "Version 2 is running."


@pytest.mark.parametrize("settles", [True, False])
def test_it_settles_with_and_without_the_help_of_the_unit(bench: Bench, settles: bool) -> None:  # noqa: FBT001
    bench.service.unit_settles = settles
    bench.update("2")
    assert bench.links == ("2", "1", None)


def test_the_same_archive_again_changes_nothing(bench: Bench) -> None:
    bench.update("2")
    bench.trial.tried.clear()
    bench.service.running = "untouched"
    bench.update("2")
    assert bench.trial.tried == []
    assert bench.service.running == "untouched"
    assert "in use already" in bench.said[-1]


def test_a_release_that_fails_its_trial_is_never_used_and_not_kept(bench: Bench) -> None:
    bench.trial.bad = {"2"}
    with pytest.raises(ReleaseError, match="2 does not start"):
        bench.update("2")
    assert bench.links == ("1", None, None)
    assert bench.installed == ["1"]
    assert bench.service.running == "1"


@pytest.mark.parametrize("unit_helps", [True, False])
def test_a_release_that_shows_no_screen_is_left_again(bench: Bench, unit_helps: bool) -> None:  # noqa: FBT001
    bench.service.bad = {"2"}
    bench.service.unit_goes_back = unit_helps
    with pytest.raises(ReleaseError, match="version 1 is running again"):
        bench.update("2")
    assert bench.links == ("1", None, None)
    assert bench.service.running == "1"


def test_when_neither_starts_that_is_said(bench: Bench) -> None:
    bench.service.bad = {"1", "2"}
    with pytest.raises(ReleaseError, match="does not start either"):
        bench.update("2")
    assert bench.links == ("1", None, None)


def test_rolling_back_and_forth(bench: Bench) -> None:
    bench.update("2")
    bench.updater.roll_back()
    assert bench.service.running == "1"
    assert bench.links == ("1", "2", None)
    bench.updater.roll_back()
    assert bench.links == ("2", "1", None)


def test_rolling_back_to_a_release_that_cannot_open_the_games_is_refused(bench: Bench) -> None:
    bench.update("2")
    bench.trial.bad = {"1"}
    with pytest.raises(ReleaseError):
        bench.updater.roll_back()
    assert bench.links == ("2", "1", None)
    assert bench.installed == ["1", "2"]
    assert bench.service.running == "2"


def test_the_former_release_is_compared_with_the_present_one(bench: Bench) -> None:
    bench.update("2")
    present = bench.shelf.current
    bench.updater.roll_back()
    assert bench.trial.compared_with == present


def test_without_a_former_release_there_is_nothing_to_roll_back_to(bench: Bench) -> None:
    with pytest.raises(ReleaseError, match="no former version"):
        bench.updater.roll_back()


def test_only_two_releases_are_kept_besides_the_newest(bench: Bench) -> None:
    for version in ("2", "3", "4"):
        bench.update(version)
    assert bench.links == ("4", "3", None)
    assert bench.installed == ["2", "3", "4"]


def test_an_unsigned_release_is_refused_unless_asked_for(bench: Bench) -> None:
    archive = make_archive(bench.folder, "2")
    with pytest.raises(ReleaseError, match="not signed"):
        bench.updater.update(archive)
    assert bench.links == ("1", None, None)
    assert bench.installed == ["1"]
    bench.updater.update(archive, unsigned=True)
    assert bench.links == ("2", "1", None)


def test_a_release_signed_by_a_stranger_is_refused(bench: Bench) -> None:
    strangers = make_key(bench.folder, "strangers")
    with pytest.raises(ReleaseError, match="nobody whom this machine trusts"):
        bench.updater.update(make_archive(bench.folder, "2", keys=[strangers]))
    assert bench.installed == ["1"]


def test_a_new_key_comes_with_a_release_that_both_have_signed(bench: Bench) -> None:
    new = make_key(bench.folder, "new")
    bench.updater.update(make_archive(bench.folder, "2", keys=[new, bench.key]))
    assert bench.links == ("2", "1", None)


def test_an_older_release_is_refused_unless_asked_for(bench: Bench) -> None:
    bench.update("1.10")
    with pytest.raises(ReleaseError, match=r"1\.9, which is older than the present 1\.10"):
        bench.update("1.9")
    bench.update("1.9", older=True)
    assert bench.links == ("1.9", "1.10", None)


@pytest.mark.parametrize(("version", "present"), [("2", "2"), ("2.0.0", "2"), ("2.post1",) * 2])
def test_of_one_version_only_a_later_build_is_installed(
    bench: Bench, version: str, present: str
) -> None:
    bench.update(present, build=8)
    for build in (0, 7, 8):
        with pytest.raises(ReleaseError, match=rf"build {build} .*no newer than build 8"):
            make_other_content(bench, version, build)
    bench.update(version, build=10)
    assert bench.links == (version, present, None)
    bench.update(version, build=9, older=True)
    assert bench.links == (version, version, None)


def make_other_content(bench: Bench, version: str, build: int) -> None:
    archive = make_archive(
        bench.folder, version, keys=[bench.key], build=build, content=b"otherwise"
    )
    bench.updater.update(archive)


def damaged(bench: Bench, content: bytes) -> str:
    current = bench.shelf.current
    assert current is not None
    (current / "manifest.json").write_bytes(content)
    bench.said.clear()
    return current.name


FOREIGN = (
    b"",
    b"\0" * 400,
    b"{}",
    b"[]",
    b"\xff\xfe",
    b'{"name": "another program", "version": 3}',
    b"[" * 60_000,
    b'{"format": 2}',
)


@pytest.mark.parametrize("content", FOREIGN, ids=range(len(FOREIGN)))
def test_a_damaged_release_in_use_is_named_and_the_update_goes_on(
    bench: Bench, content: bytes
) -> None:
    name = damaged(bench, content)
    bench.update("2")
    assert name in bench.said[0]
    assert "archive" not in bench.said[0]
    assert bench.links == ("2", "1", None)
    assert bench.service.running == "2"


def test_a_list_without_end_is_not_read(bench: Bench) -> None:
    name = damaged(bench, b"")
    os.truncate(bench.folder / "opt/releases" / name / "manifest.json", 10**12)
    bench.update("2")
    assert name in bench.said[0]


def test_the_same_release_puts_a_damaged_one_right(bench: Bench) -> None:
    bench.update("2")
    damaged(bench, b"")
    bench.update("2")
    assert bench.links == ("2", "2", None)
    bench.said.clear()
    bench.update("2")
    assert "in use already" in bench.said[-1]


def test_after_a_damaged_release_failed_its_successor_it_runs_again(bench: Bench) -> None:
    damaged(bench, b"")
    bench.service.bad = {"2"}
    with pytest.raises(ReleaseError, match="version 1 is running again"):
        bench.update("2")
    assert bench.links == ("1", None, None)


def test_one_can_go_back_to_a_release_whose_list_is_damaged(bench: Bench) -> None:
    bench.update("2")
    previous = bench.shelf.previous
    assert previous is not None
    (previous / "manifest.json").write_bytes(b"")
    bench.updater.roll_back()
    assert bench.service.running == "1"


def test_a_release_in_use_without_its_list_stays_until_another_one_works(bench: Bench) -> None:
    current = bench.shelf.current
    assert current is not None
    (current / "manifest.json").unlink()
    bench.trial.bad = {"2"}
    with pytest.raises(ReleaseError, match="2 does not start"):
        bench.update("2")
    assert (current / "venv").is_dir()
    assert bench.shelf.leftovers() == ()
    bench.shelf.clear_leftovers()
    assert (current / "venv").is_dir()


def test_a_stick_that_changes_its_archive_meanwhile_changes_nothing(bench: Bench) -> None:
    shown = make_archive(bench.folder, "2", keys=[bench.key])
    looked_at = bench.updater._keys
    other = make_archive(bench.folder, "3").read_bytes()

    def swap() -> tuple[str, ...]:
        shown.write_bytes(other)
        return tuple(looked_at())

    Updater(bench.shelf, bench.trial, bench.service, bench.tell, swap).update(shown)
    assert bench.links == ("2", "1", None)


def test_nothing_of_an_archive_stays_beside_the_release(bench: Bench) -> None:
    bench.update("2")
    assert not (bench.folder / "opt/incoming").exists()
