"""What a table has ruled once and keeps: for an evening, for a group, for a game; no Kivy.

Kept among the settings. No ruling changes the rules or a record: it spares the table a question,
or a button. What is asked each time is not here: whatever takes something off the board.
"""

import time
from collections.abc import Callable, Iterable
from typing import Annotated

import msgspec

from companion.errors import JournalError
from companion.memory.journal import Journal
from companion.memory.names import LONGEST_NAME, name_key
from companion.memory.people import People, Person, by_name
from companion.pieces import SWAP_RATE, Color
from kiosk.words.texts import color_names_everywhere

MOST_KEPT = 30
"""So many rulings are kept; the oldest ones give way."""
EVENING_HOURS = 12
"""So long after it was made a ruling holds that is kept for the evening.

Hours and no day: on a machine whose clock is set to another zone midnight may come at supper. They
count both ways, as a clock that nobody sets goes back by up to an hour when the power is cut.
"""
_MOST_GAMES = 12
"""Of how many games a ruling knows that it holds there, the newest ones."""
_LONGEST_KEY = 64
_LAST_SECOND = 32_503_680_000
"""The year 3000: no clock of a saved game stands there either."""
_SECONDS_AN_HOUR = 3600

WhoIs = Callable[[str], Person]

_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
_Players = Annotated[tuple[_Name, ...], msgspec.Meta(max_length=len(Color))]
_Key = Annotated[str, msgspec.Meta(min_length=1, max_length=_LONGEST_KEY)]
_Second = Annotated[int, msgspec.Meta(ge=0, le=_LAST_SECOND)]


class _Ruling(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="rule"
):
    """What all rulings share: the id of the rule, and nothing that a later release has added."""


class StandIn(_Ruling, frozen=True, tag="pay.swap"):
    """So many others stand in for a chip that a payment lacks, fewer than the rules ask for.

    `players` are the names of those in whose games that holds, in any order; without any it holds
    this evening, whoever plays. `since` is when that was ruled, in seconds since 1970.
    """

    others: Annotated[int, msgspec.Meta(ge=1, lt=SWAP_RATE)]
    since: _Second
    players: _Players = ()


class SwapInPayment(_Ruling, frozen=True, tag="swap.any-time"):
    """Three chips are swapped for one only in a payment, in games of these `players`.

    `games` are the keys of those games, the newest last; `again`: the next game of these people
    begins so, too. `since` is when that was chosen last, in seconds since 1970.
    """

    since: _Second
    players: _Players
    games: Annotated[tuple[_Key, ...], msgspec.Meta(max_length=_MOST_GAMES)] = ()
    again: bool = False


KeptRuling = StandIn | SwapInPayment
Rulings = tuple[KeptRuling, ...]


def this_second() -> int:
    """The time as rulings keep it, by whatever the clock says."""
    return min(max(0, int(time.time())), _LAST_SECOND)


def who_plays(journal: Journal) -> WhoIs:
    """Who is meant by a name; where the people cannot be read, everybody by their own name."""
    try:
        return People.of(journal).person_of
    except JournalError:  # The start screen tells that.
        return by_name


def group_of(names: Iterable[str]) -> tuple[str, ...]:
    """The people who play, by name; () where one of them has no name but that of a colour."""
    group = tuple(names)
    colors = set(map(name_key, color_names_everywhere()))
    return group if colors.isdisjoint(map(name_key, group)) else ()


def same_group(one: Iterable[str], other: Iterable[str], who_is: WhoIs) -> bool:
    """Whether the same people go by those names, in any order and spelling."""
    return sorted(who_is(name).id for name in one) == sorted(who_is(name).id for name in other)


def in_force(rulings: Rulings) -> Rulings:
    """Those that still hold for somebody."""
    now = this_second()
    return tuple(one for one in rulings if not _is_over(one, now))


def _is_over(ruling: KeptRuling, now: int) -> bool:
    match ruling:
        case StandIn(players=()):
            return abs(now - ruling.since) >= EVENING_HOURS * _SECONDS_AN_HOUR
        case StandIn():
            return False
        case SwapInPayment():
            return not ruling.games and not ruling.again


def with_ruling(rulings: Rulings, new: KeptRuling, who_is: WhoIs) -> Rulings:
    """The rulings that still hold, and one more; it takes the place of one that says the same."""
    others = [one for one in in_force(rulings) if not _says_the_same(one, new, who_is)]
    return (*others, new)[-MOST_KEPT:]


def _says_the_same(one: KeptRuling, other: KeptRuling, who_is: WhoIs) -> bool:
    """Whether two are of one rule and of the same people; then the newer one counts."""
    alike = type(one) is type(other) and same_group(one.players, other.players, who_is)
    if alike and isinstance(one, StandIn) and isinstance(other, StandIn):
        return one.others == other.others
    return alike


# Fewer than three others for one that is missing


def stand_in(rulings: Rulings, others: int, names: Iterable[str], who_is: WhoIs) -> StandIn | None:
    """The ruling by which so many others stand in for a chip where those people play."""
    group = group_of(names)
    for ruling in in_force(rulings):
        if isinstance(ruling, StandIn) and ruling.others == others:
            players = ruling.players
            if not players or (group and same_group(players, group, who_is)):
                return ruling
    return None


# Three for one only in a payment


def swaps_any_time(rulings: Rulings, game: str) -> bool:
    """Whether chips are swapped at any time in the game of that key, too."""
    return not any(isinstance(one, SwapInPayment) and game in one.games for one in rulings)


def swapped_any_time_last(rulings: Rulings, names: Iterable[str], who_is: WhoIs) -> bool:
    """Whether those people swapped chips at any time in the game that they began last."""
    found = _of_group(rulings, tuple(names), who_is)
    return not found or not found[-1].again


def with_swaps(
    rulings: Rulings, game: str, names: Iterable[str], who_is: WhoIs, *, any_time: bool
) -> Rulings:
    """The rulings once those people have chosen that for a game of theirs, by its key."""
    players = tuple(names)
    found = _of_group(rulings, players, who_is)
    if not found and any_time:
        return rulings
    before = tuple(key for one in found for key in one.games if key != game)
    games = (before if any_time else (*before, game))[-_MOST_GAMES:]
    new = SwapInPayment(this_second(), players, games, again=not any_time)
    return in_force(with_ruling(rulings, new, who_is))


def _of_group(
    rulings: Rulings, players: tuple[str, ...], who_is: WhoIs
) -> tuple[SwapInPayment, ...]:
    """What those people have chosen, the newest last: several where they had other names once."""
    return tuple(
        one
        for one in rulings
        if isinstance(one, SwapInPayment) and same_group(one.players, players, who_is)
    )
