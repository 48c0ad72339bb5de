"""From one state of the table to another: what to move, when steps are taken back or done again."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from companion.pieces import MATERIALS, RUNES
from companion.sentence import N_, Sentence
from companion.state import GameState
from companion.telling import sentences

_Place = TypeVar("_Place")
_Piece = TypeVar("_Piece")


def differences(before: GameState, after: GameState) -> tuple[Sentence, ...]:
    """What to move so that the cardboard goes from one state to another, a sentence a move."""
    return (
        *_workers(before, after),
        *_buildings(before, after),
        *_bonus_chips(before, after),
        *_chips(before, after),
        *_runes(before, after),
        *_druid(before, after),
        *_markers(before, after),
    )


def _changed(
    places: Sequence[_Place], before: Sequence[_Piece], after: Sequence[_Piece]
) -> Iterator[tuple[_Place, _Piece, _Piece]]:
    """The places where something else is afterwards, with what was there and what is there then."""
    for place, old, new in zip(places, before, after, strict=True):
        if old != new:
            yield place, old, new


def _workers(before: GameState, after: GameState) -> Iterator[Sentence]:
    for plain, _, new in _changed(MATERIALS, before.stacks, after.stacks):
        yield sentences.workers_stand(plain, new)


def _buildings(before: GameState, after: GameState) -> Iterator[Sentence]:
    fields = range(1, len(after.board) + 1)
    for field, old, new in _changed(fields, before.buildings, after.buildings):
        if old is not None:
            yield Sentence(N_("Take {building} off {field}"), {"building": old, "field": field})
        if new is not None:
            yield sentences.puts_up(new, field)


def _bonus_chips(before: GameState, after: GameState) -> Iterator[Sentence]:
    fields = range(1, len(after.board) + 1)
    for field, old, new in _changed(fields, before.bonus, after.bonus):
        if old is not None:
            yield sentences.into_the_box(old, field)
        if new is not None:
            yield Sentence(N_("“{bonus}” chip back onto {field}"), {"bonus": new, "field": field})


def _chips(before: GameState, after: GameState) -> Iterator[Sentence]:
    for color, old, new in _changed(after.colors, before.players, after.players):
        common = old.hand.common(new.hand)
        gone, come = old.hand - common, new.hand - common
        if gone.total:
            yield sentences.returns(color, gone)
        if come.total:
            yield sentences.takes(color, come)


def _runes(before: GameState, after: GameState) -> Iterator[Sentence]:
    for rune, old, new in _changed(RUNES, before.runes, after.runes):
        yield sentences.rune_moves(rune, old, new)


def _druid(before: GameState, after: GameState) -> Iterator[Sentence]:
    if before.druid != after.druid:
        yield sentences.druid_moves(after.druid)


def _markers(before: GameState, after: GameState) -> Iterator[Sentence]:
    for color, old, new in _changed(after.colors, before.players, after.players):
        if old.points != new.points:
            yield sentences.marker_moves(color, new.points - old.points, new.points)
