"""Reasons: the rules behind an event or a question, with calculations for this case.

`state` is always the state before the event. The sentences are in content/reasons.toml.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise, takewhile
from typing import assert_never

import msgspec

from companion import events as ev
from companion.content import bonus_chip_sentence, sentence_factory
from companion.pieces import BuildingKind, Chips, Color, OfferingAnswer, StackPosition
from companion.rules import building, finale, offering
from companion.rules.druid import crosses_river
from companion.rules.payment import settles_price
from companion.rules.settlements import (
    huts_of_adjacent_settlements,
    settlement_fields,
    settlement_size_with_new_hut,
)
from companion.sentence import Sentence
from companion.state import FinaleStage, GameState, Phase, PointSource

_say = sentence_factory("reasons")


class Reason(msgspec.Struct, frozen=True):
    """A rule, by its id, that explains an event or a question.

    `calculations` are sentences with the calculations for this case, if there are any.
    """

    rule: str
    calculations: tuple[Sentence, ...] = ()


def _because(rule: str, key: str, facts: Mapping[str, object] | None = None) -> Reason:
    return Reason(rule, (_say(rule, key, facts or {}),))


def merge_reasons_by_rule(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Merge all reasons with the same rule into one, at the position of the first of them.

    Repeated sentences are dropped.
    """
    sums: dict[str, list[Sentence]] = {}
    for reason in reasons:
        told = sums.setdefault(reason.rule, [])
        told += [one for one in reason.calculations if one not in told]
    return tuple(Reason(rule, tuple(told)) for rule, told in sums.items())


# The price of a building, and its payment (hut.*, temple.*, pay.*)


def _payment_reasons(
    state: GameState, pay: Chips, following: ev.Event | None
) -> tuple[Reason, ...]:
    """Return the rules behind a payment.

    `following` is the event that was paid for: a building or an offering. If the payment includes
    replacement chips, a second reason with the rule pay.swap names them.
    """
    match following:
        case ev.BuildingBuilt(_, kind, field):
            rule = f"{kind}.cost"
            prices: tuple[Chips, ...] = (building.building_price(state, kind, field),)
        case ev.OfferingMade(_, field, give, _):
            rule, prices = f"offer.{give}", offering.offering_prices(state, field, give)
        case _:
            raise ValueError(f"{following!r} is not paid for")
    price = next(price for price in prices if settles_price(pay, price))
    if pay in prices:
        return (Reason(rule),)
    direct = pay.common(price)
    facts = {"price": price, "others": pay - direct, "missing": price - direct}
    return (Reason(rule), _because("pay.swap", "stood-in", facts))


def _building_reasons(state: GameState, event: ev.BuildingBuilt) -> Iterator[Reason]:
    kind, field, builder = event.kind, event.field, event.color
    price, bonus = building.building_price(state, kind, field), state.bonus_on(field)
    if kind is BuildingKind.TEMPLE:
        yield _because("temple.cost", "price", {"price": price})
    elif bonus is None or not bonus.traits.makes_hut_free:
        huts = settlement_size_with_new_hut(state, field)
        ordinals = {1: "first", 2: "second", 3: "third"} if huts // 10 != 1 else {}
        key = "single" if huts == 1 else ordinals.get(huts % 10, "other")
        yield _because("hut.cost", key, {"huts": huts, "price": price})
    if kind is BuildingKind.HUT and bonus is not None:
        yield Reason("hut.bonus", (bonus_chip_sentence(bonus, "built", {"field": field}),))
    if state.finale is None and state.huts_left(builder) + state.temples_left(builder) == 1:
        yield _because("end.trigger", "last-building", {"player": builder})


# The druid's way, his questions, and their points (druid.*, ritual.*)

_NAMED_HUTS = 4
"""Maximum number of huts in a ritual that are named one by one."""


def _rune_stones(state: GameState) -> Iterator[Sentence]:
    for color in state.colors:
        stones = len(state.runes_of(color))
        if stones:
            yield _say("river.interim", "scores", {"player": color, "number": stones})
    if not any(state.runes):
        yield _say("river.interim", "nobody")


def _ritual_reasons(state: GameState, visits: tuple[int, ...]) -> Iterator[Reason]:
    """Yield the reasons behind a ritual, in which the druid visits the huts on the fields `visits`.

    The reasons name or count these huts, say how many huts of the settlement the druid does not
    visit, and explain any river crossing. The walk to the first hut is left out, because it has its
    own event.
    """
    number, first, last = len(visits), visits[0], visits[-1]
    facts = {"number": number, "first": first, "last": last}
    if state.finale is FinaleStage.CIRCUIT:
        yield _because("end.circuit", "huts", facts)
        return
    asked = _say("ritual.order", "many", facts)
    if number <= _NAMED_HUTS:
        huts = tuple(
            _say("ritual.order", "hut", {"player": state.hut_owner(field), "field": field})
            for field in visits
        )
        asked = _say("ritual.order", "few", {"huts": huts})
    behind = len(settlement_fields(state, first)) - number
    counted = (_say("ritual.order", "behind", {"number": behind}),) if behind else ()
    yield Reason("ritual.order", (asked, *counted))
    for source, field in pairwise(visits):
        if crosses_river(source, field):
            crossing = _say("river.interim", "ahead", {"source": source, "field": field})
            yield Reason("river.interim", (crossing, *_rune_stones(state)))


_BY_SIZE = (OfferingAnswer.BOTH, OfferingAnswer.CHIP)
"""Answers whose points depend on the size of the settlement."""


def _settlement_sum(huts: int) -> Sentence:
    return _say("offer.both", "settlement", {"number": huts})


# The end, and what decides the game (end.*)


def players_with_turns_left(state: GameState, finisher: Color | None) -> tuple[Color, ...]:
    """Return the players with a turn left before the final circuit, in order (rule end.trigger)."""
    after = state.clockwise_from(state.whose_turn)[1:]
    return tuple(takewhile(lambda color: color != finisher, after))


def temple_calculation(state: GameState, field: int) -> Sentence:
    """Explain the points of a temple: the huts that count for it."""
    huts = tuple(sorted(huts_of_adjacent_settlements(state, field)))
    facts = {"number": len(huts), "field": field, "huts": huts}
    return _say("end.temples", "huts" if huts else "none", facts)


def settlements_beside_temple(
    state: GameState, field: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the huts that count for a temple: the huts before it, and the huts after it.

    Both are in clockwise order.
    """
    counted = huts_of_adjacent_settlements(state, field)
    clockwise = tuple(state.board.fields_clockwise_after(field))
    after = tuple(takewhile(counted.__contains__, clockwise))
    before = tuple(one for one in clockwise[len(after) :] if one in counted)
    return before, after


def _ranking(state: GameState, winners: tuple[Color, ...]) -> Iterator[Sentence]:
    """Yield a sentence for each player, best first, with the number that decided the rank.

    Usually this is the number of points. Among players with the winners' points, it is the number
    of buildings or of chips.
    """
    ranks = {color: finale.ranking_key(state, color) for color in state.colors}
    best = ranks[winners[0]]
    for color in sorted(state.colors, key=ranks.__getitem__, reverse=True):
        points, buildings, chips = ranks[color]
        facts = {"player": color, "number": points, "buildings": buildings, "chips": chips}
        level = sum(rank[0] == points for rank in ranks.values()) > 1
        built_level = sum(rank[:2] == best[:2] for rank in ranks.values()) > 1
        if points != best[0] or not level:
            yield _say("end.winner", "points", facts)
        elif (points, buildings) != best[:2] or not built_level:
            yield _say("end.winner", "buildings", facts)
        else:
            yield _say("end.winner", "chips", facts)


# The next question


def question_reasons(state: GameState) -> tuple[Reason, ...]:
    """Return the rules behind the next decision, each rule once, with calculations."""
    return merge_reasons_by_rule(_asked(state))


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
            field = state.visits[0]
            both = _settlement_sum(len(settlement_fields(state, field)))
            yield Reason("end.circuit" if state.finale is FinaleStage.CIRCUIT else "ritual.order")
            if not state.board.field(field).is_known:
                yield Reason("board.survey")
            for give in offering.possible_offering_answers(state, field):
                yield Reason(f"offer.{give}", (both,) if give in _BY_SIZE else ())
        case Phase.FINISHED:
            yield Reason("end.winner")
        case _:
            assert_never(state.phase)


def _end_in_sight(state: GameState) -> Iterator[Reason]:
    if state.supply.total == 0:
        yield Reason("end.exhausted")
    if state.finale is FinaleStage.LAST_TURNS:
        players = players_with_turns_left(state, state.finisher)
        yield _because("end.trigger", "all-built", {"player": state.finisher})
        yield _because("end.trigger", "after" if players else "last", {"players": players})


# Events


def event_reasons(  # noqa: C901, PLR0911, PLR0912 - one flat case an event
    state: GameState,
    event: ev.Event,
    previous: ev.Event | None,
    following: ev.Event | None,
) -> tuple[Reason, ...]:
    """Return the rules behind an event.

    `previous` and `following` are the events before and after it in the same decision, if any.
    """
    facts: dict[str, object]
    match event:
        case ev.YieldEarned():
            return (_yield(event),)
        case ev.WorkerMoved():
            above = len(state.stack(event.source)) - event.level
            told = _because("big.move", "above", {"number": above}) if above else Reason("big.move")
            return (told,)
        case ev.ChipsPaid(_, chips):
            return _payment_reasons(state, chips, following)
        case ev.BuildingBuilt():
            return tuple(_building_reasons(state, event))
        case ev.BonusUsed():
            return (Reason("offer.chip" if state.visits else "hut.bonus"),)
        case ev.RuneTaken(_, rune, former):
            facts = {"player": former, "rune": rune}
            return (Reason("hut.rune") if former is None else _because("hut.rune", "held", facts),)
        case ev.PointsScored(source=PointSource.OFFERINGS | PointSource.FINAL_OFFERINGS):
            if not isinstance(previous, ev.OfferingMade):
                raise ValueError("points for an offering must follow the offering")  # noqa: TRY004 - events in no order
            return (Reason(f"offer.{previous.give}"),)
        case ev.PointsScored(color, points, _, PointSource.RUNES):
            stones = len(state.runes_of(color))
            series = " + ".join(map(str, range(1, stones + 1)))
            facts = {"player": color, "number": stones, "series": series, "points": points}
            return (_because("end.runes", "series", facts),)
        case ev.PointsScored(source=source):
            return (Reason(_POINT_RULES[source]),)
        case ev.DruidMovedToStone(stone):
            return (_because("druid.stones", "stone", {"stone": stone}),)
        case ev.DruidWalked(crossed_river=crossed) if state.finale is FinaleStage.CIRCUIT:
            return (_because("end.circuit", "river") if crossed else Reason("end.circuit"),)
        case ev.DruidWalked() if state.phase is Phase.OFFERING:
            return (Reason("ritual.order"),)
        case ev.DruidWalked(source, field):
            facts = {"source": source, "field": field}
            if source == field:
                return (_because("druid.full-lap", "only", facts),)
            return (_because("druid.walk", "next" if source else "from-stones", facts),)
        case ev.DruidStayed():
            return (_because("druid.walk", "no-hut"),)
        case ev.RiverCrossed():
            return (Reason("river.interim", tuple(_rune_stones(state))),)
        case ev.RitualStarted(visits):
            return tuple(_ritual_reasons(state, visits))
        case ev.OfferingMade(give=give, huts=huts) if give in _BY_SIZE:
            return (Reason(f"offer.{give}", (_settlement_sum(huts),)),)
        case ev.OfferingMade(color, _, OfferingAnswer.NONE) if state.player(color).points == 0:
            return (_because("offer.none", "no-points", {"player": color}),)
        case ev.OfferingMade(give=give):
            return (Reason(f"offer.{give}"),)
        case ev.FinaleStarted(finale):
            return (Reason("end.trigger" if finale is FinaleStage.LAST_TURNS else "end.circuit"),)
        case ev.LastTurnsCancelled(finisher):
            left = {"huts": state.huts_left(finisher), "temples": state.temples_left(finisher)}
            return (_because("end.trigger", "left", {"player": finisher, **left}),)
        case ev.TempleScored(_, field, _):
            return (Reason("end.temples", (temple_calculation(state, field),)),)
        case ev.GameEnded(winners):
            return (Reason("end.winner", tuple(_ranking(state, winners))),)
        case ev.WorkerPlaced():
            return (Reason("setup.workers"),)
        case ev.TurnStarted() | ev.DecisionRequested():
            return (Reason("turn.decider"),)
        case ev.DieRolled():
            return (Reason("small.roll"),)
        case ev.ChipTaken():
            return (Reason("small.plus"),)
        case ev.ChipReturned():
            return (Reason("small.minus"),)
        case ev.ChipsSwapped():
            return (Reason("swap.any-time"),)
        case ev.FinalOfferingsDeclined():
            return (Reason("offer.none"),)
        case ev.EndDeclared():
            return (Reason("end.exhausted"),)
        case ev.PrintedFieldEntered():
            return (Reason("board.survey"),)
        case ev.Corrected():
            return (Reason("correct.table"),)
        case _:
            assert_never(event)


_POINT_RULES = {
    PointSource.BONUS: "hut.bonus",
    PointSource.INTERIM_RUNES: "river.interim",
    PointSource.TEMPLES: "end.temples",
    PointSource.CORRECTIONS: "correct.table",
}


def _yield(event: ev.YieldEarned) -> Reason:
    rule = "big.yield" if event.big else "small.material"
    if not event.shares:
        return Reason(rule, (_say("small.material", "nobody", {"plain": event.material}),))
    workers = len(event.shares)
    places = [StackPosition.at(level, workers) for level in range(workers, 0, -1)]
    told = [
        _share(place, share)
        for place, share in zip(places, event.shares, strict=True)
        if event.big or share.got < share.due
    ]
    if event.big:
        return Reason(rule, tuple(told))
    numbers = Counter(share.color for share in event.shares)
    each = (
        _say(rule, "workers", {"player": color, "number": number, "plain": event.material})
        for color, number in numbers.items()
    )
    return Reason(rule, (*each, *told))


def _share(place: StackPosition | None, share: ev.YieldShare) -> Sentence:
    facts = {"player": share.color, "place": place, "number": share.got, "due": share.due}
    key = "short" if share.got < share.due else "share"
    return _say("big.yield", key if place is None else f"{key}-in-stack", facts)
