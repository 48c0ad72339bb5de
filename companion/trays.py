"""What each player has still to move: from the cardboard as it lies to the game as it stands.

Nobody waits for the pieces: the game goes on at once, and what a player has not yet moved stands in
their tray until they say that they have. It is a difference, so it adds up, and nothing is told
twice whatever is taken back, done again or corrected in between: what was not moved yet is no more
to be moved, and what was moved is told the other way round.

Chips are the exception: what decisions bring and what they cost stand side by side, "+2" and "-3"
of one material, until each is moved. Who takes chips as soon as they are earned, and says so later,
would pay too few if the price were told without them. Likewise where a marker or a rune stone goes
on before anybody has said that it was moved: whoever did move it and whoever did not are told where
it has to lie, even where that is where it lay at first. Only undo takes anything out of a tray.

A rune stone that changes hands stands in both trays, and is moved once one of the two says so.
Source: touchscreen, principle 3.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import combinations, product
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from companion import commands as do
from companion import moves
from companion.pieces import (
    CHIPS_PER_MATERIAL,
    MATERIALS,
    NO_CHIPS,
    RUNES,
    Bonus,
    Chips,
    Color,
    Material,
    Rune,
    Storey,
    workers_per_player,
)
from companion.state import Building, Druid, GameState

T = TypeVar("T")
Stacks = tuple[tuple[Color, ...], ...]
"""The workers on each plain, from below, in the order of `MATERIALS`."""
_KEPT = 128
"""So many answers of `trays` and `moved` are kept: those of all that may come next are worked out
before one of it happens."""


class Movers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Whose turn it was when something changed that is nobody's: they put it right.

    `bonus` is by fields, `stacks` by plains. Only what is not right yet has a mover.
    """

    druid: Color | None = None
    die: Color | None = None
    bonus: tuple[tuple[int, Color], ...] = ()
    stacks: tuple[tuple[Material, Color], ...] = ()


class Unsettled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a decision has moved on before anybody said that it was moved: who knows where it lies.

    `markers` by their owners; `runes` with those who should have held them meanwhile.
    """

    markers: tuple[Color, ...] = ()
    runes: tuple[tuple[Rune, tuple[Color, ...]], ...] = ()


class Going(Enum):
    """How the game has come from one state to another: by a decision, back, or on once more.

    What was corrected in an old step counts as back: it, too, undoes what was told.
    """

    ON = "on"
    BACK = "back"
    AGAIN = "again"


class OpenChips(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chips that a player has still to move.

    `earned` and `owed` are what decisions have brought and cost, which is told in full. What was
    moved and has been taken back since is to be moved the other way: `taken_again` and `put_back`,
    never both of one material.
    """

    earned: Chips = NO_CHIPS
    owed: Chips = NO_CHIPS
    taken_again: Chips = NO_CHIPS
    put_back: Chips = NO_CHIPS

    @property
    def come(self) -> Chips:
        """All that is to be taken from the plains."""
        return self.earned + self.taken_again

    @property
    def go(self) -> Chips:
        """All that is to be returned to the plains."""
        return self.owed + self.put_back

    def after(self, old: Chips, new: Chips, going: Going) -> "OpenChips":
        """The same once the game gives this player another hand than before.

        Back, what was not moved is no more to be moved; again, what was to be put back stays.
        """
        common = old.common(new)
        lost = _mirrored(_gained(_mirrored(self), old - common, going))
        return _in_numbers(_gained(lost, new - common, going))

    def without(self, come: Chips = NO_CHIPS, go: Chips = NO_CHIPS) -> "OpenChips":
        """The same once so many have been taken and so many returned, which are to be."""
        earned, owed = come.common(self.earned), go.common(self.owed)
        return OpenChips(
            self.earned - earned,
            self.owed - owed,
            self.taken_again - (come - earned),
            self.put_back - (go - owed),
        )

    def of(self, materials: Collection[Material]) -> "OpenChips":
        """What is to be moved of these materials."""
        return OpenChips(
            *(
                Chips(*(chips.number(one) if one in materials else 0 for one in MATERIALS))
                for chips in (self.earned, self.owed, self.taken_again, self.put_back)
            )
        )


NOTHING_OPEN = OpenChips()
_MOST_OF_A_MATERIAL = 2 * CHIPS_PER_MATERIAL
"""Nobody who has so much to take or to return can tell any more what of it they have moved."""


def _gained(chips: OpenChips, gain: Chips, going: Going) -> OpenChips:
    if going is Going.ON:
        return replace(chips, earned=chips.earned + gain)
    owed = gain.common(chips.owed) if going is Going.BACK else NO_CHIPS
    put_back = (gain - owed).common(chips.put_back)
    rest = gain - owed - put_back
    left = replace(chips, owed=chips.owed - owed, put_back=chips.put_back - put_back)
    if going is Going.BACK:
        return replace(left, taken_again=left.taken_again + rest)
    return replace(left, earned=left.earned + rest)


def _mirrored(chips: OpenChips) -> OpenChips:
    """The same with all that comes as going: what is lost is as what is gained, seen so."""
    return OpenChips(chips.owed, chips.earned, chips.put_back, chips.taken_again)


def _in_numbers(chips: OpenChips) -> OpenChips:
    """The same; where it is too much of a material to be told, only the difference."""
    over = [
        max(*both, _MOST_OF_A_MATERIAL) - _MOST_OF_A_MATERIAL
        for both in zip(chips.earned.counts, chips.owed.counts, strict=True)
    ]
    if not any(over):
        return chips
    less = Chips(*over).common(chips.earned).common(chips.owed)
    return replace(chips, earned=chips.earned - less, owed=chips.owed - less)


class Cardboard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the pieces lie, as far as people have said so; chips that no hand holds are on plains.

    `chips`, which are still to be moved, and `points` are in seating order. `unsure` are players
    whose hand was corrected in secret while they had chips to move: only their look at their hand
    tells what those are.
    """

    chips: tuple[OpenChips, ...]
    points: tuple[int, ...]
    stacks: Stacks
    buildings: tuple[Building | None, ...]
    bonus: tuple[Bonus | None, ...]
    runes: tuple[Color | None, ...]
    druid: Druid
    die: int | None = None
    unsure: tuple[Color, ...] = ()
    movers: Movers = Movers()
    unsettled: Unsettled = Unsettled()


class Tray(msgspec.Struct, frozen=True):
    """What a player has to do with the pieces, one movement of the hand a row, in the right order.

    No rows: nothing. `who` of each row is this player.
    """

    color: Color
    rows: tuple[moves.Row, ...]


def lying(state: GameState) -> Cardboard:
    """The cardboard of a table where everything lies as the game stands."""
    return Cardboard(
        chips=(NOTHING_OPEN,) * len(state.players),
        points=tuple([player.points for player in state.players]),
        stacks=state.stacks,
        buildings=state.buildings,
        bonus=state.bonus,
        runes=state.runes,
        druid=state.druid,
        die=state.die_place,
    )


@lru_cache(_KEPT)
def trays(cardboard: Cardboard, state: GameState, *, open_chips: bool = False) -> tuple[Tray, ...]:
    """Each player's tray, in seating order: what they move so that all lies as in `state`.

    Chips, markers, buildings and workers are their owners'; a rune stone is its new holder's and
    its former one's, whoever of them is the first to move it. The druid, the die, a bonus chip, and
    the order of a stack are moved by whoever's turn it was when that changed. Unless chips are
    open, nobody is told in numbers what a correction has left to be moved of a hand.
    """
    return tuple(
        Tray(color, tuple(_rows(cardboard, state, color, open_chips=open_chips)))
        for color in state.colors
    )


def moved(
    cardboard: Cardboard, state: GameState, color: Color, rows: Iterable[moves.Row] | None = None
) -> Cardboard:
    """The cardboard after a player has moved what their tray tells: all of it, or these rows.

    What does not stand in it, or no more, is passed over.
    """
    return _moved(cardboard, state, color, None if rows is None else tuple(rows))


@lru_cache(_KEPT)
def _moved(
    cardboard: Cardboard, state: GameState, color: Color, rows: tuple[moves.Row, ...] | None
) -> Cardboard:
    told = tuple(_rows(cardboard, state, color, open_chips=False))
    in_numbers = told
    if color in cardboard.unsure:
        in_numbers = tuple(_rows(cardboard, state, color, open_chips=True))
    for row in told if rows is None else rows:
        if row in told or row in in_numbers:
            cardboard = _after(cardboard, state, color, row)
    return _tidied(cardboard, state)


def come_since(before: Iterable[moves.Row], now: Iterable[moves.Row]) -> Iterator[moves.Row]:
    """The rows that have come into a tray; of chips only as many as have come.

    Who moves at once what they hear has moved the others.
    """
    before = tuple(before)
    for row in now:
        if isinstance(row, moves.ChipsTaken | moves.ChipsReturned):
            told = [old.chips for old in before if isinstance(old, type(row))]
            if not told:
                yield row
                continue
            new = row.chips - sum(told, NO_CHIPS).common(row.chips)
            if new.total:
                yield replace(row, chips=new)
        elif row not in before:
            yield row


def went_on(
    cardboard: Cardboard, before: GameState, after: GameState, mover: Color | None
) -> Cardboard:
    """The cardboard after the game has gone from one state to another: nothing has moved yet.

    `mover` is whose turn it is, or was, as long as the game goes on. Chips go by `chips_went`.
    """
    if mover is None:
        return _tidied(cardboard, after)
    old, movers = lying(before), cardboard.movers
    new = lying(after)
    if old.druid != new.druid:
        movers = replace(movers, druid=mover)
    if old.die != new.die:
        movers = replace(movers, die=mover)
    fields = range(1, len(new.bonus) + 1)
    bonus = dict(movers.bonus) | dict.fromkeys(_changed(fields, old.bonus, new.bonus), mover)
    stacks = dict(movers.stacks) | dict.fromkeys(_changed(MATERIALS, old.stacks, new.stacks), mover)
    movers = replace(movers, bonus=tuple(bonus.items()), stacks=tuple(stacks.items()))
    return _tidied(replace(cardboard, movers=movers), after)


def chips_went(
    cardboard: Cardboard, before: GameState, after: GameState, going: Going
) -> Cardboard:
    """The cardboard after the hands of a state are to be those of another one, and nothing moved.

    Of kept answers the chips are in these hands (`asking.expected`).
    """
    chips = tuple(
        one if old.hand == new.hand else one.after(old.hand, new.hand, going)
        for one, old, new in zip(cardboard.chips, before.players, after.players, strict=True)
    )
    return cardboard if chips == cardboard.chips else replace(cardboard, chips=chips)


def wandered(cardboard: Cardboard, before: GameState, after: GameState, going: Going) -> Cardboard:
    """The cardboard after markers and rune stones go on, whether or not anybody has moved them yet.

    Back, what was not moved is no more to be moved.
    """
    markers, runes = {*cardboard.unsettled.markers}, dict(cardboard.unsettled.runes)
    for old, new, said in zip(before.players, after.players, cardboard.points, strict=True):
        if old.points == new.points:
            continue
        if going is Going.BACK or (going is Going.AGAIN and new.points == said):
            markers.discard(new.color)
        elif old.points != said:
            markers.add(new.color)
    held = zip(RUNES, cardboard.runes, before.runes, after.runes, strict=True)
    for rune, said_to_hold, former, holder in held:
        if former == holder:
            continue
        if going is Going.BACK or (going is Going.AGAIN and holder == said_to_hold):
            runes.pop(rune, None)
        elif former != said_to_hold:
            meanwhile = runes.get(rune, ())
            if former is not None:
                meanwhile = (*_others(meanwhile, former), former)
            runes[rune] = meanwhile
    unsettled = Unsettled(
        tuple(color for color in before.colors if color in markers), tuple(sorted(runes.items()))
    )
    return _with_unsettled(cardboard, unsettled)


def _with_unsettled(cardboard: Cardboard, unsettled: Unsettled) -> Cardboard:
    if unsettled == cardboard.unsettled:
        return cardboard
    return replace(cardboard, unsettled=unsettled)


def noted(cardboard: Cardboard, after: GameState, changes: Iterable[do.Change]) -> Cardboard:
    """The cardboard after a correction was made, taken back or done again: what it sets lies so.

    `after` is the state after that. Of a hand of which something was to be moved nobody but its
    owner can tell what is still to be moved.
    """
    changes = tuple(changes)
    hands = {change.color for change in changes if isinstance(change, do.SetHand)}
    open_hands = {color for color in hands if _has_open_chips(cardboard, after, color)}
    for change in changes:
        match change:
            case do.SetHand(color, material):
                others = [one for one in MATERIALS if one is not material]
                chips = _chips(cardboard, after, color).of(others)
                cardboard = _with_chips(cardboard, after, color, chips)
            case do.SetPoints(color):
                cardboard = _with_points(cardboard, after, color, after.player(color).points)
            case do.SetStack():
                # Who says how the workers of a plain stand has looked where they come from.
                cardboard = replace(cardboard, stacks=after.stacks)
            case do.SetRune(rune):
                cardboard = _with_rune(cardboard, rune, after.rune_holder(rune))
            case do.SetField(field):
                buildings = _put(cardboard.buildings, field - 1, after.building(field))
                cardboard = replace(cardboard, buildings=buildings)
            case do.SetBonus(field):
                bonus = _put(cardboard.bonus, field - 1, after.bonus_on(field))
                cardboard = replace(cardboard, bonus=bonus)
            case do.SetDruid():
                cardboard = replace(cardboard, druid=after.druid)
            case _:  # whose turn it is, what is printed; plains follow from the hands
                pass
    return _tidied(unsure(cardboard, open_hands), after)


def unsure(cardboard: Cardboard, colors: Collection[Color]) -> Cardboard:
    """The cardboard where only their owners may know what is to be moved of these hands, too."""
    if not colors:
        return cardboard
    both = {*cardboard.unsure, *colors}
    return replace(cardboard, unsure=tuple(color for color in Color if color in both))


def _has_open_chips(cardboard: Cardboard, state: GameState, color: Color) -> bool:
    return color in cardboard.unsure or _chips(cardboard, state, color) != NOTHING_OPEN


def _seat(state: GameState, color: Color) -> int:
    return state.colors.index(color)


def _chips(cardboard: Cardboard, state: GameState, color: Color) -> OpenChips:
    return cardboard.chips[_seat(state, color)]


def _with_chips(
    cardboard: Cardboard, state: GameState, color: Color, chips: OpenChips
) -> Cardboard:
    return replace(cardboard, chips=_put(cardboard.chips, _seat(state, color), chips))


def _with_points(cardboard: Cardboard, state: GameState, color: Color, points: int) -> Cardboard:
    cardboard = replace(cardboard, points=_put(cardboard.points, _seat(state, color), points))
    now = cardboard.unsettled
    return _with_unsettled(cardboard, replace(now, markers=_others(now.markers, color)))


def _with_rune(cardboard: Cardboard, rune: Rune, holder: Color | None) -> Cardboard:
    cardboard = replace(cardboard, runes=_put(cardboard.runes, RUNES.index(rune), holder))
    now = cardboard.unsettled
    runes = tuple(one for one in now.runes if one[0] is not rune)
    return _with_unsettled(cardboard, replace(now, runes=runes))


def _put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _changed(
    places: Iterable[T], before: Sequence[object], after: Sequence[object]
) -> tuple[T, ...]:
    pairs = zip(places, before, after, strict=True)
    return tuple(place for place, old, new in pairs if old != new)


def _others(colors: Iterable[Color], color: Color) -> tuple[Color, ...]:
    return tuple(other for other in colors if other != color)


def _tidied(cardboard: Cardboard, state: GameState) -> Cardboard:
    """The same without movers of what lies as it should."""
    movers = cardboard.movers
    if movers == Movers():
        return cardboard
    fields = range(1, len(state.bonus) + 1)
    bonus = _changed(fields, cardboard.bonus, state.bonus)
    stacks = _changed(MATERIALS, cardboard.stacks, state.stacks)
    kept = Movers(
        druid=movers.druid if cardboard.druid != state.druid else None,
        die=movers.die if cardboard.die != state.die_place else None,
        bonus=tuple((field, by) for field, by in movers.bonus if field in bonus),
        stacks=tuple((plain, by) for plain, by in movers.stacks if plain in stacks),
    )
    return replace(cardboard, movers=kept)


def _rows(
    cardboard: Cardboard,
    state: GameState,
    color: Color,
    *,
    open_chips: bool,
) -> Iterator[moves.Row]:
    """A tray's rows in the order of the booklet: points of an offering before the druid goes on.

    Chips come last, but those of a material that is paid, too: they may be needed for it.
    """
    who = (color,)
    movers = cardboard.movers
    is_secret = color in cardboard.unsure and not open_chips
    chips = _chips(cardboard, state, color)
    come = NO_CHIPS
    if is_secret:
        yield moves.HandChanged(who)
    else:
        come = chips.come
        for heap in _heaps(come):
            if heap.common(chips.go).total:
                yield moves.ChipsTaken(who, heap)
                come -= heap
        for heap in _heaps(chips.go):
            yield moves.ChipsReturned(who, heap)
    yield from _on_fields(cardboard, state, color)
    unsettled = dict(cardboard.unsettled.runes)
    for rune, old, new in zip(RUNES, cardboard.runes, state.runes, strict=True):
        if rune in unsettled:
            if color in (old, new, *unsettled[rune]):
                yield moves.RuneNow(who, rune, new)
        elif old != new and color in (old, new):
            yield moves.RuneMoved(who, rune, old, new)
    marker = _marker(cardboard, state, color)
    if cardboard.druid != state.druid and _mover(movers.druid, state) == color:
        yield from marker
        marker = ()
        yield moves.DruidMoved(who, cardboard.druid, state.druid)
    die = state.die_place
    if cardboard.die != die and _mover(movers.die, state) == color:
        yield moves.DieMoved(who, die)
    yield from _workers(cardboard, state, color)
    for heap in _heaps(come):
        yield moves.ChipsTaken(who, heap)
    yield from marker


def _mover(mover: Color | None, state: GameState) -> Color:
    """Who puts something right that is nobody's; whoever sits first where nobody can tell."""
    return mover or state.active or state.colors[0]


def _heaps(chips: Chips) -> Iterator[Chips]:
    """Chips, one material at a time."""
    for material, number in zip(MATERIALS, chips.counts, strict=True):
        if number:
            yield NO_CHIPS.replaced(material, number)


def _on_fields(cardboard: Cardboard, state: GameState, color: Color) -> Iterator[moves.Row]:
    """First all that goes off, so that no piece is missing; a chip lies before a hut covers it."""
    who = (color,)
    fields = range(1, len(state.board) + 1)
    built = _changed(fields, cardboard.buildings, state.buildings)
    chips = _changed(fields, cardboard.bonus, state.bonus)
    movers = dict(cardboard.movers.bonus)
    mine = [field for field in chips if _mover(movers.get(field), state) == color]
    for field in built:
        old = cardboard.buildings[field - 1]
        if old is not None and old.owner == color:
            yield moves.BuildingOff(who, old.kind, field)
    for field in mine:
        gone = cardboard.bonus[field - 1]
        if gone is not None:
            yield moves.BonusIntoBox(who, gone, field)
    for field in mine:
        come = state.bonus_on(field)
        if come is not None:
            yield moves.BonusBack(who, come, field)
    for field in built:
        new = state.building(field)
        if new is not None and new.owner == color:
            stays = Bonus.DRUID if state.bonus_on(field) is Bonus.DRUID else None
            yield moves.BuildingUp(who, new.kind, field, stays)


def _marker(cardboard: Cardboard, state: GameState, color: Color) -> tuple[moves.Row, ...]:
    source, target = cardboard.points[_seat(state, color)], state.player(color).points
    if color in cardboard.unsettled.markers:
        return (moves.MarkerNow((color,), target),)
    return (moves.MarkerMoved((color,), source, target),) if source != target else ()


def _after(cardboard: Cardboard, state: GameState, color: Color, row: moves.Row) -> Cardboard:
    """The cardboard after one row of a tray was done."""
    match row:
        case moves.HandChanged():
            cardboard = _with_chips(cardboard, state, color, NOTHING_OPEN)
            cardboard = replace(cardboard, unsure=_others(cardboard.unsure, color))
        case moves.ChipsReturned(_, chips) | moves.ChipsTaken(_, chips):
            is_back = isinstance(row, moves.ChipsReturned)
            come, go = (NO_CHIPS, chips) if is_back else (chips, NO_CHIPS)
            left = _chips(cardboard, state, color).without(come, go)
            cardboard = _with_chips(cardboard, state, color, left)
            if left == NOTHING_OPEN:
                cardboard = replace(cardboard, unsure=_others(cardboard.unsure, color))
        case moves.BuildingOff(_, _, field):
            buildings = _put(cardboard.buildings, field - 1, None)
            cardboard = replace(cardboard, buildings=buildings)
        case moves.BuildingUp(_, kind, field):
            buildings = _put(cardboard.buildings, field - 1, Building(kind, color))
            cardboard = replace(cardboard, buildings=buildings)
        case moves.BonusIntoBox(_, _, field):
            cardboard = replace(cardboard, bonus=_put(cardboard.bonus, field - 1, None))
        case moves.BonusBack(_, bonus, field):
            cardboard = replace(cardboard, bonus=_put(cardboard.bonus, field - 1, bonus))
        case moves.RuneMoved(_, rune, _, target) | moves.RuneNow(_, rune, target):
            cardboard = _with_rune(cardboard, rune, target)
        case moves.DruidMoved(_, _, target):
            cardboard = replace(cardboard, druid=target)
        case moves.DieMoved(_, field):
            cardboard = replace(cardboard, die=field)
        case moves.MarkerMoved(_, _, target) | moves.MarkerNow(_, target):
            cardboard = _with_points(cardboard, state, color, target)
        case _:
            stacks = _with_workers(cardboard.stacks, state, row)
            cardboard = replace(cardboard, stacks=stacks)
    return cardboard


class _Stack(msgspec.Struct, frozen=True):
    """The workers of a plain as they stand and as they should, from below.

    `stay` are the places, from 0 below, of those who may stay, `kept` their places as they should
    stand: all others go and come.
    """

    plain: Material
    now: tuple[Color, ...]
    goal: tuple[Color, ...]
    stay: tuple[int, ...]
    kept: tuple[int, ...]

    def leaving(self, owner: Color) -> list[int]:
        """The places of those of a player who have to go."""
        return _others_of(owner, self.now, self.stay)

    def arriving(self, owner: Color) -> list[int]:
        """The places, as they should stand, of those of a player who have to come."""
        return _others_of(owner, self.goal, self.kept)

    def height(self, place: int) -> int | None:
        """How high, 1 below, who comes to a place goes in among the others; None: on top."""
        above = [now for now, kept in zip(self.stay, self.kept, strict=True) if kept > place]
        return above[0] + 1 if above else None


def _others_of(owner: Color, workers: tuple[Color, ...], places: tuple[int, ...]) -> list[int]:
    return [place for place, one in enumerate(workers) if one is owner and place not in places]


def _stack(
    plain: Material, now: tuple[Color, ...], goal: tuple[Color, ...], mover: Color | None
) -> _Stack:
    """With the fewest who go and come; rather the mover's where any others' would do as well."""
    best = _Stack(plain, now, goal, (), ())
    for number in range(min(len(now), len(goal)), 0, -1):
        ways = [
            _Stack(plain, now, goal, stay, kept)
            for stay, kept in product(
                combinations(range(len(now)), number), combinations(range(len(goal)), number)
            )
            if [now[one] for one in stay] == [goal[one] for one in kept]
        ]
        if ways:
            return min(ways, key=lambda way: sum(now[one] is mover for one in way.stay))
    return best


def _workers(cardboard: Cardboard, state: GameState, color: Color) -> tuple[moves.Row, ...]:
    """The rows of a player's workers; each can be done before or after any other one.

    Where the ways of several would cross, who has to stand on a plain.
    """
    movers = dict(cardboard.movers.stacks)
    stacks = [
        _stack(plain, now, goal, movers.get(plain))
        for plain, now, goal in zip(MATERIALS, cardboard.stacks, state.stacks, strict=True)
        if now != goal
    ]
    leaving = [(stack, place) for stack in stacks for place in stack.leaving(color)]
    arriving = [(stack, place) for stack in stacks for place in stack.arriving(color)]
    touched = [stack for stack, _place in (*leaving, *arriving)]
    plains = {stack.plain for stack in touched}
    who = (color,)
    if len(plains) == len(touched) and len(leaving) == len(arriving):
        pairs = zip(leaving, arriving, strict=True)
        return tuple(_way(who, source, target) for source, target in pairs)
    if not leaving and all(stack.height(place) is None for stack, place in arriving):
        return tuple(moves.WorkerPlaced(who, stack.plain) for stack, _place in arriving)
    if not arriving and all(place == len(stack.now) - 1 for stack, place in leaving):
        return tuple(moves.WorkerOff(who, stack.plain) for stack, _place in leaving)
    return tuple(
        moves.StackNow(who, stack.plain, stack.goal) for stack in stacks if stack.plain in plains
    )


def _way(
    who: tuple[Color, ...], source: tuple[_Stack, int], target: tuple[_Stack, int]
) -> moves.Row:
    stack, place = source
    which = moves.storey_told(stack.now, place + 1)
    goal, at = target
    height = goal.height(at)
    among = Storey.at(height, len(goal.now) + 1) if height else None
    return moves.WorkerMoved(who, stack.plain, which, goal.plain, height, among)


def _with_workers(stacks: Stacks, state: GameState, row: moves.Row) -> Stacks:
    """The stacks after a row of workers."""
    on = dict(zip(MATERIALS, stacks, strict=True))
    match row:
        case moves.WorkerPlaced((owner,), plain):
            on[plain] = (*on[plain], owner)
        case moves.WorkerOff(_, plain):
            on[plain] = on[plain][:-1]
        case moves.WorkerMoved((owner,), source, which, target, height):
            former = on[source]
            level = next(
                level
                for level, one in enumerate(former, start=1)
                if one is owner and moves.storey_told(former, level) is which
            )
            on[source] = (*former[: level - 1], *former[level:])
            among = on[target]
            place = len(among) if height is None else height - 1
            on[target] = (*among[:place], owner, *among[place:])
        case moves.StackNow(_, plain, workers):
            on[plain] = workers
            _take_from_others(on, state, plain)
    return tuple(on[plain] for plain in MATERIALS)


def _take_from_others(
    on: dict[Material, tuple[Color, ...]], state: GameState, filled: Material
) -> None:
    """Let those go from other plains who stand on one that has just been filled with them."""
    most = workers_per_player(len(state.players))
    for owner in state.colors:
        for plain in MATERIALS:
            while (
                plain is not filled
                and sum(stack.count(owner) for stack in on.values()) > most
                and on[plain].count(owner) > state.stack(plain).count(owner)
            ):
                stack = on[plain]
                top = len(stack) - stack[::-1].index(owner) - 1
                on[plain] = (*stack[:top], *stack[top + 1 :])
