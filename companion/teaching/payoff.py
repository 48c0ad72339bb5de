"""The effects of a choice: at once, on later rolls, at river crossings and on the final score.

The effects are calculated from the rules; they are not advice. They assume that nothing else is
built, and that either all players refuse the druid or all give both materials. Hidden hands are not
used. All functions are pure.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import assert_never

import msgspec

from companion import commands as do
from companion.content import sentence_factory
from companion.pieces import NO_CHIPS, BuildingKind, Color, OfferingAnswer
from companion.rules.druid import river_points
from companion.sentence import Sentence
from companion.state import GameState, PointSource
from companion.telling.phrases import point_source_name
from companion.telling.sentences import chips_taken_sentence
from companion.what_if import (
    building_outcome,
    move_outcome,
    state_if_all_answer,
    state_if_answered,
    state_if_game_ends,
)

_say = sentence_factory("payoff")

Choice = do.MoveWorker | do.BuildHut | do.BuildTemple | do.MakeOffering
"""Choices whose effects can be shown; their costs in chips are ignored."""


class EffectTime(StrEnum):
    """Times at which a choice has effects."""

    NOW = "now"
    ROLL = "roll"
    RIVER = "river"
    END = "end"


def choice_title(choice: do.MoveWorker | do.MakeOffering) -> Sentence:
    """Return a choice in a few words, as a title for the lines with its effects."""
    match choice:
        case do.MoveWorker(target=plain):
            return _say("choice", "move", {"plain": plain})
        case do.MakeOffering(give=give):
            return _say("choice", give.value)


def final_score_assumption_sentence() -> Sentence:
    """Return a sentence with the assumption behind all numbers that concern the end of the game."""
    return _say("horizon", "assumed")


def effect_time_heading(effect_time: EffectTime) -> Sentence:
    """Return the heading above the lines with effects at this time."""
    return _say("horizon", effect_time.value)


class EffectLine(msgspec.Struct, frozen=True):
    """A line of text about one effect of a choice, and the time when the effect happens.

    Examples of times are now, or at the end of the game.
    """

    effect_time: EffectTime
    text: Sentence


def effects_of_choice(state: GameState, choice: Choice) -> tuple[EffectLine, ...]:
    """Return a line for each effect of a choice, sorted by the times of the effects.

    Each line is about one player or one plain. Players whose points do not change are left out, and
    payments are ignored. The lines for the end of the game say how the choice would change the
    final scores if the game ended now. An answer to the druid has effects only at once.

    Raises RuleViolation if the rules forbid the choice. But buildings and worker's moves are
    allowed in any phase.
    """
    match choice:
        case do.BuildHut(by, field):
            return tuple(_building(state, BuildingKind.HUT, field, by))
        case do.BuildTemple(by, field):
            return tuple(_building(state, BuildingKind.TEMPLE, field, by))
        case do.MoveWorker():
            return tuple(_move(state, choice))
        case do.MakeOffering(give=give):
            scored = state_if_answered(state, give)
            return tuple(_gains(EffectTime.NOW, (state, state), (scored, scored)))
        case _:
            assert_never(choice)


def _building(
    state: GameState, kind: BuildingKind, field: int, builder: Color
) -> Iterator[EffectLine]:
    outlook = building_outcome(state, kind, field, builder)
    without = (
        state_if_all_answer(state, OfferingAnswer.NONE),
        state_if_all_answer(state, OfferingAnswer.BOTH),
    )
    built = (outlook.state_if_refused, outlook.state_if_given)
    yield from _gains(EffectTime.NOW, without, built)
    before, after = dict(river_points(state)), dict(river_points(outlook.state_if_refused))
    for color in state.colors:
        if change := after.get(color, 0) - before.get(color, 0):
            facts = {"player": color, "points": points_change_sentence(change)}
            yield EffectLine(EffectTime.RIVER, _say("points", "of", facts))
    yield from _gains(EffectTime.END, _ended(without), _ended(built))


def _ended(ways: tuple[GameState, GameState]) -> tuple[GameState, GameState]:
    refusing, giving = ways
    return state_if_game_ends(refusing, OfferingAnswer.NONE), state_if_game_ends(
        giving, OfferingAnswer.BOTH
    )


def _gains(
    effect_time: EffectTime, before: tuple[GameState, GameState], after: tuple[GameState, GameState]
) -> Iterator[EffectLine]:
    """Yield a line for each player whose points differ between `before` and `after`.

    `before` and `after` are pairs of states: one in which all players refuse the druid, and one in
    which all give both materials. `effect_time` is the time shown for the lines.
    """
    for color in before[0].colors:
        parts = []
        for source in PointSource:
            refusing, giving = (
                getattr(later.player(color).breakdown, source.value)
                - getattr(former.player(color).breakdown, source.value)
                for former, later in zip(before, after, strict=True)
            )
            if refusing or giving:
                points = points_change_sentence(refusing)
                if giving != refusing:
                    both = {"refusing": points, "giving": points_change_sentence(giving)}
                    points = _say("points", "or", both)
                facts = {"reason": point_source_name(source), "points": points}
                parts.append(_say("points", "from", facts))
        if parts:
            whole = {"player": color, "parts": tuple(parts)}
            yield EffectLine(effect_time, _say("points", "parts", whole))


def _move(state: GameState, choice: do.MoveWorker) -> Iterator[EffectLine]:
    outlook = move_outcome(state, choice.source, choice.level, choice.target)
    for color, number in outlook.preview.earnings:
        if number:
            yield EffectLine(
                EffectTime.NOW,
                chips_taken_sentence(color, NO_CHIPS.with_number(choice.target, number)),
            )
    for yields in outlook.small_yields:
        shares = tuple(
            _say("chips", "share", {"player": color, "number": number})
            for color, number in yields.shares
        )
        facts = {"plain": yields.plain, "shares": shares}
        yield EffectLine(EffectTime.ROLL, _say("chips", "shares" if shares else "nobody", facts))


def points_change_sentence(points: int) -> Sentence:
    """Return a sentence with points won or, if the number is negative, points lost."""
    return _say("points", "lost" if points < 0 else "won", {"number": abs(points)})
