from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.memory.database import DISK_FULL
from companion.memory.journal import Journal
from kiosk import routes
from kiosk.machine.root_requests import Machine
from kiosk.machine.sticks import PluggedInSticks
from kiosk.machine.updates import FOLDER, update_sentence
from kiosk.words.language import use_language
from kiosk.words.texts import sentence_text
from tests.kiosk.beside import settle, until
from tests.kiosk.laid_games import beginning
from tests.kiosk.touch import Size, Touchscreen, says


def look(folder: Path) -> str:
    return f"offer {(folder / 'InRelease').read_text()}"


def put_packages(stick: Path) -> Path:
    """A folder of packages of that version, as a helper that knows no signatures sees it."""
    (stick / FOLDER).mkdir()
    (stick / FOLDER / "InRelease").write_text("7.5\n")
    return stick / FOLDER


def tell(root: Path, line: str) -> None:
    (root / "run/meduris-kiosk").mkdir(parents=True, exist_ok=True)
    (root / "run/meduris-kiosk/said").write_text(f"{line}\n")


@pytest.fixture
def screen(tmp_path: Path, sticks: Path, asked: Path, size: Size) -> Iterator[Touchscreen]:
    (sticks / "sda1").mkdir()
    with Touchscreen(tmp_path / "data", size) as screen:
        screen.navigator.machine = Machine(asked, sticks, tmp_path / "root", ask_helper=look)
        screen.navigator.go(routes.Start())
        yield screen


def test_a_machine_that_can_be_asked_lies_behind_the_first_page_no_other_one_does(screen) -> None:
    assert screen.shows("machine")
    screen.navigator.machine = Machine(None, Path())
    screen.navigator.go(routes.Start())
    assert not screen.shows("machine")


def test_a_second_tap_switches_off_unless_it_trembles_and_a_refusal_is_told_until_then(
    screen: Touchscreen, asked: Path
) -> None:
    asked.rmdir()
    screen.tap("machine", "switch_off")
    screen.wait(0.5)
    screen.tap("switch_off.now")
    settle(screen)
    assert says(screen, "The machine did not accept this: No such file or directory.")
    assert not says(screen, "stops blinking")
    asked.mkdir()
    place = screen.place("switch_off").center
    screen.tap_at(place)
    screen.tap_at(place)
    assert list(asked.iterdir()) == []
    assert not says(screen, "did not accept this")
    screen.wait(0.5)
    screen.tap_at(place)
    assert [path.name for path in asked.iterdir()] == ["power-off"]
    assert says(screen, "stops blinking")


def test_a_stick_without_packages_is_told_from_none(screen: Touchscreen, sticks: Path) -> None:
    (sticks / "sda1").rmdir()
    screen.tap("machine")
    settle(screen)
    assert says(screen, "plug in a stick")
    (sticks / "sda1/folder").mkdir(parents=True)
    made = put_packages(sticks / "sda1/folder")
    until(screen, lambda: says(screen, "meduris-repository is not on the stick"))
    assert not says(screen, "plug in a stick")
    made.rename(sticks / "sda1" / made.name)
    until(screen, lambda: screen.shows("update"))
    assert not says(screen, "is not on the stick")


def test_a_stick_that_is_mounted_just_as_it_is_looked_for_is_not_told_without_its_version(
    screen: Touchscreen, sticks: Path, tmp_path: Path
) -> None:
    made = put_packages(tmp_path)
    (sticks / "sda1").rmdir()
    screen.tap("machine")
    settle(screen)
    machine = screen.navigator.machine
    plugged_in_sticks, told = machine.plugged_in_sticks, []

    def mounted_meanwhile() -> PluggedInSticks:
        if not (sticks / "sda1").exists():
            (sticks / "sda1").mkdir()
            made.rename(sticks / "sda1" / made.name)
        return plugged_in_sticks()

    machine.plugged_in_sticks = mounted_meanwhile

    def is_offered() -> bool:
        told.append(says(screen, "is not on the stick"))
        return screen.shows("update")

    until(screen, is_offered)
    assert not any(told)


def test_what_is_not_saved_is_told_before_switching_off(
    screen: Touchscreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Journal, "save", lambda *_rows: DISK_FULL)
    screen.app_state.begin_game(beginning(2))
    screen.tap("machine")
    assert says(screen, "are not saved and would be lost. The disk is full")
    assert not says(screen, "Every step of a game is saved")


def test_an_update_is_offered_while_a_stick_holds_one(
    screen: Touchscreen, sticks: Path, asked: Path, tmp_path: Path
) -> None:
    screen.tap("machine")
    assert not screen.shows("update")
    put_packages(sticks / "sda1")
    until(screen, lambda: screen.shows("update"))
    assert any("7.5" in text for text in screen.texts())
    screen.tap("update")
    assert [path.name for path in asked.iterdir()] == ["update"]
    assert not screen.shows("update")
    tell(tmp_path / "root", "trying")
    until(screen, lambda: says(screen, "It is being tested"))
    screen.tap("back", "machine")
    settle(screen)
    assert says(screen, "It is being tested")
    assert not says(screen, "The last update")
    assert not screen.shows("update")


def test_after_an_update_that_was_refused_or_failed_the_next_one_is_offered(
    screen: Touchscreen, sticks: Path, asked: Path, tmp_path: Path
) -> None:
    put_packages(sticks / "sda1")
    screen.tap("machine")
    until(screen, lambda: screen.shows("update"))
    asked.rmdir()
    screen.tap("update")
    settle(screen)
    assert says(screen, "The machine did not accept this: No such file or directory.")
    assert not says(screen, "Updating")
    asked.mkdir()
    screen.tap("update")
    assert [path.name for path in asked.iterdir()] == ["update"]
    assert says(screen, "Updating")
    assert not says(screen, "did not accept this")
    (asked / "update").rename(asked / "updating")
    tell(tmp_path / "root", "broken 7.5")
    settle(screen)
    assert not screen.shows("update")
    (asked / "updating").unlink()
    until(screen, lambda: screen.shows("update"))
    assert says(screen, "Last update: Version 7.5 was tested and does not start.")


@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_what_the_last_update_said_is_there_until_the_next_one_is_asked_for(
    screen: Touchscreen, sticks: Path, tmp_path: Path, code: str
) -> None:
    use_language(code)
    tell(tmp_path / "root", "no-picture 10.20.30 10.20.29")
    sentence = update_sentence("no-picture 10.20.30 10.20.29")
    assert (sentence_text(sentence) == str(sentence)) is (code == "en")
    put_packages(sticks / "sda1")
    screen.tap("machine")
    assert says(screen, sentence_text(sentence))
    assert not screen.shows("update")
    until(screen, lambda: screen.shows("update"))
    assert says(screen, sentence_text(sentence))
    screen.tap("back", "machine")
    assert says(screen, sentence_text(sentence))
    until(screen, lambda: screen.shows("update"))
    screen.tap("update")
    assert not says(screen, sentence_text(sentence))


def test_two_touches_go_back_to_the_former_version(
    screen: Touchscreen, asked: Path, tmp_path: Path
) -> None:
    screen.tap("machine")
    assert not screen.shows("former")
    former = tmp_path / "root/var/lib/meduris-kiosk/former"
    former.mkdir(parents=True)
    (former / "meduris-kiosk_7.4_all.deb").touch()
    screen.tap("back", "machine", "former")
    assert list(asked.iterdir()) == []
    assert says(screen, "Go back to version 7.4")
    screen.wait(0.5)
    screen.tap("go_back")
    assert (asked / "update").read_text() == "back"
    assert says(screen, "Updating")
    assert not screen.shows("former")


def test_a_stick_that_is_refused_or_pulled_out_while_it_is_read_is_told_in_a_sentence(
    screen: Touchscreen, sticks: Path, asked: Path
) -> None:
    def fail() -> None:
        raise OSError(5, "Input/output error", "/run/meduris-sticks/sda1")

    screen.navigator.machine = Machine(asked, sticks, ask_helper=lambda _folder: "foreign\n")
    put_packages(sticks / "sda1")
    screen.tap("machine")
    until(screen, lambda: says(screen, "signed by somebody whom this machine does not know"))
    assert not screen.shows("update")
    screen.navigator.machine.find_offered_update = fail
    until(screen, lambda: says(screen, "Plug it in again"))
    assert not says(screen, "Errno")
