"""What to move, line by line as it is shown, and what is decided next; knows no Kivy."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.pieces import Color
from companion.state import GameState, Phase
from companion.telling.moves import MarkerMoved, News, Noted
from kiosk.pages.table.parts import name_of
from kiosk.words.language import _, several
from kiosk.words.latest_moves import LatestMoves, Section
from kiosk.words.moves import MoveRow, Picture
from kiosk.words.texts import Span

_NOTED = 3
"""So many things that the table has said of the cardboard are told one by one."""


class Line(NamedTuple):
    """A line of the list: a row of moves, a piece of news, or the heading of rows that follow."""

    who: tuple[Color, ...]
    pictures: tuple[Picture, ...]
    spans: tuple[Span, ...]
    aside: str
    is_move: bool
    is_head: bool = False


class MovesShown(NamedTuple):
    """The newest moves; `heading` stands above them, `follows` names what comes next.

    `won` is by how much each player's points have changed, where they have. `done`: people have
    said that they have moved all that; the news stays to be read.
    """

    heading: str
    lines: tuple[Line, ...]
    follows: str
    won: tuple[tuple[Color, int], ...] = ()
    done: bool = False

    @property
    def title(self) -> str:
        """What stands above them as a card."""
        return self.heading or _("Do this at the table")

    @property
    def number(self) -> int:
        """How many of the lines ask to move something."""
        return sum(line.is_move for line in self.lines)

    @property
    def beside(self) -> tuple[Line, ...]:
        """What stands above the question where there is room."""
        if self.done:
            return tuple(line for line in self.lines if not line.is_move and not line.is_head)
        return (_head(self.heading), *self.lines) if self.heading else self.lines


def moves_shown(state: GameState, latest: LatestMoves, *, done: bool) -> MovesShown:
    """The newest moves, to be shown in `state`."""
    sections = latest.sections
    heading = sections[0].heading if sections else ""
    lines = [*_rows(sections[0].rows)] if sections else []
    for section in sections[1:]:
        lines += [_head(section.heading), *_rows(section.rows)]
    return MovesShown(heading, tuple(lines), follows(state), _won(sections), done)


def _won(sections: tuple[Section, ...]) -> tuple[tuple[Color, int], ...]:
    """By how much markers have just moved; nothing where there are two ways to choose from."""
    if len(sections) != 1:
        return ()
    rows = (row.row for row in sections[0].rows)
    told = (row.row if isinstance(row, Noted) else row for row in rows)
    markers = [row for row in told if isinstance(row, MarkerMoved)]
    won = ((color, row.target - row.source) for row in markers for color in row.who)
    return tuple((color, points) for color, points in won if points)


def _rows(rows: Iterable[MoveRow]) -> Iterable[Line]:
    """The rows, but for news that the moves or the next card say again.

    Of much that is noted, and nothing else, only how much it is: a tap reads all of it.
    """
    rows = [row for row in rows if not (isinstance(row.row, News) and row.row.repeats)]
    noted = [row for row in rows if isinstance(row.row, Noted)]
    is_short = len(noted) <= _NOTED or any(row.is_move for row in rows)
    told = rows if is_short else [row for row in rows if row not in noted]
    lines = [Line(row.who, row.pictures, row.spans, row.aside, row.is_move) for row in told]
    if not is_short:
        much = several("{number} change", "{number} changes", len(noted))
        lines.append(Line((), (), (Span(much, bold=False),), "", is_move=False))
    return lines


def _head(text: str) -> Line:
    return Line((), (), (Span(text, bold=True),), "", is_move=False, is_head=True)


def follows(state: GameState) -> str:
    """Whose decision comes next, and which."""
    if state.decider is None:
        return _("the final score")
    return _("{player}: {what}", player=name_of(state, state.decider), what=_what(state.phase))


def _what(phase: Phase) -> str:
    match phase:
        case Phase.PLACING:
            return _("place a worker")
        case Phase.ROLL:
            return _("roll the die")
        case Phase.TAKE:
            return _("take a chip")
        case Phase.GIVE_BACK:
            return _("return a chip")
        case Phase.ACTION:
            return _("move or build")
        case Phase.OFFERING:
            return _("the druid asks")
        case Phase.FINISHED:
            return _("the final score")
