"""How the end comes, and what decides it (end.*)."""

from collections.abc import Iterator
from itertools import takewhile

from companion.pieces import Color
from companion.rules import finale
from companion.rules.settlements import beside
from companion.sentence import N_, Sentence
from companion.state import GameState


def turns_left(state: GameState, finisher: Color | None) -> tuple[Color, ...]:
    """Who still has a turn after this one, before the final circuit begins (end.trigger)."""
    after = state.clockwise_from(state.whose_turn)[1:]
    return tuple(takewhile(lambda color: color != finisher, after))


def still_to_build(state: GameState, color: Color) -> Sentence:
    """What a player has left who had built everything until a correction."""
    return Sentence(
        N_("{player} has huts left: {huts}, temples left: {temples}."),
        {
            "player": color,
            "huts": state.huts_left(color),
            "temples": state.temples_left(color),
        },
    )


def temple_sum(state: GameState, field: int) -> Sentence:
    """Which huts a temple counts."""
    huts = tuple(sorted(beside(state, field)))
    if not huts:
        return Sentence(N_("No hut stands beside the temple on {field}."), {"field": field})
    return Sentence(
        N_("Beside the temple on {field}: the hut on {huts}."),
        {"number": len(huts), "field": field, "huts": huts},
        N_("Beside the temple on {field}: the huts on {huts}."),
    )


def huts_beside_temple(state: GameState, field: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The huts that a temple counts as they lie clockwise: those before it, and those after it."""
    counted = beside(state, field)
    clockwise = tuple(state.board.round_from(field))
    after = tuple(takewhile(counted.__contains__, clockwise))
    before = tuple(one for one in clockwise[len(after) :] if one in counted)
    return before, after


def ranking(state: GameState, winners: tuple[Color, ...]) -> Iterator[Sentence]:
    """What decided: points; among those level on points also buildings, and then chips."""
    ranks = {color: finale.rank(state, color) for color in state.colors}
    best = ranks[winners[0]]
    for color in sorted(state.colors, key=ranks.__getitem__, reverse=True):
        points, buildings, chips = ranks[color]
        facts = {"player": color, "number": points, "buildings": buildings, "chips": chips}
        level = sum(rank[0] == points for rank in ranks.values()) > 1
        built_level = sum(rank[:2] == best[:2] for rank in ranks.values()) > 1
        if points != best[0] or not level:
            yield Sentence(N_("{player}: {number} point."), facts, N_("{player}: {number} points."))
        elif (points, buildings) != best[:2] or not built_level:
            yield Sentence(
                N_("{player}: {number} points, huts and temples built: {buildings}."), facts
            )
        else:
            yield Sentence(
                N_(
                    "{player}: {number} points, huts and temples built: {buildings}, "
                    "chips left: {chips}."
                ),
                facts,
            )


def rune_series(state: GameState, color: Color, points: int) -> Sentence:
    """How a player's rune stones come to their points in the end."""
    stones = len(state.runes_of(color))
    series = " + ".join(str(stone) for stone in range(1, stones + 1))
    facts = {"player": color, "number": stones, "series": series, "points": points}
    return Sentence(
        N_("{player} has one rune stone: {points} point."),
        facts,
        N_("{player} has {number} rune stones: {series} = {points} points."),
    )
