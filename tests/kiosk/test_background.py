import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from kivy.app import App

from companion.errors import JournalError, StoppedByUserError
from companion.memory.database import DISK_FULL
from companion.memory.exchange.backup import back_up
from companion.memory.journal import Journal
from companion.memory.session import read_game
from kiosk import routes
from kiosk.app import JournalCheck
from kiosk.background import Job
from kiosk.machine.root_requests import Machine
from tests.kiosk.beside import settle
from tests.kiosk.laid_games import app_state_with_game, beginning, left_game
from tests.kiosk.touch import Touchscreen, says

FAILED = "It failed: {reason}. Try again."
LONG = 20


def too_deep(depth: int = 0) -> int:
    return too_deep(depth + 1) + 1


def no_memory() -> None:
    raise MemoryError


FAULTS: dict[str, Callable[[], object]] = {
    "an error in the app (KeyError, see its log)": {}.popitem,
    "not enough memory": no_memory,
    "an error in the app (RecursionError, see its log)": too_deep,
    "an error in the app (SystemExit, see its log)": sys.exit,
}
TOLD = "not enough memory"


def fails(*_args: object, **_how: object) -> object:
    """Fail in one way that stands for all: they are told apart in `Job` alone."""
    return no_memory()


def goes_on(touch: Touchscreen) -> None:
    touch.app_state.begin_game(beginning(2))
    assert touch.app_state.wait_for_writes(LONG)
    assert touch.app_state.required_session.unsaved is None
    touch.navigator.go(routes.Table())
    assert touch.name == "table"
    with closing(Journal.open_for_reading(touch.app_state.folder)) as journal:
        assert touch.app_state.required_session.game_id in [game.id for game in journal.games()]


# The job itself


def test_what_was_done_comes_of_it() -> None:
    ended = threading.Event()
    job = Job(lambda _job: threading.current_thread().name, FAILED, name="short").start(ended.set)
    assert ended.wait(LONG)
    assert (job.is_done, job.failure, job.result) == (True, None, "short")


@pytest.mark.parametrize("told", FAULTS)
def test_whatever_is_raised_is_a_sentence_and_stands_in_the_log_once(
    told: str, caplog: pytest.LogCaptureFixture
) -> None:
    name = f"job of {told}"
    with caplog.at_level(logging.ERROR):
        for _again in range(3):
            job = Job(lambda _job: FAULTS[told](), FAILED, name=name).start()
            assert job.wait(LONG)
    assert told in str(job.failure)
    assert str(job.failure).endswith("Try again.")
    with pytest.raises(ValueError, match="failed"):
        _ = job.result
    (logged,) = [record.getMessage() for record in caplog.records]
    assert name in logged
    assert "Traceback" in logged


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (JournalError(DISK_FULL), str(DISK_FULL)),
        (OSError(5, "Input/output error"), "It failed: Input/output error. Try again."),
    ],
)
def test_an_error_of_ours_or_the_systems_speaks_for_itself_and_is_no_matter_for_the_log(
    error: Exception, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    def work(_job: object) -> None:
        raise error

    job = Job(work, FAILED, name="full")
    job.run()
    assert (str(job.failure), job.error) == (told, error)
    assert caplog.records == []


def test_a_job_tells_how_far_it_is_and_stops_when_asked() -> None:
    at_half, go_on = threading.Event(), threading.Event()

    def work(job: Job[None]) -> None:
        job.report_progress(50)
        at_half.set()
        go_on.wait(LONG)
        job.report_progress(60)

    job = Job(work, FAILED, name="long").start()
    assert at_half.wait(LONG)
    assert (job.percent, job.is_done) == (50, False)
    job.request_stop()
    go_on.set()
    assert job.wait(LONG)
    assert isinstance(job.error, StoppedByUserError)
    assert str(job.failure) == "That was stopped."


def test_where_there_is_no_room_for_a_thread_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", full)
    ended = []
    job = Job(lambda _job: None, FAILED, name="none").start(lambda: ended.append(True))
    assert (job.is_done, ended) == (True, [True])
    assert str(job.failure).startswith("It failed: ")


# A page's


def working_page(touch: Touchscreen) -> tuple[threading.Event, list[Job[None]], list[Job[None]]]:
    """What lets a page's job that looks every so often whether it is stopped go on; job; heard."""
    begun, go_on, jobs, heard = threading.Event(), threading.Event(), [], []

    def work(job: Job[None]) -> None:
        jobs.append(job)
        begun.set()
        go_on.wait(LONG)
        job.report_progress(50)

    touch.page.run_in_background(work, FAILED, heard.append, name="code")
    assert begun.wait(LONG)
    return go_on, jobs, heard


def test_a_page_hears_of_its_job_in_the_thread_that_draws_and_no_more_once_it_is_gone(
    started: Touchscreen,
) -> None:
    go_on, jobs, heard = working_page(started)
    go_on.set()
    settle(started)
    assert (heard, heard[0].failure) == (jobs, None)
    go_on, jobs, heard = working_page(started)
    started.navigator.go(routes.Settings())
    go_on.set()
    settle(started)
    assert heard == []
    assert isinstance(jobs[0].error, StoppedByUserError)
    goes_on(started)


def test_an_app_that_ends_waits_for_no_pages_job(tmp_path: Path) -> None:
    with Touchscreen(tmp_path, at="start") as touch:
        go_on, jobs, _heard = working_page(touch)
        at_first = time.monotonic()
    assert time.monotonic() - at_first < LONG / 4
    assert not jobs[0].is_done
    go_on.set()
    assert jobs[0].wait(LONG)


# Every place that has one


def test_a_step_that_cannot_be_saved_says_so_and_is_saved_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Touchscreen(
        tmp_path, app_state=app_state_with_game(tmp_path, beginning(2), 4), at="table"
    ) as touch:
        session = touch.app_state.required_session
        with monkeypatch.context() as wrong:
            wrong.setattr(Journal, "save", fails)
            session.undo()
            touch.step()
            assert TOLD in str(session.unsaved)
            assert says(touch, "could not be saved")
        touch.wait(6)
        assert session.unsaved is None
        with closing(Journal.open_for_reading(tmp_path)) as journal:
            assert read_game(journal, session.game_id).state == session.state


def test_what_the_writer_writes_beside_games_is_told_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_game(tmp_path, beginning(2), 4)
    with Touchscreen(tmp_path, at="start") as touch:
        (game,) = touch.app_state.journal.games()
        with monkeypatch.context() as wrong:
            wrong.setattr("kiosk.app_state.force_sync", fails)
            wrong.setattr("kiosk.app_state.save_settings", fails)
            touch.app_state.change_journal(
                lambda journal: journal.set_archived(game.id, archived=True)
            )
            touch.app_state.set_settings(touch.app_state.settings)
            touch.step()
        assert [TOLD in str(notice) for notice in touch.app_state.notices] == [True, True]
        touch.navigator.go(routes.Start())
        assert says(touch, "make them again if needed")
        goes_on(touch)


def test_a_board_that_cannot_be_kept_is_told_and_its_field_asked_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.memory.boards.write_board_file", fails)
    with Touchscreen(tmp_path, at="new_game") as touch:
        touch.tap("seat.add", "seat.add", "read", "icon.wood", "icon.wool")
        assert says(touch, TOLD)
        assert says(touch, "Field 9 of 40")
        goes_on(touch)


def test_a_long_game_that_cannot_be_read_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_game(tmp_path, beginning(3), 40)
    monkeypatch.setattr("kiosk.pages.past_game.LONG_GAME", 30)
    monkeypatch.setattr("kiosk.app_state.read_game", fails)
    with Touchscreen(tmp_path, at="games") as touch:
        touch.tap("game.1")
        settle(touch)
        assert says(touch, TOLD)
        assert says(touch, "could not be read")
        goes_on(touch)


def test_a_check_of_the_games_that_fails_says_so_and_sets_nothing_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_game(tmp_path, beginning(2), 4)
    monkeypatch.setattr("kiosk.app.check_and_snapshot_games", fails)
    with Touchscreen(tmp_path, at="start") as touch:
        JournalCheck(touch.navigator)
        settle(touch)
        assert says(touch, TOLD)
        assert len(touch.app_state.journal.games()) == 1
        goes_on(touch)


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Touchscreen]:
    for folder in ("asked", "sticks/sda1"):
        (tmp_path / folder).mkdir(parents=True)
    for folder in ("old", "data"):
        left_game(tmp_path / folder, beginning(2), 4)
    with Touchscreen(tmp_path / "data") as touch:
        touch.navigator.machine = Machine(
            tmp_path / "asked", tmp_path / "sticks", root=tmp_path / "root"
        )
        touch.navigator.go(routes.Start())
        yield touch


@pytest.mark.parametrize(
    ("job", "keys", "absent"),
    [
        ("kiosk.pages.backup.find_backups", "machine backup", "back_up"),
        ("kiosk.machine.root_requests.Machine.find_offered_update", "machine", "update"),
    ],
)
def test_a_stick_that_cannot_be_looked_at_is_looked_at_again(
    machine: Touchscreen, monkeypatch: pytest.MonkeyPatch, job: str, keys: str, absent: str
) -> None:
    with monkeypatch.context() as wrong:
        wrong.setattr(job, fails)
        machine.tap(*keys.split())
        settle(machine)
        assert says(machine, TOLD)
        assert not machine.shows(absent)
    settle(machine)
    settle(machine)
    assert not says(machine, TOLD)
    goes_on(machine)


def test_a_backup_or_a_restoring_that_fails_says_so_and_is_never_told_as_done(
    machine: Touchscreen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(tmp_path / "old", tmp_path / "sticks/sda1/old.meduris-backup")
    stopped: list[str] = []
    app = SimpleNamespace(stop=lambda: stopped.append("ended"))
    monkeypatch.setattr(App, "get_running_app", lambda: app)
    machine.tap("machine", "backup")
    for key, words in (("back_up", TOLD), ("restore", "could not be restored")):
        monkeypatch.setattr(f"kiosk.pages.backup.{key}", fails)
        settle(machine)
        machine.tap(key)
        settle(machine)
        assert says(machine, TOLD)
        assert says(machine, words)
        assert machine.shows(key)
    assert stopped == []
    goes_on(machine)


def test_a_code_that_cannot_be_worked_out_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.pages.export_game.bg_stats_qr_code", fails)
    app_state = app_state_with_game(tmp_path, beginning(2), 5000)
    with Touchscreen(tmp_path, app_state=app_state, at="export_game") as touch:
        settle(touch)
        assert says(touch, TOLD)
        assert says(touch, "The game is saved")
        touch.tap("back")
        goes_on(touch)
