import errno
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from kivy.app import App

from companion.memory.exchange.backup import back_up
from companion.memory.exchange.restore import restore
from companion.memory.journal import Journal
from companion.memory.session import Session
from kiosk import routes
from kiosk.machine.root_requests import Machine
from kiosk.machine.stick_writing import WriteAnswer, WriteOutcome
from tests.companion.playing import two_players
from tests.kiosk.beside import settle, until, write_as_root
from tests.kiosk.laid_games import beginning
from tests.kiosk.machine import listings
from tests.kiosk.touch import Size, Touchscreen, says

NAME = "old.meduris-backup"
RESTORE = "kiosk.pages.backup.restore"


@pytest.fixture
def screen(tmp_path: Path, sticks: Path, asked: Path, size: Size) -> Iterator[Touchscreen]:
    with Touchscreen(tmp_path / "data", size) as screen:
        screen.navigator.machine = Machine(asked, sticks)
        screen.navigator.go(routes.Machine())
        screen.wait(0.5)
        yield screen


def open_page(screen: Touchscreen) -> None:
    screen.tap("backup")
    settle(screen)


def plug_in(sticks: Path) -> Path:
    (sticks / "sda1").mkdir()
    return sticks / "sda1"


def play(folder: Path) -> None:
    with closing(Journal.open(folder)) as journal:
        Session.begin(journal, two_players())


def old_stick(sticks: Path, tmp_path: Path) -> Path:
    stick = plug_in(sticks)
    for _ in range(2):
        play(tmp_path / "old")
    back_up(tmp_path / "old", stick / NAME)
    return stick


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            WriteAnswer(WriteOutcome.DONE, "meduris-2026-12-31-20.meduris-backup"),
            "It is on the stick as meduris-2026-12-31-20.meduris-backup",
        ),
        (WriteAnswer(WriteOutcome.FULL), "not have enough space"),
        (WriteAnswer(WriteOutcome.READ_ONLY), "cannot be written"),
        (WriteAnswer(WriteOutcome.GONE), "pulled out"),
        (WriteAnswer(WriteOutcome.REFUSED), "did not write"),
    ],
)
def test_what_became_of_it_is_said_and_it_can_be_tried_again(
    screen: Touchscreen, sticks: Path, asked: Path, answer: WriteAnswer, words: str
) -> None:
    plug_in(sticks)
    screen.app_state.begin_game(beginning(3))
    open_page(screen)
    screen.tap("back_up")
    settle(screen)
    (asked / "to-stick").unlink()
    (asked / "to-stick-said").write_text(answer.encode())
    settle(screen)
    assert says(screen, words)
    assert screen.shows("back_up")


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Notes when the app ends, to be started anew by its service."""
    ends: list[str] = []

    class Running:
        def stop(self) -> None:
            ends.append("stopped")

    monkeypatch.setattr(App, "get_running_app", staticmethod(Running))
    return ends


def test_games_that_are_newer_here_are_replaced_only_after_another_tap(
    screen: Touchscreen, sticks: Path, tmp_path: Path, stopped: list[str]
) -> None:
    stick = old_stick(sticks, tmp_path)
    play(tmp_path / "friend")
    back_up(tmp_path / "friend", stick / "newer.meduris-backup")
    screen.app_state.begin_game(beginning(2))
    open_page(screen)
    screen.tap("restore", "backup.2")
    settle(screen)
    assert says(screen, "1 game here is newer than in this backup")
    assert stopped == []
    assert len(screen.app_state.journal.games()) == 1
    screen.tap("restore.now")
    settle(screen)
    assert stopped == ["stopped"]
    assert len(screen.app_state.journal.games()) == 2


def test_a_finger_that_still_taps_as_it_is_asked_replaces_nothing(
    screen: Touchscreen, sticks: Path, tmp_path: Path, stopped: list[str], monkeypatch
) -> None:
    old_stick(sticks, tmp_path)
    screen.app_state.begin_game(beginning(2))
    go_on = threading.Event()
    monkeypatch.setattr(RESTORE, lambda *where, **how: (go_on.wait(20), restore(*where, **how)))
    screen.tap("backup")
    until(screen, lambda: screen.shows("restore"))
    place = screen.place("restore").center
    screen.tap_at(place)
    screen.wait(0.5)
    go_on.set()
    until(screen, lambda: screen.shows("restore.now"))
    screen.tap_at(place)
    settle(screen)
    assert screen.shows("restore.now")
    assert stopped == []
    screen.tap_at(place)
    settle(screen)
    assert stopped == ["stopped"]


def test_a_backup_is_offered_with_the_word_that_another_cannot_be_read(
    screen: Touchscreen, sticks: Path, tmp_path: Path
) -> None:
    open_page(screen)
    assert screen.keys() == ["back"]
    assert says(screen, "Plug in a stick")
    stick = plug_in(sticks)
    (stick / "torn.meduris-backup").write_bytes(b"PK\3\4 no backup")
    (stick / "link.meduris-backup").symlink_to(tmp_path)
    settle(screen)
    assert not screen.shows("restore")
    assert screen.shows("back_up")
    assert says(screen, "cannot be read")
    play(tmp_path / "old")
    back_up(tmp_path / "old", stick / NAME)
    settle(screen)
    assert says(screen, "with 1 game. Another one there cannot be read")
    assert screen.shows("restore")
    (stick / "torn.meduris-backup").write_bytes((stick / NAME).read_bytes()[:2_000])
    settle(screen)
    assert says(screen, "Another one there cannot be read")
    (stick / "torn.meduris-backup").unlink()
    settle(screen)
    assert not says(screen, "cannot be read")


def test_how_far_it_is_is_shown_and_it_can_be_stopped(
    screen: Touchscreen, sticks: Path, tmp_path: Path, stopped: list[str], monkeypatch
) -> None:
    old_stick(sticks, tmp_path)
    told, go_on = threading.Event(), threading.Event()

    def restore_slowly(*where: Path, progress: Callable[[float], object], **how: bool) -> None:
        progress(0.42)
        told.set()
        go_on.wait(20)
        restore(*where, progress=progress, **how)

    monkeypatch.setattr(RESTORE, restore_slowly)
    screen.tap("backup")
    until(screen, lambda: screen.shows("restore"))
    screen.tap("restore")
    assert told.wait(20)
    screen.wait(1.5)
    assert says(screen, "Restoring: 42 %")
    screen.tap("stop")
    assert says(screen, "Stopping")
    assert not screen.shows("stop")
    go_on.set()
    settle(screen)
    assert says(screen, "Stopped. Nothing was changed.")
    assert screen.shows("restore")
    assert screen.app_state.journal.games() == ()
    assert stopped == []


def test_restoring_goes_on_as_the_page_is_drawn_anew(
    screen: Touchscreen, sticks: Path, tmp_path: Path, stopped: list[str], monkeypatch
) -> None:
    old_stick(sticks, tmp_path)
    go_on = threading.Event()
    monkeypatch.setattr(RESTORE, lambda *_where, **_how: go_on.wait(20))
    screen.tap("backup")
    until(screen, lambda: screen.shows("restore"))
    screen.tap("restore")
    screen.navigator.resize(*screen.navigator.size)
    screen.tap("back")
    assert screen.name == "backup"
    assert says(screen, "Restoring")
    go_on.set()
    settle(screen)
    assert stopped == ["stopped"]


def test_a_card_that_is_slow_in_closing_the_games_holds_no_screen_up(
    screen: Touchscreen, sticks: Path, tmp_path: Path, stopped: list[str], monkeypatch
) -> None:
    old_stick(sticks, tmp_path)
    go_on, close = threading.Event(), Journal.close

    def close_slowly(journal: Journal) -> None:
        if threading.current_thread().name == "writer":
            go_on.wait(20)
        close(journal)

    monkeypatch.setattr(Journal, "close", close_slowly)
    screen.waits_for_writer = False
    screen.tap("backup")
    until(screen, lambda: screen.shows("restore"))
    screen.tap("restore")
    assert says(screen, "Restoring")
    go_on.set()
    settle(screen)
    assert stopped == ["stopped"]
    assert len(screen.app_state.journal.games()) == 2


def test_while_games_go_onto_a_stick_that_is_seen_and_then_what_became_of_it(
    screen: Touchscreen, sticks: Path, asked: Path
) -> None:
    stick = plug_in(sticks)
    screen.app_state.begin_game(beginning(3))
    open_page(screen)
    screen.tap("back_up")
    for _look in ("at once", "by whoever comes back"):
        settle(screen)
        assert (asked / "to-stick").read_text() == "sda1"
        assert says(screen, "leave the stick where it is")
        assert not screen.shows("back_up")
        screen.tap("back", "backup")
    folder = screen.app_state.folder
    assert write_as_root(asked, folder, sticks) == WriteAnswer(WriteOutcome.DONE)
    settle(screen)
    assert says(screen, "It is on the stick")
    (backup,) = stick.iterdir()
    assert backup.name.endswith(".meduris-backup")
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == []
    screen.tap("back", "backup")
    settle(screen)
    assert not says(screen, "It is on the stick")


def test_a_stick_that_fails_as_it_is_looked_at_is_none_and_the_next_one_is_found(
    screen: Touchscreen, sticks: Path, tmp_path: Path
) -> None:
    old_stick(sticks, tmp_path)
    screen.tap("backup")
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(Path, "is_dir", failing(Path.is_dir, "sda1"))
        settle(screen)
        assert says(screen, "Plug in a stick")
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(Path, "is_symlink", failing(Path.is_symlink, NAME))
        settle(screen)
        assert not screen.shows("restore")
    settle(screen)
    assert says(screen, "with 2 games")


def failing(look: Callable[[Path], bool], name: str) -> Callable[[Path], bool]:
    """As `look`, but at a file of that name as on a stick that is pulled out."""

    def looked(path: Path) -> bool:
        if path.name == name:
            raise OSError(errno.EIO, "the stick does not answer")
        return look(path)

    return looked


def test_which_of_several_backups_comes_back_is_asked(
    screen: Touchscreen, sticks: Path, tmp_path: Path, stopped: list[str]
) -> None:
    stick = old_stick(sticks, tmp_path)
    for _ in range(5):
        play(tmp_path / "friend")
    back_up(tmp_path / "friend", stick / "newer.meduris-backup")
    open_page(screen)
    assert says(screen, "with 5 games. There are others, too.")
    screen.tap("restore")
    assert screen.keys() == ["back", "backup.1", "backup.2"]
    assert says(screen, "2 games")
    screen.tap("back")
    assert screen.shows("back_up")
    screen.tap("restore", "backup.2")
    settle(screen)
    assert stopped == ["stopped"]
    assert len(screen.app_state.journal.games()) == 2


def with_stick(screen: Touchscreen, asked: Path, sticks: Path, name: str, *mounted: str) -> None:
    """Open the page with a stick plugged in of which lsblk has said something."""
    disks = listings.plug_in(name, sticks, *mounted)
    screen.navigator.machine = Machine(asked, sticks, disks=lambda: disks)
    screen.app_state.begin_game(beginning(2))
    open_page(screen)


def test_which_of_several_sticks_is_asked_by_label_and_size(
    screen: Touchscreen, sticks: Path, asked: Path
) -> None:
    with_stick(screen, asked, sticks, "two", "sda1", "sda2")
    place = screen.place("back_up").center
    screen.tap_at(place)
    screen.tap_at(place)  # as a finger does that taps twice
    assert screen.keys() == ["back", "stick.sda1", "stick.sda2"]
    assert says(screen, "bootfs, 209 MB")
    screen.tap("back")
    assert screen.shows("back_up")
    screen.tap("back_up", "stick.sda2")
    settle(screen)
    assert (asked / "to-stick").read_text() == "sda2"
    assert says(screen, "leave the stick where it is")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ntfs", "This stick is formatted as NTFS"),
        ("blank", "not formatted for files"),
        ("torn", "the stick is being opened"),
    ],
)
def test_a_stick_that_cannot_be_used_is_named_with_what_to_do(
    screen: Touchscreen, sticks: Path, asked: Path, name: str, words: str
) -> None:
    with_stick(screen, asked, sticks, name)
    assert says(screen, words)
    assert says(screen, "use another one") or says(screen, "Use another one")
    assert screen.keys() == ["back"]
