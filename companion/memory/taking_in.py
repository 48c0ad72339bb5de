"""Games that come as records: played through the rules, and saved unless they are there already."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

from msgspec.structs import replace

from companion.commands import Command
from companion.errors import JournalError, RecordError, RuleViolation
from companion.game import Setup, start, unfold
from companion.memory.journal import Journal
from companion.memory.people import People, has_control, is_blank, part
from companion.memory.record import FindBoard, read_record, write_command, write_header
from companion.memory.record_text import FORMAT_RULE
from companion.memory.saved_rows import Row, command_row, new_head, read_command, read_setup
from companion.sentence import N_, Sentence
from companion.state import GameState

_TWO_OF_A_NAME = N_(
    "Two players of this game are called {name}: the statistics leave both out of it."
)
_PARTED = N_("{one} and {other} have played in one game: they are two people again.")


class TakenIn(NamedTuple):
    """The number of a record's game, whether it was there already, and what to tell of it."""

    game: int
    was_there: bool
    told: Sentence | None = None


class _ThereAlreadyError(Exception):
    """Raised at the end of a record whose game is there already: nothing is saved of it."""

    def __init__(self, game: int) -> None:
        super().__init__(game)
        self.game = game


class Beginning(NamedTuple):
    """A record of which the first line has been read; `commands` come with their lines' numbers."""

    setup: Setup
    state: GameState
    commands: Iterator[tuple[int, Setup | Command]]


def begun(stream: BinaryIO, find_board: FindBoard) -> Beginning:
    """Read the first line of a record, with names that can be read. Raises RecordError."""
    record = read_record(stream, find_board)
    number, setup = next(record)
    if not isinstance(setup, Setup):
        raise TypeError("a record begins with its header")
    for seat in setup.players:
        # The contract lets them stand in a record; among the saved games nobody could read them.
        if is_blank(seat.name) or has_control(seat.name):
            told = Sentence(
                N_("the {color} player has no name that can be read: {name}"),
                {"color": seat.color, "name": ascii(seat.name)},
            )
            raise RecordError(number, FORMAT_RULE, told)
    try:
        return Beginning(setup, start(setup), record)
    except RuleViolation as refusal:
        raise RecordError(number, refusal.rule, refusal.sentence) from refusal


class TakingIn:
    """Takes records into a journal; two are the same game if header and commands are."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._alike: dict[bytes, list[int]] | None = None

    def take(self, beginning: Beginning) -> TakenIn:
        """Save a record's game, all of it or nothing.

        Raises RecordError where the record is wrong, JournalError where it cannot be saved.
        """
        header = _digest([write_header(beginning.setup)])
        alike = self._games_that_began_so(header)
        former = {self._digest_of(game): game for game in alike}
        try:
            head = new_head(beginning.setup)
            game = self._journal.add(head, _rows(beginning, former, head.started))
        except _ThereAlreadyError as found:
            return TakenIn(found.game, was_there=True)
        alike.append(game)
        return TakenIn(game, was_there=False, told=self._apart(beginning.setup))

    def _apart(self, setup: Setup) -> Sentence | None:
        """See to it that who sits at one table is not one person; what to tell of them.

        Raises JournalError.
        """
        names = [seat.name for seat in setup.players]
        alike = next((name for name in names if names.count(name) > 1), None)
        if alike is not None:
            return Sentence(_TWO_OF_A_NAME, {"name": alike})
        people = People.of(self._journal)
        whose = [people.person_of(name) for name in names]
        for name, person in zip(names, whose, strict=True):
            if whose.count(person) > 1 and name != person.name:
                part(self._journal, person, name)
                return Sentence(_PARTED, {"one": name, "other": person.name})
        return None

    def _games_that_began_so(self, header: bytes) -> list[int]:
        if self._alike is None:
            self._alike = {}
            for game in (*self._journal.games(), *self._journal.games(away=True)):
                try:
                    began = _digest([write_header(read_setup(game.head))])
                except JournalError:  # What cannot be read is no game that could be the same.
                    continue
                self._alike.setdefault(began, []).append(game.id)
        return self._alike.setdefault(header, [])

    def _digest_of(self, game: int) -> bytes | None:
        try:
            rows = self._journal.standing_rows(game)
            return _digest(write_command(read_command(row)) for row in rows)
        except JournalError:
            return None


def _digest(lines: Iterable[bytes]) -> bytes:
    whole = hashlib.sha256()
    for line in lines:
        whole.update(line + b"\n")
    return whole.digest()


def _rows(beginning: Beginning, former: dict[bytes | None, int], time: str) -> Iterator[Row]:
    """The rows of a record's commands, carried out one by one.

    All are of one `time`: how long they take to be read is not how long they were played.
    """
    state, whole = beginning.state, hashlib.sha256()
    for line, command in beginning.commands:
        if isinstance(command, Setup):
            raise TypeError("a record has one header")
        try:
            unfolding = unfold(state, command)
        except RuleViolation as refusal:
            raise RecordError(line, refusal.rule, refusal.sentence) from refusal
        state = unfolding.state
        whole.update(write_command(command) + b"\n")
        yield replace(command_row(line - 1, command, unfolding.events), time=time)
    there = former.get(whole.digest())
    if there is not None:
        raise _ThereAlreadyError(there)
