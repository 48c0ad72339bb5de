"""A session whose steps are saved by somebody who takes as long as they like."""

from collections.abc import Callable

import pytest

from companion.memory.database import DISK_FULL
from companion.memory.journal import GameRows, Journal
from companion.memory.session import Session
from companion.sentence import Sentence
from tests.companion.playing import commands, two_players


class SlowSave:
    """Keeps what is handed over until `answer` writes it, or says that it cannot be."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.handed_over: list[tuple[GameRows, str | None, Callable]] = []

    def __call__(self, game: GameRows, result: str | None, told: Callable) -> None:
        self.handed_over.append((game, result, told))

    def answer(self, trouble: Sentence | None = None) -> None:
        *what, told = self.handed_over.pop(0)
        told(trouble or self._journal.save(*what))


@pytest.fixture
def slow(journal: Journal) -> SlowSave:
    return SlowSave(journal)


@pytest.fixture
def session(journal: Journal, slow: SlowSave) -> Session:
    """A game that has just begun and is saved."""
    session = Session.begin(journal, two_players(), save=slow)
    slow.answer()
    return session


def placing(session: Session, number: int = 1) -> list:
    done = len(session.steps)
    return commands(two_players(), done + number)[done:]


def test_a_step_is_saving_until_its_fate_is_told(journal, session, slow):
    assert not session.is_saving
    session.apply(*placing(session))
    assert (session.is_saving, session.unsaved, len(session.steps)) == (True, None, 1)
    assert journal.game_rows(1).steps == []
    slow.answer()
    assert (session.is_saving, session.unsaved) == (False, None)
    assert len(journal.game_rows(1).steps) == 1


def test_what_is_done_meanwhile_is_handed_over_next_and_all_at_once(journal, session, slow):
    for command in placing(session, 4):
        session.apply(command)
    assert [len(game.steps) for game, *_others in slow.handed_over] == [1]
    slow.answer()
    assert [len(game.steps) for game, *_others in slow.handed_over] == [4]
    assert session.is_saving
    slow.answer()
    assert not session.is_saving
    assert [row[0] for row in journal.game_rows(1).steps] == [1, 2, 3, 4]


def test_what_could_not_be_saved_holds_nobody_up_while_it_is_tried_again(journal, session, slow):
    session.apply(*placing(session))
    slow.answer(DISK_FULL)
    assert (session.is_saving, session.unsaved) == (False, DISK_FULL)
    assert slow.handed_over == []
    session.apply(*placing(session))
    assert (session.is_saving, session.unsaved) == (False, DISK_FULL)
    session.apply(*placing(session))
    slow.answer()
    assert (session.is_saving, session.unsaved) == (True, None)
    slow.answer()
    assert (session.is_saving, session.unsaved) == (False, None)
    assert [row[0] for row in journal.game_rows(1).steps] == [1, 2, 3]
