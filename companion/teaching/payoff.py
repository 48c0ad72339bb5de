"""The effect of a choice: now, at each river crossing, and in the end as things stand.

No advice: the rules carry the choice out under named assumptions. There are no further buildings,
and either all players refuse the druid, or all give both materials. Hands stay secret. Pure
functions.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import assert_never

import msgspec

from companion import commands as do
from companion.content import say
from companion.pieces import NO_CHIPS, BuildingKind, Color, Give
from companion.rules.druid import river_points
from companion.sentence import Sentence
from companion.state import GameState, PointSource
from companion.telling import points_from
from companion.telling.sentences import takes
from companion.what_if import (
    if_answered,
    if_built,
    if_ended,
    if_moved,
    if_offered,
)

_say = say("payoff")

Choice = do.MoveWorker | do.BuildHut | do.BuildTemple | do.Offer
"""Choices with a payoff; the chips that they cost are ignored."""


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


def as_things_stand() -> Sentence:
    """Return the assumption behind all numbers for the end of the game."""
    return _say("horizon", "assumed")


def head(horizon: Horizon) -> Sentence:
    """Return the heading of the lines of one time."""
    return _say("horizon", horizon.value)


class Line(msgspec.Struct, frozen=True):
    """A line of a payoff, with its time."""

    horizon: Horizon
    text: Sentence


def effects(state: GameState, choice: Choice) -> tuple[Line, ...]:
    """Return all effects of a choice in words: a line for each player or plain, and time.

    Points come by player and source, losses included; players without a change are left out. `END`
    is the change of the result if the game ended after the choice; an answer to the druid has no
    effect beyond `NOW`. Works for buildings and moves at any time. Raises RuleViolation if the
    rules refuse the choice whatever is paid.
    """
    match choice:
        case do.BuildHut(by, field):
            return tuple(_building(state, BuildingKind.HUT, field, by))
        case do.BuildTemple(by, field):
            return tuple(_building(state, BuildingKind.TEMPLE, field, by))
        case do.MoveWorker():
            return tuple(_move(state, choice))
        case do.Offer(give=give):
            scored = if_offered(state, give)
            return tuple(_gains(Horizon.NOW, (state, state), (scored, scored)))
        case _:
            assert_never(choice)


def _building(state: GameState, kind: BuildingKind, field: int, builder: Color) -> Iterator[Line]:
    outlook = if_built(state, kind, field, builder)
    without = (if_answered(state, Give.NONE), if_answered(state, Give.BOTH))
    built = (outlook.after, outlook.given)
    yield from _gains(Horizon.NOW, without, built)
    before, after = dict(river_points(state)), dict(river_points(outlook.after))
    for color in state.colors:
        if change := after.get(color, 0) - before.get(color, 0):
            facts = {"player": color, "points": signed(change)}
            yield Line(Horizon.RIVER, _say("points", "of", facts))
    yield from _gains(Horizon.END, _ended(without), _ended(built))


def _ended(ways: tuple[GameState, GameState]) -> tuple[GameState, GameState]:
    refusing, giving = ways
    return if_ended(refusing, Give.NONE), if_ended(giving, Give.BOTH)


def _gains(
    horizon: Horizon, before: tuple[GameState, GameState], after: tuple[GameState, GameState]
) -> Iterator[Line]:
    """Yield the changes of points: if all players refuse the druid, and if all give."""
    for color in before[0].colors:
        parts = []
        for source in PointSource:
            refusing, giving = (
                getattr(later.player(color).breakdown, source.value)
                - getattr(former.player(color).breakdown, source.value)
                for former, later in zip(before, after, strict=True)
            )
            if refusing or giving:
                facts = {"reason": points_from(source), "points": span(refusing, giving)}
                parts.append(_say("points", "from", facts))
        if parts:
            whole = {"player": color, "parts": tuple(parts)}
            yield Line(horizon, _say("points", "parts", whole))


def _move(state: GameState, choice: do.MoveWorker) -> Iterator[Line]:
    outlook = if_moved(state, choice.source, choice.level, choice.target)
    for color, number in outlook.preview.earnings:
        if number:
            yield Line(Horizon.NOW, takes(color, NO_CHIPS.replaced(choice.target, number)))
    for yields in outlook.small:
        shares = tuple(
            _say("chips", "share", {"player": color, "number": number})
            for color, number in yields.shares
        )
        facts = {"plain": yields.plain, "shares": shares}
        yield Line(Horizon.ROLL, _say("chips", "shares" if shares else "nobody", facts))


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
