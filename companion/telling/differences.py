"""From one state of the table to another: what to move, when steps are taken back or done again.

Hands tell what was taken and returned in the open. Of hands that the table corrected on the way
they tell how they have to be, or only that they are others: chips may lie right already, and
nobody else may know how many they are.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TypeVar

from companion import commands as do
from companion import events as ev
from companion import moves
from companion.pieces import MATERIALS, RUNES, Bonus, Color, Material, Storey
from companion.state import GameState

_Place = TypeVar("_Place")
_Piece = TypeVar("_Piece")
_Stack = tuple[Material, tuple[Color, ...], tuple[Color, ...]]
"""A plain, and its workers before and afterwards."""


def differences(
    before: GameState,
    after: GameState,
    passed: Sequence[ev.Event],
    *,
    open_chips: bool = False,
) -> tuple[moves.Row, ...]:
    """What to move so that the cardboard goes from one state to another, a row a move.

    `passed` are the events that lie between the two, whichever comes first.
    """
    corrected = _corrected_hands(passed)
    return (
        *_workers(before, after, passed),
        *_fields(before, after),
        *_chips(before, after, corrected),
        *_hands(before, after, corrected, open_chips=open_chips),
        *_runes(before, after),
        *_druid(before, after),
        *_die(before, after),
        *_markers(before, after),
    )


def _corrected_hands(passed: Iterable[ev.Event]) -> frozenset[Color]:
    return frozenset(
        change.color
        for event in passed
        if isinstance(event, ev.Corrected)
        for change in event.changes
        if isinstance(change, do.SetHand)
    )


def _changed(
    places: Sequence[_Place], before: Sequence[_Piece], after: Sequence[_Piece]
) -> Iterator[tuple[_Place, _Piece, _Piece]]:
    """The places where something else is afterwards, with what was there and what is there then."""
    for place, old, new in zip(places, before, after, strict=True):
        if old != new:
            yield place, old, new


def _workers(
    before: GameState, after: GameState, passed: Sequence[ev.Event]
) -> Iterator[moves.Row]:
    """The way of a worker where only one has moved, else who has to stand on each plain."""
    changed = tuple(_changed(MATERIALS, before.stacks, after.stacks))
    one = None if _corrects_workers(passed) else _one_worker(changed)
    if one is not None:
        yield one
        return
    for plain, _, new in changed:
        yield moves.StackNow((), plain, new)


def _corrects_workers(passed: Sequence[ev.Event]) -> bool:
    return any(
        isinstance(change, do.SetStack)
        for event in passed
        if isinstance(event, ev.Corrected)
        for change in event.changes
    )


def _one_worker(changed: Sequence[_Stack]) -> moves.Row | None:
    """The move of one worker that makes all the changes, if there is one."""
    match changed:
        case ((plain, (*old, worker), new),) if tuple(old) == new:
            return moves.WorkerOff((worker,), plain)
        case ((plain, old, (*new, worker)),) if tuple(new) == old:
            return moves.WorkerPlaced((worker,), plain)
        case (one, other):
            return _one_move(one, other) or _one_move(other, one)
        case _:
            return None


def _one_move(source: _Stack, target: _Stack) -> moves.Row | None:
    """The move of one worker from a stack to another that makes both what they are afterwards."""
    plain, old, new = source
    goal, below, above = target
    # From above: on top of another of theirs is as good as below it, and easier.
    for level, height in product(range(len(old)), reversed(range(len(above)))):
        left, without = _without(old, level), _without(above, height)
        if (left, without, old[level]) == (new, below, above[height]):
            which = moves.storey_told(old, level + 1)
            place = None if height == len(below) else height + 1
            among = Storey.at(place, len(above)) if place else None
            return moves.WorkerMoved((old[level],), plain, which, goal, place, among)
    return None


def _without(stack: tuple[Color, ...], place: int) -> tuple[Color, ...]:
    return (*stack[:place], *stack[place + 1 :])


def _fields(before: GameState, after: GameState) -> Iterator[moves.Row]:
    """First all that goes off, so that no piece is missing; a chip lies before a hut covers it."""
    fields = range(1, len(after.board) + 1)
    buildings = tuple(_changed(fields, before.buildings, after.buildings))
    bonus = tuple(_changed(fields, before.bonus, after.bonus))
    for field, old, _ in buildings:
        if old is not None:
            yield moves.BuildingOff((old.owner,), old.kind, field)
    for field, chip, _ in bonus:
        if chip is not None:
            yield moves.BonusIntoBox((), chip, field)
    for field, _, chip in bonus:
        if chip is not None:
            yield moves.BonusBack((), chip, field)
    for field, _, new in buildings:
        if new is not None:
            stays = Bonus.DRUID if after.bonus_on(field) is Bonus.DRUID else None
            yield moves.BuildingUp((new.owner,), new.kind, field, stays)


def _chips(
    before: GameState, after: GameState, corrected: frozenset[Color]
) -> tuple[moves.Row, ...]:
    """What is returned and then what is taken, so that no plain is short of chips."""
    returned: list[moves.Row] = []
    taken: list[moves.Row] = []
    for color, old, new in _changed(after.colors, before.players, after.players):
        common = old.hand.common(new.hand)
        gone, come = old.hand - common, new.hand - common
        if gone.total and color not in corrected:
            returned.append(moves.ChipsReturned((color,), gone))
        if come.total and color not in corrected:
            taken.append(moves.ChipsTaken((color,), come))
    return moves.alike_merged((*returned, *taken))


def _hands(
    before: GameState, after: GameState, corrected: frozenset[Color], *, open_chips: bool
) -> Iterator[moves.Row]:
    """How corrected hands have to be, and the plains then."""
    seated = tuple(color for color in after.colors if color in corrected)
    if not seated:
        return
    if open_chips:
        yield from moves.alike_merged(_open_hands(before, after, seated))
    else:
        # Whoever's hand is as before is told to look all the same: that, too, is theirs to know.
        yield moves.HandChanged(seated)
    yield from _plains(before, after, corrected)


def _plains(
    before: GameState, after: GameState, corrected: frozenset[Color]
) -> Iterator[moves.Row]:
    """The plains that are not right when all but the `corrected` have moved their chips."""
    others = [color for color in after.colors if color not in corrected]
    for plain in MATERIALS:
        taken = sum(_more(before, after, color, plain) for color in others)
        number = after.supply.number(plain)
        if number != before.supply.number(plain) - taken:
            yield moves.PlainNow((), plain, number)


def _more(before: GameState, after: GameState, color: Color, material: Material) -> int:
    """How many more chips of a material a player has afterwards; below 0: fewer."""
    return after.player(color).hand.number(material) - before.player(color).hand.number(material)


def _open_hands(
    before: GameState, after: GameState, colors: Sequence[Color]
) -> Iterator[moves.Row]:
    for color in colors:
        old, new = before.player(color).hand, after.player(color).hand
        numbers = tuple(
            (material, count) for material, _, count in _changed(MATERIALS, old.counts, new.counts)
        )
        if numbers:
            yield moves.HandNow((color,), numbers)


def _runes(before: GameState, after: GameState) -> Iterator[moves.Row]:
    for rune, old, new in _changed(RUNES, before.runes, after.runes):
        mover = new or old
        yield moves.RuneMoved((mover,) if mover else (), rune, old, new)


def _druid(before: GameState, after: GameState) -> Iterator[moves.Row]:
    if before.druid != after.druid:
        yield moves.DruidMoved((), before.druid, after.druid)


def _die(before: GameState, after: GameState) -> Iterator[moves.Row]:
    if before.die_place != after.die_place:
        yield moves.DieMoved((), after.die_place)


def _markers(before: GameState, after: GameState) -> tuple[moves.Row, ...]:
    return moves.alike_merged(
        moves.MarkerMoved((color,), old.points, new.points)
        for color, old, new in _changed(after.colors, before.players, after.players)
        if old.points != new.points
    )
