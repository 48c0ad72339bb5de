"""From one state of the table to another: what to move, when steps are taken back or done again."""

from collections.abc import Iterator

from companion.pieces import MATERIALS, RUNES
from companion.sentence import N_, Sentence
from companion.state import GameState
from companion.telling import sentences


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


def _workers(before: GameState, after: GameState) -> Iterator[Sentence]:
    for plain, old, new in zip(MATERIALS, before.stacks, after.stacks, strict=True):
        if old != new:
            yield sentences.workers_stand(plain, new)


def _buildings(before: GameState, after: GameState) -> Iterator[Sentence]:
    for field, (old, new) in enumerate(zip(before.buildings, after.buildings, strict=True), 1):
        if old != new and old is not None:
            yield Sentence(N_("Take {building} off {field}"), {"building": old, "field": field})
        if old != new and new is not None:
            yield sentences.puts_up(new, field)


def _bonus_chips(before: GameState, after: GameState) -> Iterator[Sentence]:
    for field, (old, new) in enumerate(zip(before.bonus, after.bonus, strict=True), 1):
        if old != new and old is not None:
            yield sentences.into_the_box(old, field)
        if old != new and new is not None:
            yield Sentence(N_("“{bonus}” chip back onto {field}"), {"bonus": new, "field": field})


def _chips(before: GameState, after: GameState) -> Iterator[Sentence]:
    for old, new in zip(before.players, after.players, strict=True):
        common = old.hand.common(new.hand)
        gone, come = old.hand - common, new.hand - common
        if gone.total:
            yield sentences.returns(new.color, gone)
        if come.total:
            yield sentences.takes(new.color, come)


def _runes(before: GameState, after: GameState) -> Iterator[Sentence]:
    for rune, old, new in zip(RUNES, before.runes, after.runes, strict=True):
        if old != new:
            yield sentences.rune_moves(rune, old, new)


def _druid(before: GameState, after: GameState) -> Iterator[Sentence]:
    if before.druid != after.druid:
        yield sentences.druid_moves(after.druid)


def _markers(before: GameState, after: GameState) -> Iterator[Sentence]:
    for old, new in zip(before.players, after.players, strict=True):
        if old.points != new.points:
            yield sentences.marker_moves(new.color, new.points - old.points, new.points)
