"""The effect of a choice: now, at each river crossing, and in the end as things stand.

No advice: the rules carry the choice out under named assumptions. There are no further buildings,
and either all players refuse the druid, or all give both materials. Hands stay secret. Pure
functions.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import assert_never

import msgspec

from companion import commands as do
from companion.content import say
from companion.pieces import NO_CHIPS, BuildingKind, Chips, Color, Give
from companion.rules.druid import river_points
from companion.sentence import Sentence
from companion.state import Breakdown, GameState, PointSource
from companion.telling import points_from
from companion.telling.sentences import takes
from companion.what_if import (
    Yields,
    if_answered,
    if_built,
    if_ended,
    if_moved,
    if_offered,
)

_say = say("payoff")

Choice = do.MoveWorker | do.BuildHut | do.BuildTemple | do.Offer
"""Choices with a payoff; the chips that they cost are ignored."""


class Gain(msgspec.Struct, frozen=True):
    """A player's points by source, negative for losses.

    `refusing`: all players refuse the druid, now and then; `giving`: all give both materials.
    """

    color: Color
    refusing: Breakdown
    giving: Breakdown

    @property
    def sources(self) -> tuple[PointSource, ...]:
        return tuple(
            source
            for source in PointSource
            if getattr(self.refusing, source.value) or getattr(self.giving, source.value)
        )

    def by(self, source: PointSource) -> tuple[int, int]:
        """Return the points from `source`: if all refuse the druid, and if all give."""
        return getattr(self.refusing, source.value), getattr(self.giving, source.value)


class Payoff(msgspec.Struct, frozen=True):
    """The effect of a choice, in seating order; players without a change are left out.

    `now` are points until its ritual has ended, `earned` the chips that players take at once.
    `river` is the change of each later crossing. `end` is the change of the result if the game
    ended after it; an answer to the druid has none beyond `now`. `rolls` are the yields of the
    plains concerned.
    """

    now: tuple[Gain, ...] = ()
    earned: tuple[tuple[Color, Chips], ...] = ()
    river: tuple[tuple[Color, int], ...] = ()
    end: tuple[Gain, ...] = ()
    rolls: tuple[Yields, ...] = ()


def payoff_of(state: GameState, choice: Choice) -> Payoff:
    """Return the effect of a choice; of a building or a move at any time.

    Raises RuleViolation if the rules refuse it whatever is paid.
    """
    match choice:
        case do.BuildHut(by, field):
            return _building(state, BuildingKind.HUT, field, by)
        case do.BuildTemple(by, field):
            return _building(state, BuildingKind.TEMPLE, field, by)
        case do.MoveWorker():
            return _move(state, choice)
        case do.Offer(give=give):
            scored = if_offered(state, give)
            return Payoff(now=_gains((state, state), (scored, scored)))
        case _:
            assert_never(choice)


def _building(state: GameState, kind: BuildingKind, field: int, builder: Color) -> Payoff:
    outlook = if_built(state, kind, field, builder)
    without = (if_answered(state, Give.NONE), if_answered(state, Give.BOTH))
    built = (outlook.after, outlook.given)
    return Payoff(
        now=_gains(without, built),
        river=_river(state, outlook.after),
        end=_gains(_ended(without), _ended(built)),
    )


def _ended(ways: tuple[GameState, GameState]) -> tuple[GameState, GameState]:
    refusing, giving = ways
    return if_ended(refusing, Give.NONE), if_ended(giving, Give.BOTH)


def _gains(
    before: tuple[GameState, GameState], after: tuple[GameState, GameState]
) -> tuple[Gain, ...]:
    """Return the changes of points: if all players refuse the druid, and if all give."""
    gains = (
        Gain(
            color,
            *(
                _difference(former.player(color).breakdown, later.player(color).breakdown)
                for former, later in zip(before, after, strict=True)
            ),
        )
        for color in before[0].colors
    )
    return tuple(gain for gain in gains if gain.sources)


def _difference(former: Breakdown, later: Breakdown) -> Breakdown:
    pairs = zip(msgspec.structs.astuple(former), msgspec.structs.astuple(later), strict=True)
    return Breakdown(*(then - now for now, then in pairs))


def _river(before: GameState, after: GameState) -> tuple[tuple[Color, int], ...]:
    """Return the change of each player's points for later river crossings, without zeros."""
    now, then = dict(river_points(before)), dict(river_points(after))
    changes = ((color, then.get(color, 0) - now.get(color, 0)) for color in before.colors)
    return tuple((color, change) for color, change in changes if change)


def _move(state: GameState, choice: do.MoveWorker) -> Payoff:
    outlook = if_moved(state, choice.source, choice.level, choice.target)
    earned = (
        (color, NO_CHIPS.replaced(choice.target, number))
        for color, number in outlook.preview.earnings
        if number
    )
    return Payoff(earned=tuple(earned), rolls=outlook.small)


# In words


class Horizon(StrEnum):
    """Times at which a choice has an effect."""

    NOW = "now"
    ROLL = "roll"
    RIVER = "river"
    END = "end"


def name_of_choice(choice: do.MoveWorker | do.Offer) -> Sentence:
    """Return the title of a choice in words."""
    match choice:
        case do.MoveWorker(target=plain):
            return _say("choice", "move", {"plain": plain})
        case do.Offer(give=give):
            return _say("choice", give.value)


class Line(msgspec.Struct, frozen=True):
    """A line of a payoff, with its time."""

    horizon: Horizon
    text: Sentence


def as_things_stand() -> Sentence:
    """Return the assumption behind all numbers for the end of the game."""
    return _say("horizon", "assumed")


def head(horizon: Horizon) -> Sentence:
    """Return the heading of the lines of one time."""
    return _say("horizon", horizon.value)


def lines(brought: Payoff) -> tuple[Line, ...]:
    """Return all effects of a choice in words: a line for each player or plain, and time."""
    return (
        *(Line(Horizon.NOW, takes(color, chips)) for color, chips in brought.earned),
        *_gain_lines(Horizon.NOW, brought.now),
        *(Line(Horizon.ROLL, _rolled(yields)) for yields in brought.rolls),
        *(
            Line(Horizon.RIVER, _say("points", "of", {"player": color, "points": points}))
            for color, points in ((color, signed(points)) for color, points in brought.river)
        ),
        *_gain_lines(Horizon.END, brought.end),
    )


def _rolled(yields: Yields) -> Sentence:
    """Return the yields of a plain if the die shows it, in words."""
    shares = tuple(
        _say("chips", "share", {"player": color, "number": number})
        for color, number in yields.shares
    )
    facts = {"plain": yields.plain, "shares": shares}
    return _say("chips", "shares" if shares else "nobody", facts)


def _gain_lines(horizon: Horizon, gains: Iterable[Gain]) -> Iterator[Line]:
    for gain in gains:
        parts = tuple(
            _say(
                "points",
                "from",
                {"reason": points_from(source), "points": span(*gain.by(source))},
            )
            for source in gain.sources
        )
        facts = {"player": gain.color, "parts": parts}
        yield Line(horizon, _say("points", "parts", facts))


def span(refusing: int, giving: int) -> Sentence:
    """Return points in words: those if all refuse the druid, and those if all give.

    Equal numbers are named once.
    """
    if refusing == giving:
        return signed(refusing)
    return _say("points", "or", {"refusing": signed(refusing), "giving": signed(giving)})


def signed(points: int) -> Sentence:
    """Return points won or lost in words."""
    return _say("points", "lost" if points < 0 else "won", {"number": abs(points)})
