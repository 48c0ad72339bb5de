"""Why the druid goes where he goes, whom he asks, and what that scores (druid.*, ritual.*)."""

from collections.abc import Iterator
from itertools import pairwise

from companion import events as ev
from companion.pieces import Give
from companion.rules.druid import crosses_river
from companion.rules.settlements import settlement
from companion.sentence import N_, Sentence
from companion.state import Finale, GameState, Phase
from companion.telling.reason import Reason

_NAMED_HUTS = 4
"""So many huts of a ritual are told one by one."""


def walk(state: GameState, event: ev.DruidWalked) -> tuple[Reason, ...]:
    """Why the druid walks: a building, the settlement that he visits, or the final circuit."""
    facts = {"source": event.source, "field": event.field}
    if state.finale is Finale.CIRCUIT:
        nothing = Sentence(N_("Crossing the river scores nothing now."))
        return (Reason("end.circuit", (nothing,) if event.crossed_river else ()),)
    if state.phase is Phase.OFFERING:
        return (Reason("ritual.order"),)
    if event.source is None:
        first = Sentence(N_("From his stones: {field} is the first hut after the river."), facts)
        return (Reason("druid.walk", (first,)),)
    if event.source == event.field:
        only = Sentence(N_("The hut on {field} is the only one."), facts)
        return (Reason("druid.full-lap", (only,)),)
    following = Sentence(N_("From {source}: {field} is the next hut clockwise."), facts)
    return (Reason("druid.walk", (following,)),)


def rune_stones(state: GameState) -> Iterator[Sentence]:
    """Who scores how many points as the druid crosses the river (river.interim)."""
    for color in state.colors:
        stones = len(state.runes_of(color))
        if stones:
            yield Sentence(
                N_("{player} has {number} rune stone: {number} point."),
                {"player": color, "number": stones},
                N_("{player} has {number} rune stones: {number} points."),
            )
    if not any(state.runes):
        yield Sentence(N_("Nobody has a rune stone."))


def ritual(state: GameState, visits: tuple[int, ...]) -> Reason:
    """Which huts are asked, and which only count."""
    if state.finale is Finale.CIRCUIT:
        huts = Sentence(
            N_("{number} hut, on {last}."),
            {"number": len(visits), "last": visits[-1]},
            N_("{number} huts, the last on {last}."),
        )
        return Reason("end.circuit", (huts,))
    sums = [_asked(state, visits)]
    behind = len(settlement(state, visits[0])) - len(visits)
    if behind:
        sums.append(
            Sentence(
                N_("{number} hut behind him counts, but is not asked."),
                {"number": behind},
                N_("{number} huts behind him count, but are not asked."),
            )
        )
    return Reason("ritual.order", tuple(sums))


def _asked(state: GameState, visits: tuple[int, ...]) -> Sentence:
    """Whom the druid asks, one by one where they are few."""
    if len(visits) > _NAMED_HUTS:
        return Sentence(
            N_("Asked at {number} huts, from {first} to {last}."),
            {"number": len(visits), "first": visits[0], "last": visits[-1]},
        )
    huts = tuple(
        Sentence(N_("{player} on {field}"), {"player": state.hut_owner(field), "field": field})
        for field in visits
    )
    return Sentence(N_("Asked in this order: {huts}."), {"huts": huts})


def river_ahead(state: GameState, visits: tuple[int, ...]) -> tuple[Reason, ...]:
    """The great river between two huts of a ritual; the way to the first has its own event."""
    if state.finale is Finale.CIRCUIT:
        return ()
    for source, field in pairwise(visits):
        if crosses_river(source, field):
            crossing = Sentence(
                N_("In this ritual he crosses the river from {source} to {field}."),
                {"source": source, "field": field},
            )
            return (Reason("river.interim", (crossing, *rune_stones(state))),)
    return ()


def offering(state: GameState, event: ev.OfferingMade) -> Iterator[Sentence]:
    """What an answer to the druid is worth, where that is more than its rule says."""
    if event.give in (Give.BOTH, Give.CHIP):
        yield settlement_sum(event.huts)
    elif event.give is Give.NONE and state.player(event.color).points == 0:
        yield Sentence(N_("{player} stays at 0 points."), {"player": event.color})


def settlement_sum(huts: int) -> Sentence:
    """What both materials, or the druid chip, score at a settlement (offer.both, offer.chip)."""
    return Sentence(
        N_("A single hut: {number} point."),
        {"number": huts},
        N_("A settlement of {number} huts: {number} points."),
    )
