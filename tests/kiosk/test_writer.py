from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, current_thread
from threading import enumerate as enumerate_threads

import pytest

from companion.memory.journal import Journal
from companion.memory.played_game import PlayedGame
from kiosk.background import Job
from kiosk.writer import Writer
from tests.companion.playing import two_players

FAILED = "It failed: {reason}."
LONG = 60
"""Seconds after which a writer is taken for stuck."""


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[Writer]:
    writer = Writer(tmp_path, print)
    yield writer
    assert writer.close(LONG)


@pytest.fixture
def stuck() -> Iterator[Callable[[Journal], None]]:
    free = Event()
    yield lambda _journal: free.wait() and None
    free.set()
    for thread in enumerate_threads():
        if thread.name == "writer":
            thread.join(LONG)


def test_jobs_are_done_one_after_the_other_in_a_thread_of_their_own(writer: Writer) -> None:
    threads, told = [], []
    for number in range(5):
        writer.submit(
            lambda _journal, one=number: threads.append(current_thread()) or one,
            FAILED,
            lambda job: told.append(job.result),
        )
    assert writer.wait(LONG)
    assert told == [0, 1, 2, 3, 4]
    assert len(set(threads)) == 1
    assert current_thread() not in threads


def test_it_is_told_in_the_thread_that_hears_and_what_is_handed_over_then_is_waited_for_too(
    writer: Writer,
) -> None:
    news, told = Event(), []
    writer.on_job_done = news.set

    def once_more(job: Job[int]) -> None:
        told.append((job.result, current_thread()))
        if job.result < 3:
            writer.submit(lambda _journal: job.result + 1, FAILED, once_more)

    writer.submit(lambda _journal: 1, FAILED, once_more)
    assert news.wait(LONG)
    assert (writer.is_busy, told) == (True, [])
    writer.deliver_results()
    assert told[0] == (1, current_thread())
    assert writer.wait(LONG)
    assert [result for result, _thread in told] == [1, 2, 3]
    assert not writer.is_busy


def test_why_a_job_failed_is_told_in_a_sentence_and_the_next_one_is_done(tmp_path: Path) -> None:
    told, failed = [], []
    writer = Writer(tmp_path, failed.append)
    writer.submit(lambda _journal: 1 // 0, FAILED)
    writer.submit(lambda _journal: 1 // 0, FAILED, told.append)
    writer.submit(lambda _journal: "done", FAILED, told.append)
    assert writer.close(LONG)
    assert [told[0].failure, told[1].result] == [*failed, "done"]
    assert str(failed[0]).startswith("It failed: there is an error in the app (ZeroDivisionErro")


def test_a_job_that_does_not_end_is_waited_for_no_longer_than_said(
    tmp_path: Path, stuck: Callable[[Journal], None]
) -> None:
    writer = Writer(tmp_path, print)
    writer.submit(stuck, FAILED)
    assert not writer.wait(0)
    assert writer.is_busy
    assert not writer.close(0)


def test_what_is_under_way_is_written_before_the_file_is_let_go_of_and_nothing_makes_no_file(
    tmp_path: Path,
) -> None:
    writer, told = Writer(tmp_path / "data", print), []
    assert writer.wait(0)
    assert writer.close(0)
    assert not (tmp_path / "data").exists()
    writer = Writer(tmp_path, print)
    writer.submit(
        lambda journal: journal.save(PlayedGame.begin(two_players()).rows), FAILED, told.append
    )
    assert writer.close(LONG)
    assert [job.result for job in told] == [1]
