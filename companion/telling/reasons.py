"""Why: which rules are behind an event or a question, and with which numbers.

The state is always the one before the event.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise, takewhile
from typing import assert_never

import msgspec

from companion import events as ev
from companion.content import say
from companion.pieces import DRUID_STONES, BuildingKind, Chips, Color, Give, Storey
from companion.rules import building, finale, offering
from companion.rules.druid import crosses_river
from companion.rules.payment import settles
from companion.rules.settlements import adjacent_huts, joined_by, settlement
from companion.sentence import N_, Sentence
from companion.state import Finale, GameState, Phase, PointSource

_say = say("bonus")


class Reason(msgspec.Struct, frozen=True):
    """A rule at work, by its id, and the numbers of this case, none where the rule says it all."""

    rule: str
    sums: tuple[Sentence, ...] = ()


def merged(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Every rule once, where it came first, with all its sums, none twice."""
    sums: dict[str, list[Sentence]] = {}
    for reason in reasons:
        told = sums.setdefault(reason.rule, [])
        told += [one for one in reason.sums if one not in told]
    return tuple(Reason(rule, tuple(told)) for rule, told in sums.items())


# What a building costs, and how it was paid (hut.*, temple.*, pay.*)


def payment(state: GameState, pay: Chips, following: ev.Event | None) -> tuple[Reason, ...]:
    """What was paid for follows the payment; where chips stood in, pay.swap says for which."""
    match following:
        case ev.Built(_, kind, field):
            rule = f"{kind}.cost"
            prices: tuple[Chips, ...] = (building.price(state, kind, field),)
        case ev.OfferingMade(_, field, give, _):
            rule, prices = f"offer.{give}", offering.prices(state, field, give)
        case _:
            raise ValueError("a payment is for a building or an offering")
    price = next(price for price in prices if settles(pay, price))
    if pay in prices:
        return (Reason(rule),)
    direct = pay.common(price)
    facts = {"price": price, "others": pay - direct, "missing": price - direct}
    stood_in = Sentence(N_("Asked: {price}. {others} replace {missing}."), facts)
    return (Reason(rule), Reason("pay.swap", (stood_in,)))


def site(state: GameState, kind: BuildingKind, field: int) -> tuple[Reason, ...]:
    """What a building on a field costs, and what a bonus chip does there."""
    price = building.price(state, kind, field)
    if kind is BuildingKind.TEMPLE:
        told = Sentence(N_("Both icons once: {price}."), {"price": price})
        return (Reason("temple.cost", (told,)),)
    bonus = state.bonus_on(field)
    chip: tuple[Reason, ...] = ()
    if bonus is not None:
        chip = (Reason("hut.bonus", (_say(bonus.value, "built", {"field": field}),)),)
        if bonus.pays:
            return chip
    return (Reason("hut.cost", (_hut_price(joined_by(state, field), price),)), *chip)


def _hut_price(huts: int, price: Chips) -> Sentence:
    """Why a hut costs what it costs; ordinals differ, so that each has a sentence of its own."""
    if huts == 1:
        return Sentence(N_("A single hut, both icons once: {price}."), {"price": price})
    messages = {
        1: N_("{huts}st hut here, {huts} of each: {price}."),
        2: N_("{huts}nd hut here, {huts} of each: {price}."),
        3: N_("{huts}rd hut here, {huts} of each: {price}."),
    }
    usual = N_("{huts}th hut here, {huts} of each: {price}.")
    ends_regularly = huts // 10 != 1
    message = messages.get(huts % 10, usual) if ends_regularly else usual
    return Sentence(message, {"huts": huts, "price": price})


def last_building(state: GameState, builder: Color) -> tuple[Reason, ...]:
    """That the last turns will begin, where somebody puts up all that they had left."""
    if state.finale is not None or state.huts_left(builder) + state.temples_left(builder) != 1:
        return ()
    last = Sentence(N_("It is {player}'s last building."), {"player": builder})
    return (Reason("end.trigger", (last,)),)


# Where the druid goes, whom he asks, and what that scores (druid.*, ritual.*)

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
    sums = [_visited(state, visits)]
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


def _visited(state: GameState, visits: tuple[int, ...]) -> Sentence:
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


def _offering_sums(state: GameState, event: ev.OfferingMade) -> Iterator[Sentence]:
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


# How the end comes, and what decides it (end.*)


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
    huts = tuple(sorted(adjacent_huts(state, field)))
    if not huts:
        return Sentence(N_("No hut stands beside the temple on {field}."), {"field": field})
    return Sentence(
        N_("Beside the temple on {field}: the hut on {huts}."),
        {"number": len(huts), "field": field, "huts": huts},
        N_("Beside the temple on {field}: the huts on {huts}."),
    )


def huts_beside_temple(state: GameState, field: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The huts that a temple counts as they lie clockwise: those before it, and those after it."""
    counted = adjacent_huts(state, field)
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


# What the next question asks


def asked(state: GameState) -> tuple[Reason, ...]:
    """The rules behind the decision that comes next, each once, with the sums of this case."""
    return merged(_asked(state))


def _asked(state: GameState) -> Iterator[Reason]:
    match state.phase:
        case Phase.PLACING:
            yield Reason("setup.workers")
        case Phase.ROLL:
            yield from map(Reason, ("small.roll", "small.material", "small.plus", "small.minus"))
            yield from _end_in_sight(state)
        case Phase.TAKE:
            yield Reason("small.plus")
        case Phase.GIVE_BACK:
            yield Reason("small.minus")
        case Phase.ACTION:
            yield from map(Reason, ("big.move", "big.yield", "hut.field", "temple.field"))
            yield from _end_in_sight(state)
        case Phase.OFFERING:
            yield from _asked_offering(state)
        case Phase.FINISHED:
            yield Reason("end.winner")
        case _:
            assert_never(state.phase)


def _end_in_sight(state: GameState) -> Iterator[Reason]:
    if state.supply.total == 0:
        yield Reason("end.exhausted")
    if state.finale is Finale.LAST_TURNS:
        yield Reason("end.trigger", tuple(_last_turns(state)))


def _last_turns(state: GameState) -> Iterator[Sentence]:
    yield Sentence(N_("{player} has built everything."), {"player": state.finisher})
    players = turns_left(state, state.finisher)
    if players:
        yield Sentence(N_("After this turn: {players}."), {"players": players})
    else:
        yield Sentence(N_("This is the last turn."))


def _asked_offering(state: GameState) -> Iterator[Reason]:
    field = state.visits[0]
    both = settlement_sum(len(settlement(state, field)))
    yield Reason("end.circuit" if state.finale is Finale.CIRCUIT else "ritual.order")
    if state.board.field(field).known:
        yield Reason("offer.both", (both,))
        yield Reason("offer.one")
    else:
        yield Reason("board.survey")
    if state.staying_bonus(field):
        yield Reason("offer.chip", (both,))
    yield Reason("offer.none")


# What has happened


def reasons_of(  # noqa: C901, PLR0911, PLR0912 - one flat case an event
    state: GameState,
    event: ev.Event,
    previous: ev.Event | None,
    following: ev.Event | None,
) -> tuple[Reason, ...]:
    """The rules behind an event of a decision, between two others of the same decision."""
    match event:
        case ev.WorkerPlaced():
            return (Reason("setup.workers"),)
        case ev.TurnStarted() | ev.DecisionAsked():
            return (Reason("turn.decider"),)
        case ev.DieRolled():
            return (Reason("small.roll"),)
        case ev.YieldEarned():
            return (_yield(event),)
        case ev.ChipTaken():
            return (Reason("small.plus"),)
        case ev.ChipReturned():
            return (Reason("small.minus"),)
        case ev.WorkerMoved():
            return (_worker(state, event),)
        case ev.ChipsPaid(_, chips):
            return payment(state, chips, following)
        case ev.ChipsSwapped():
            return (Reason("swap.any-time"),)
        case ev.Built(color, kind, field):
            return (*site(state, kind, field), *last_building(state, color))
        case ev.BonusUsed(_, _, bonus):
            return (Reason("offer.chip" if bonus.stays else "hut.bonus"),)
        case ev.RuneTaken():
            return (_rune(event),)
        case ev.PointsScored():
            return (_points(state, event, previous),)
        case ev.DruidStepped(stone):
            sums = Sentence(
                N_("Stone {stone} of {stones}."), {"stone": stone, "stones": DRUID_STONES}
            )
            return (Reason("druid.stones", (sums,)),)
        case ev.DruidWalked():
            return walk(state, event)
        case ev.DruidStayed():
            return (Reason("druid.walk", (Sentence(N_("There is no hut on the board.")),)),)
        case ev.RiverCrossed():
            return (Reason("river.interim", tuple(rune_stones(state))),)
        case ev.RitualStarted(visits):
            return (ritual(state, visits), *river_ahead(state, visits))
        case ev.OfferingMade():
            return (Reason(f"offer.{event.give}", tuple(_offering_sums(state, event))),)
        case ev.CircuitPassed():
            return (Reason("offer.none"),)
        case ev.EndDeclared():
            return (Reason("end.exhausted"),)
        case ev.FinaleBegun(Finale.LAST_TURNS, _):
            return (Reason("end.trigger"),)
        case ev.FinaleBegun():
            return (Reason("end.circuit"),)
        case ev.LastTurnsTakenBack(finisher):
            return (Reason("end.trigger", (still_to_build(state, finisher),)),)
        case ev.TempleScored(_, field, _):
            return (Reason("end.temples", (temple_sum(state, field),)),)
        case ev.GameEnded(winners):
            return (Reason("end.winner", tuple(ranking(state, winners))),)
        case ev.FieldSurveyed():
            return (Reason("board.survey"),)
        case ev.Corrected():
            return (Reason("correct.table"),)
        case _:
            assert_never(event)


def _yield(event: ev.YieldEarned) -> Reason:
    rule = "big.yield" if event.big else "small.material"
    if not event.shares:
        nobody = Sentence(N_("Nobody works on the {plain} plain."), {"plain": event.material})
        return Reason(rule, (nobody,))
    workers = len(event.shares)
    places = [Storey.at(level, workers) for level in range(workers, 0, -1)]
    if event.big:
        return Reason(rule, tuple(map(_share, places, event.shares)))
    short = (
        _share(place, share)
        for place, share in zip(places, event.shares, strict=True)
        if share.got < share.due
    )
    return Reason(rule, (*_workers(event), *short))


def _workers(event: ev.YieldEarned) -> Iterator[Sentence]:
    workers = Counter(share.color for share in event.shares)
    for color, number in workers.items():
        yield Sentence(
            N_("{player} has {number} worker on the {plain} plain."),
            {"player": color, "number": number, "plain": event.material},
            N_("{player} has {number} workers on the {plain} plain."),
        )


def _share(place: Storey | None, share: ev.Share) -> Sentence:
    facts = {"player": share.color, "place": place, "number": share.got, "due": share.due}
    if share.got < share.due:
        short = N_("{player}, {place}: {number} of {due}, the plain is empty.")
        if place is None:
            short = N_("{player}: {number} of {due}, the plain is empty.")
        return Sentence(short, facts)
    if place is None:
        return Sentence(N_("{player}: {number} chip."), facts, N_("{player}: {number} chips."))
    return Sentence(
        N_("{player}, {place}: {number} chip."), facts, N_("{player}, {place}: {number} chips.")
    )


def _worker(state: GameState, event: ev.WorkerMoved) -> Reason:
    above = len(state.stack(event.source)) - event.level
    if not above:
        return Reason("big.move")
    down = Sentence(
        N_("{number} worker above him comes down."),
        {"number": above},
        N_("{number} workers above him come down."),
    )
    return Reason("big.move", (down,))


def _rune(event: ev.RuneTaken) -> Reason:
    if event.former is None:
        return Reason("hut.rune")
    held = Sentence(
        N_("{player} held rune {rune} until now."), {"player": event.former, "rune": event.rune}
    )
    return Reason("hut.rune", (held,))


def _points(state: GameState, event: ev.PointsScored, previous: ev.Event | None) -> Reason:
    match event.source:
        case PointSource.BONUS:
            return Reason("hut.bonus")
        case PointSource.OFFERINGS | PointSource.FINAL_OFFERINGS:
            return Reason(f"offer.{_given(previous)}")
        case PointSource.INTERIM_RUNES:
            return Reason("river.interim")
        case PointSource.TEMPLES:
            return Reason("end.temples")
        case PointSource.RUNES:
            return Reason("end.runes", (rune_series(state, event.color, event.points),))
        case PointSource.CORRECTIONS:
            return Reason("correct.table")
        case _:
            assert_never(event.source)


def _given(previous: ev.Event | None) -> Give:
    match previous:
        case ev.OfferingMade(_, _, give, _):
            return give
        case _:
            raise ValueError("points for an offering follow the offering")
