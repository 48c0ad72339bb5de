"""Which rules are behind an event, and with which numbers: `state` is always the one before it."""

from collections.abc import Iterable, Iterator
from itertools import pairwise, takewhile
from typing import assert_never

import msgspec

from companion import events as ev
from companion.pieces import DRUID_STONES, Bonus, BuildingKind, Chips, Color, Give
from companion.rules import building, finale, offering
from companion.rules.settlements import beside, joined_by, settlement
from companion.sentence import N_, Sentence
from companion.state import Finale, GameState, Phase, PointSource


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
            return _payment(state, chips, following)
        case ev.ChipsSwapped():
            return (Reason("swap.any-time"),)
        case ev.Built(color, kind, field):
            return (*_site(state, kind, field), *_last_building(state, color))
        case ev.BonusUsed(_, _, bonus):
            return (Reason("offer.chip" if bonus is Bonus.DRUID else "hut.bonus"),)
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
            return _walk(state, event)
        case ev.DruidStayed():
            return (Reason("druid.walk", (Sentence(N_("There is no hut on the board.")),)),)
        case ev.RiverCrossed():
            return (Reason("river.interim", tuple(rune_stones(state))),)
        case ev.RitualStarted(visits):
            return (_ritual(state, visits), *_river_ahead(state, visits))
        case ev.OfferingMade():
            return (Reason(f"offer.{event.give}", tuple(_offering(state, event))),)
        case ev.EndDeclared():
            return (Reason("end.exhausted"),)
        case ev.FinaleBegun(Finale.LAST_TURNS, finisher):
            return (Reason("end.trigger", tuple(_turns_left(state, finisher))),)
        case ev.FinaleBegun():
            return (Reason("end.circuit"),)
        case ev.LastTurnsTakenBack():
            return (Reason("end.trigger"),)
        case ev.TempleScored(_, field, _):
            return (Reason("end.temples", (_beside(state, field),)),)
        case ev.GameEnded(winners):
            return (Reason("end.winner", tuple(_ranking(state, winners))),)
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
    heights = range(len(event.shares), 0, -1)
    return Reason(rule, tuple(map(_share, heights, event.shares)))


def _share(height: int, share: ev.Share) -> Sentence:
    facts = {"player": share.color, "height": height, "number": share.got, "due": share.due}
    if share.got < share.due:
        return Sentence(
            N_("{player} at height {height}: {number} of {due}, the plain is empty."), facts
        )
    return Sentence(
        N_("{player} at height {height}: {number} chip."),
        facts,
        N_("{player} at height {height}: {number} chips."),
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


def _payment(state: GameState, pay: Chips, following: ev.Event | None) -> tuple[Reason, ...]:
    """What was paid for follows the payment; where chips stood in, pay.swap says for which."""
    match following:
        case ev.Built(_, kind, field):
            rule = f"{kind}.cost"
            prices: tuple[Chips, ...] = (building.price(state, kind, field),)
        case ev.OfferingMade(_, field, give, _):
            rule, prices = f"offer.{give}", offering.prices(state, field, give)
        case _:
            raise ValueError("a payment is for a building or an offering")
    if pay in prices:
        return (Reason(rule),)
    price = max(prices, key=lambda price: pay.common(price).total)
    direct = pay.common(price)
    facts = {"price": price, "others": pay - direct, "missing": price - direct}
    stood_in = Sentence(N_("Asked: {price}. {others} stand in for {missing}."), facts)
    return (Reason(rule), Reason("pay.swap", (stood_in,)))


def _site(state: GameState, kind: BuildingKind, field: int) -> tuple[Reason, ...]:
    """What a building on a field costs, and what a bonus chip does there."""
    price = building.price(state, kind, field)
    if kind is BuildingKind.TEMPLE:
        return (Reason("temple.cost", (_both_icons_once(price),)),)
    facts = {"field": field}
    bonus: tuple[Reason, ...] = ()
    match state.bonus_on(field):
        case Bonus.HUT:
            free = Sentence(
                N_("The “free hut” chip on {field} pays for it: nothing to pay."), facts
            )
            return (Reason("hut.bonus", (free,)),)
        case Bonus.DRUID:
            stays = Sentence(N_("The druid chip stays under the hut on {field}."), facts)
            bonus = (Reason("hut.bonus", (stays,)),)
        case Bonus.POINTS:
            points = Sentence(N_("The “+2” chip on {field} scores 2 points at once."), facts)
            bonus = (Reason("hut.bonus", (points,)),)
        case None:
            pass
    return (Reason("hut.cost", (_hut_price(joined_by(state, field), price),)), *bonus)


def _both_icons_once(price: Chips) -> Sentence:
    return Sentence(N_("Both icons once: {price}."), {"price": price})


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


def _last_building(state: GameState, builder: Color) -> tuple[Reason, ...]:
    if state.finale is not None or state.huts_left(builder) + state.temples_left(builder) != 1:
        return ()
    last = Sentence(N_("It is {player}'s last building."), {"player": builder})
    return (Reason("end.trigger", (last,)),)


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
            return Reason("end.runes", (_rune_series(state, event.color, event.points),))
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


def _rune_series(state: GameState, color: Color, points: int) -> Sentence:
    stones = len(state.runes_of(color))
    series = " + ".join(str(stone) for stone in range(1, stones + 1))
    facts = {"player": color, "number": stones, "series": series, "points": points}
    return Sentence(
        N_("{player} has one rune stone: {points} point."),
        facts,
        N_("{player} has {number} rune stones: {series} = {points} points."),
    )


def _walk(state: GameState, event: ev.DruidWalked) -> tuple[Reason, ...]:
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


def _ritual(state: GameState, visits: tuple[int, ...]) -> Reason:
    if state.finale is Finale.CIRCUIT:
        huts = Sentence(
            N_("{number} hut, on {last}."),
            {"number": len(visits), "last": visits[-1]},
            N_("{number} huts, the last on {last}."),
        )
        return Reason("end.circuit", (huts,))
    asked = tuple(_hut(state, field) for field in visits)
    sums = [Sentence(N_("Asked in this order: {huts}."), {"huts": asked})]
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


def _river_ahead(state: GameState, visits: tuple[int, ...]) -> tuple[Reason, ...]:
    """The great river between two huts of a ritual; the way to the first has its own event."""
    if state.finale is Finale.CIRCUIT:
        return ()
    for source, field in pairwise(visits):
        if field < source:
            crossing = Sentence(
                N_("In this ritual he crosses the river from {source} to {field}."),
                {"source": source, "field": field},
            )
            return (Reason("river.interim", (crossing, *rune_stones(state))),)
    return ()


def _hut(state: GameState, field: int) -> Sentence:
    hut = state.building(field)
    if hut is None:
        raise ValueError("the druid only visits huts")
    return Sentence(N_("{player} on {field}"), {"player": hut.owner, "field": field})


def _offering(state: GameState, event: ev.OfferingMade) -> Iterator[Sentence]:
    match event.give:
        case Give.BOTH | Give.CHIP:
            yield settlement_sum(event.huts)
        case Give.NONE if state.player(event.color).points == 0:
            yield Sentence(N_("{player} stays at 0 points."), {"player": event.color})
        case Give.NONE | Give.ONE:
            pass
        case _:
            assert_never(event.give)


def settlement_sum(huts: int) -> Sentence:
    """What both materials, or the druid chip, score at a settlement (offer.both, offer.chip)."""
    return Sentence(
        N_("A single hut: {number} point."),
        {"number": huts},
        N_("A settlement of {number} huts: {number} points."),
    )


def turns_left(state: GameState, finisher: Color | None) -> tuple[Color, ...]:
    """Who still has a turn after this one, before the final circuit begins (end.trigger)."""
    if state.active is None:
        raise ValueError("the last turns are counted from somebody's turn")
    after = state.clockwise_from(state.active)[1:]
    return tuple(takewhile(lambda color: color != finisher, after))


def _turns_left(state: GameState, finisher: Color | None) -> Iterator[Sentence]:
    players = turns_left(state, finisher)
    if players:
        yield Sentence(N_("One more turn: {players}."), {"players": players})


def _beside(state: GameState, field: int) -> Sentence:
    huts = tuple(sorted(beside(state, field)))
    if not huts:
        return Sentence(N_("No hut stands beside the temple on {field}."), {"field": field})
    return Sentence(
        N_("Beside the temple on {field}: the hut on {huts}."),
        {"number": len(huts), "field": field, "huts": huts},
        N_("Beside the temple on {field}: the huts on {huts}."),
    )


def _ranking(state: GameState, winners: tuple[Color, ...]) -> Iterator[Sentence]:
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
            yield Sentence(N_("{player}: {number} points, {buildings} huts and temples."), facts)
        else:
            yield Sentence(
                N_("{player}: {number} points, {buildings} huts and temples, chips left: {chips}."),
                facts,
            )
