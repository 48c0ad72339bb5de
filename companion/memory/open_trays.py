"""What stands open beside the steps of a game, as it is saved: pieces not moved, answers kept.

Only what differs from the game as it stood then is told. Where that is none that there can be, all
lies as the game stands, and nobody has answered before their turn.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from companion.asking import Answer, asked, check, still_kept
from companion.errors import RuleViolation
from companion.memory.journal.trays import TraysNote
from companion.pieces import (
    DRUID_STONES,
    MATERIALS,
    RUNES,
    Bonus,
    Color,
    Material,
    Rune,
    workers_per_player,
)
from companion.state import Building, Druid, GameState
from companion.trays import Cardboard, Movers, OpenChips, Unsettled, lying

K = TypeVar("K")
V = TypeVar("V")

_MOST_POINTS = 1_000_000
_Points = Annotated[int, Meta(ge=0, le=_MOST_POINTS)]


Dropped = tuple[int, tuple[Answer, ...], tuple[int, ...]]
_MOST_DROPPED = 8
"""So many steps that dropped an answer are remembered."""


class OpenTrays(msgspec.Struct, frozen=True):
    """How the pieces lie, which answers wait for others, and who gives nothing for the rest.

    `rests` tells since which step of the final circuit, by the number of its row; `order` in which
    order those answered who were asked at once last, and the number of the last row of that.
    `after` tells of each answer that waits the number of the newest row when it was given.
    `again` are answers that were taken back and can be given again, the next one last, and the
    number of the row that asked for them. `dropped` tells of each step after which an answer waited
    no more its number, which answers waited before it, and `after` of these.
    """

    cardboard: Cardboard
    kept: tuple[Answer, ...] = ()
    rests: tuple[tuple[int, Color], ...] = ()
    order: tuple[int, tuple[Color, ...]] = (0, ())
    again: tuple[int, tuple[Answer, ...]] = (0, ())
    after: tuple[int, ...] = ()
    dropped: tuple[Dropped, ...] = ()

    def keeping(self, kept: Iterable[Answer], newest_row: int) -> "OpenTrays":
        """The same with these answers that wait; those that are new came after that row."""
        kept = tuple(kept)
        after = dict(zip(self.kept, self.after, strict=True))
        return replace(self, kept=kept, after=tuple(after.get(one, newest_row) for one in kept))

    def dropping(self, number: int) -> "OpenTrays":
        """The same, which knows for when that step is undone which answers wait now."""
        others = tuple(one for one in self.dropped if one[0] != number)
        dropped = (*others, (number, self.kept, self.after))[-_MOST_DROPPED:]
        return replace(self, dropped=dropped)

    def brought_back(self, number: int, again: Collection[Answer]) -> "OpenTrays":
        """The same, in which answers that a step had dropped wait as they did before it."""
        known = {one: (kept, after) for one, kept, after in self.dropped}
        waited, after = known.get(number, ((), ()))
        told = dict(zip(waited, after, strict=True)) | dict(zip(self.kept, self.after, strict=True))
        kept = tuple(answer for answer in told if answer in again or answer in self.kept)
        return replace(self, kept=kept, after=tuple(told[answer] for answer in kept))


class ToldTrays(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """As `OpenTrays`, but only what differs from the state, by its place. A part of the format."""

    chips: dict[Color, OpenChips] = {}
    points: dict[Color, _Points] = {}
    stacks: dict[Material, tuple[Color, ...]] = {}
    buildings: dict[int, Building | None] = {}
    bonus: dict[int, Bonus | None] = {}
    runes: dict[Rune, Color | None] = {}
    druid: Druid | None = None
    die: int | UnsetType | None = UNSET
    unsure: tuple[Color, ...] = ()
    movers: Movers = Movers()
    unsettled: Unsettled = Unsettled()
    kept: tuple[Answer, ...] = ()
    rests: tuple[tuple[int, Color], ...] = ()
    order: tuple[int, tuple[Color, ...]] = (0, ())
    again: tuple[int, tuple[Answer, ...]] = (0, ())
    after: tuple[int, ...] = ()
    dropped: tuple[Dropped, ...] = ()


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(ToldTrays)


def noted(number: int, state: GameState, trays: OpenTrays) -> TraysNote:
    """What stands open after so many rows of a game, which then stands as `state`."""
    now, right = trays.cardboard, lying(state)
    fields = range(1, len(state.board) + 1)
    told = ToldTrays(
        chips=_differing(state.colors, now.chips, right.chips),
        points=_differing(state.colors, now.points, right.points),
        stacks=_differing(MATERIALS, now.stacks, right.stacks),
        buildings=_differing(fields, now.buildings, right.buildings),
        bonus=_differing(fields, now.bonus, right.bonus),
        runes=_differing(RUNES, now.runes, right.runes),
        druid=now.druid if now.druid != right.druid else None,
        die=now.die if now.die != right.die else UNSET,
        unsure=now.unsure,
        movers=now.movers,
        unsettled=now.unsettled,
        kept=trays.kept,
        rests=trays.rests,
        order=trays.order,
        again=trays.again,
        after=trays.after,
        dropped=trays.dropped,
    )
    return TraysNote(number, _encoder.encode(told).decode())


def _differing(places: Iterable[K], now: Sequence[V], right: Sequence[V]) -> dict[K, V]:
    pairs = zip(places, now, right, strict=True)
    return {place: lies for place, lies, should in pairs if lies != should}


def read(note: TraysNote, state: GameState) -> OpenTrays | None:
    """What a note tells of a game that then stood as `state`; None where that cannot be."""
    try:
        told = _decoder.decode(note.told)
    except (msgspec.MsgspecError, RecursionError):
        return None
    if not _is_possible(told, note.number, state):
        return None
    right = lying(state)
    fields = range(1, len(state.board) + 1)
    cardboard = Cardboard(
        chips=_instead(state.colors, right.chips, told.chips),
        points=_instead(state.colors, right.points, told.points),
        stacks=_instead(MATERIALS, right.stacks, told.stacks),
        buildings=_instead(fields, right.buildings, told.buildings),
        bonus=_instead(fields, right.bonus, told.bonus),
        runes=_instead(RUNES, right.runes, told.runes),
        druid=told.druid or right.druid,
        die=right.die if isinstance(told.die, UnsetType) else told.die,
        unsure=told.unsure,
        movers=told.movers,
        unsettled=told.unsettled,
    )
    return OpenTrays(
        cardboard, told.kept, told.rests, told.order, told.again, told.after, told.dropped
    )


def _instead(places: Iterable[K], right: Sequence[V], told: Mapping[K, V]) -> tuple[V, ...]:
    return tuple(told.get(place, should) for place, should in zip(places, right, strict=True))


def _is_possible(told: ToldTrays, number: int, state: GameState) -> bool:
    """Whether only players and places of the game are told of, and pieces that there are."""
    colors: set[Color | None] = {
        *told.chips,
        *told.points,
        *(one for stack in told.stacks.values() for one in stack),
        *(building.owner for building in told.buildings.values() if building),
        *told.runes.values(),
        *told.unsure,
        *(told.movers.druid, told.movers.die),
        *(by for _place, by in (*told.movers.bonus, *told.movers.stacks)),
        *told.unsettled.markers,
        *(by for _rune, meanwhile in told.unsettled.runes for by in meanwhile),
        *(color for _number, color in told.rests),
        *told.order[1],
        *(answer.by for answer in told.again[1]),
        *(answer.by for _number, kept, _after in told.dropped for answer in kept),
    }
    fields = {
        *told.buildings,
        *told.bonus,
        *(field for field, _by in told.movers.bonus),
        *((told.die,) if isinstance(told.die, int) else ()),
        *((told.druid.field,) if told.druid and told.druid.field is not None else ()),
    }
    stone = 0 if told.druid is None or told.druid.stone is None else told.druid.stone
    stacks = [*_instead(MATERIALS, state.stacks, told.stacks)]
    workers = [one for stack in stacks for one in stack]
    return (
        colors <= {None, *state.colors}
        and fields <= set(range(1, len(state.board) + 1))
        and 0 <= stone <= DRUID_STONES
        and (told.druid is None or (told.druid.stone is None) != (told.druid.field is None))
        and all(workers.count(one) <= workers_per_player(len(state.players)) for one in workers)
        and all(1 <= one <= number for one, _color in told.rests)
        and 0 <= told.order[0] <= number
        and len(set(told.order[1])) == len(told.order[1])
        and len({answer.by for answer in told.kept}) == len(told.kept)
        and 0 <= told.again[0] <= number
        and len(told.after) == len(told.kept)
        and all(0 <= one <= number for one in told.after)
        and len(told.dropped) <= _MOST_DROPPED
        and all(
            1 <= one <= number
            and len(kept) == len(after) == len({answer.by for answer in kept})
            and all(0 <= row < one for row in after)
            for one, kept, after in told.dropped
        )
        and len({answer.by for answer in told.again[1]}) == len(told.again[1])
        and all(_can_be_kept(state, answer) for answer in told.kept)
        and (not told.kept or bool(asked(state, told.kept)))
    )


def _can_be_kept(state: GameState, answer: Answer) -> bool:
    if still_kept(state, state, [answer]) != (answer,):
        return False
    try:
        check(state, answer)
    except RuleViolation:
        return False
    return True
