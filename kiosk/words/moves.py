"""Moves of the pieces, in words and pictures, one row for each move (SCREEN.md, 3). Free of Kivy.

A row shows the symbols of the players who move pieces, the pieces, and a phrase with one number or
place in bold. Its `line` has the same content as plain text. The rows come from
`companion.telling`; this module adds the words and the pieces to draw.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

import msgspec

from companion import moves, telling
from companion.events import Event
from companion.pieces import MATERIALS, Bonus, BuildingKind, Chips, Color, Material, Rune
from companion.state import GameState
from kiosk.words.language import _, listed
from kiosk.words.texts import Span, emphasis_spans, names_of, sentence_text


class Piece(StrEnum):
    """Kinds of pieces that can be drawn in a row of the list of moves."""

    CHIP = "chip"
    WORKER = "worker"
    HUT = "hut"
    TEMPLE = "temple"
    BONUS = "bonus"
    RUNE = "rune"
    DRUID = "druid"
    DIE = "die"


class Picture(msgspec.Struct, frozen=True):
    """Piece to draw in a row of the list of moves; `which` is its variant, such as a material."""

    piece: Piece
    which: Material | Bonus | Rune | None = None
    owner: Color | None = None


class MoveRow(msgspec.Struct, frozen=True, kw_only=True):
    """Row of the list of moves, in words and pictures; `row` is the data from which it was made.

    `who` are the players who move pieces, in the order of their names; it is empty if no particular
    player does. `spans` is the phrase for the move. `aside` explains points. `line` is the whole
    row as text with the players' names. `is_move` is false for a message that moves no piece.
    """

    row: telling.Row
    who: tuple[Color, ...]
    pictures: tuple[Picture, ...]
    spans: tuple[Span, ...]
    aside: str
    line: str
    is_move: bool


def moves_of(
    state: GameState, events: Sequence[Event], *, open_chips: bool = False
) -> tuple[MoveRow, ...]:
    """Return the moves of pieces that `events` cause; moves of point markers come last.

    `state` is the state before the events. If `open_chips` is set, everyone may see the chips in
    hands, and corrections of a hand are included.
    """
    return move_rows(state, telling.moves_to_make(state, events, open_chips=open_chips))


def move_rows(state: GameState, rows: Iterable[telling.Row]) -> tuple[MoveRow, ...]:
    """Return rows of moves in words and pictures; `state` provides the players' names."""
    names = names_of(state)
    return tuple(_in_words(row, names) for row in rows)


def _in_words(row: telling.Row, names: dict[Color, str]) -> MoveRow:
    phrase = emphasis_spans(telling.move_phrase(row), names)
    reason = telling.reason_for_points(row)
    aside = "" if reason is None else sentence_text(reason, names)
    players = listed([names[color] for color in row.who])
    return MoveRow(
        row=row,
        who=row.who,
        pictures=tuple(_pictures(row)),
        spans=phrase,
        aside=aside,
        line=_line(players, "".join(span.text for span in phrase), aside),
        is_move=telling.is_move(row),
    )


def _line(players: str, what: str, aside: str) -> str:
    if not players:
        return what
    if aside:
        return _("{players}: {what} · {aside}", players=players, what=what, aside=aside)
    return _("{players}: {what}", players=players, what=what)


def _pictures(row: telling.Row) -> Iterator[Picture]:  # noqa: C901, PLR0912 - one flat case a kind of piece
    match row:
        case moves.ChipsTaken(_, chips) | moves.ChipsReturned(_, chips):
            yield from _chips(chips)
        case moves.HandTarget(_, numbers):
            for material, _number in numbers:
                yield Picture(Piece.CHIP, material)
        case moves.SupplyTarget(_, plain):
            yield Picture(Piece.CHIP, plain)
        case moves.WorkerPlaced(who) | moves.WorkerRemoved(who) | moves.WorkerMoved(who):
            yield Picture(Piece.WORKER, owner=who[0])
        case moves.StackTarget(_, _, workers):
            for color in workers:
                yield Picture(Piece.WORKER, owner=color)
        case moves.BuildingPlaced(who, kind) | moves.BuildingRemoved(who, kind):
            hut = kind is BuildingKind.HUT
            yield Picture(Piece.HUT if hut else Piece.TEMPLE, owner=who[0])
        case moves.BonusPutIntoBox(_, bonus) | moves.BonusReturned(_, bonus):
            yield Picture(Piece.BONUS, bonus)
        case moves.RuneMoved(_, rune) | moves.RuneTarget(_, rune):
            yield Picture(Piece.RUNE, rune)
        case moves.DruidMoved():
            yield Picture(Piece.DRUID)
        case moves.DieMoved():
            yield Picture(Piece.DIE)
        case moves.AlreadyDone(_, one) | moves.UndoIfDone(_, one):
            yield from _pictures(one)
        case (
            moves.MarkerMoved() | moves.MarkerTarget() | moves.HiddenHandCorrected() | moves.News()
        ):
            return  # a marker has its owner's symbol, which is shown already


def _chips(chips: Chips) -> Iterator[Picture]:
    for material in MATERIALS:
        if chips.number(material):
            yield Picture(Piece.CHIP, material)
