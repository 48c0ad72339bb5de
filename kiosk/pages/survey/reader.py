"""Where what is read off the cardboard goes: into the game on the table, or among the boards."""

from typing import Protocol

from companion.commands import Correct, SetPrinted, Survey
from companion.memory.boards import BoardShelf
from companion.memory.session import Session
from companion.memory.timeline import Step
from companion.state import Board, Field
from kiosk.pages.survey.view import FieldRead
from kiosk.words.language import _


class Reader(Protocol):
    """Takes down what is read; `board` is the board as far as it is known."""

    @property
    def board(self) -> Board:
        """The board as it is known now."""

    @property
    def last(self) -> int | None:
        """The field that was read last and can be read again; None where none is."""

    def read(self, read: FieldRead) -> None:
        """Take down a field. Raises RuleViolation or BoardError where it cannot be so."""

    def take_back(self) -> None:
        """Forget what was read last. Raises ValueError where nothing was."""


class GameReader:
    """Reads for a game: a survey where nobody has read, a correction where somebody misread."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self._session.state.board

    @property
    def last(self) -> int | None:
        """The field of what was done last, where that was a reading."""
        match self._session.newest:
            case Step(command=Survey(field) | Correct(changes=(SetPrinted(field),))):
                return field
            case _:
                return None

    def read(self, read: FieldRead) -> None:
        """A step of the game, which teaches the boards too; none where it is known so already."""
        if self.board.field(read.field) == Field(read.needs, read.rune):
            return
        if self.board.field(read.field).known:
            change = SetPrinted(read.field, read.needs, read.rune)
            self._session.apply(Correct(changes=(change,), why=_("Misread")))
        else:
            self._session.apply(Survey(field=read.field, needs=read.needs, rune=read.rune))

    def take_back(self) -> None:
        """Undo the step."""
        if self.last is None:
            raise ValueError("the newest step is no reading")
        self._session.undo()


class ShelfReader:
    """Reads before a game: into the board file of that name."""

    def __init__(self, shelf: BoardShelf, name: str) -> None:
        self._shelf = shelf
        self._name = name
        self._read: list[tuple[int, Board]] = []

    @property
    def board(self) -> Board:
        """The board of that name. Raises KeyError where there is none."""
        found = self._shelf.find(self._name)
        if found is None:
            raise KeyError(self._name)
        return found

    @property
    def last(self) -> int | None:
        """The field that was read last since somebody came to read."""
        return self._read[-1][0] if self._read else None

    def read(self, read: FieldRead) -> None:
        """Keep it in the board's file."""
        before = self.board
        fields = list(before.fields)
        fields[read.field - 1] = Field(read.needs, read.rune)
        self._shelf.learn(self._name, before, Board(self._name, tuple(fields)))
        self._read.append((read.field, before))

    def take_back(self) -> None:
        """Let the file say of that field what it said before."""
        if not self._read:
            raise ValueError("nothing was read yet")
        _field, before = self._read[-1]
        self._shelf.learn(self._name, self.board, before)
        self._read.pop()
