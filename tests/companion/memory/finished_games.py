"""Figures of games that nobody has played, and games that were played to their end."""

import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path

from companion.memory.journal.rows import JournalRow, Kind, new_head

from companion.memory.journal import GameHead, Journal
from companion.memory.session import Session
from companion.memory.statistics.figures import GameFigures, PlayerFigures
from companion.memory.statistics.sums import Totals
from companion.pieces import FACES
from companion.state import Breakdown
from tests.companion.playing import commands, four_players, two_players

NO_ROLLS = (0,) * len(FACES)
TO_THE_END = 5000


def player(name, points=40, victors=0, *, first=False, **more):
    usual = {
        "sources": Breakdown(),
        "huts": 0,
        "temples": 0,
        "runes": 0,
        "offered": 0,
        "refused": 0,
        "turns": 10,
        "faces": NO_ROLLS,
    }
    return PlayerFigures(name=name, points=points, victors=victors, first=first, **usual | more)


def game(*players, minutes=None):
    return GameFigures(players, minutes)


@cache
def rows_to_the_end(number: int) -> tuple[JournalRow, ...]:
    """The rows of a random game of two, or where the number is odd of four."""
    with tempfile.TemporaryDirectory() as scratch, closing(Journal.open(Path(scratch))) as journal:
        session = Session.begin(journal, setup_of(number))
        for command in commands(session.setup, TO_THE_END, number):
            session.apply(command)
        return journal.rows(session.game_id)


def setup_of(number: int):
    return four_players() if number % 2 else two_players()


class Ended:
    """A finished game in a journal that is taken back and done again, and begins `number`-ly."""

    def __init__(self, journal: Journal, number: int) -> None:
        self.head: GameHead = new_head(setup_of(number))
        self.rows = list(rows_to_the_end(number))
        self.id = journal.save(self.head, self.rows)

    def go_on(self, journal: Journal, kind: Kind) -> None:
        """Add a row that is no command."""
        time = self.rows[-1].time
        self.rows.append(JournalRow(len(self.rows) + 1, kind, time))
        assert journal.save(self.head, self.rows) == self.id


def sums_of(*games):
    """What these games add up to, by name."""
    totals = Totals()
    for number, one in enumerate(games, start=1):
        totals.add(number, one)
    return totals.sums()
