"""Which rules are behind an event, and with which numbers: `state` is always the one before it."""

from collections import Counter
from collections.abc import Iterator
from typing import assert_never

from companion import events as ev
from companion.pieces import DRUID_STONES, Bonus, Give, Storey
from companion.sentence import N_, Sentence
from companion.state import Finale, GameState, PointSource
from companion.telling import druid, ending, payments
from companion.telling.reason import Reason


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
            return payments.payment(state, chips, following)
        case ev.ChipsSwapped():
            return (Reason("swap.any-time"),)
        case ev.Built(color, kind, field):
            return (*payments.site(state, kind, field), *payments.last_building(state, color))
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
            return druid.walk(state, event)
        case ev.DruidStayed():
            return (Reason("druid.walk", (Sentence(N_("There is no hut on the board.")),)),)
        case ev.RiverCrossed():
            return (Reason("river.interim", tuple(druid.rune_stones(state))),)
        case ev.RitualStarted(visits):
            return (druid.ritual(state, visits), *druid.river_ahead(state, visits))
        case ev.OfferingMade():
            return (Reason(f"offer.{event.give}", tuple(druid.offering(state, event))),)
        case ev.EndDeclared():
            return (Reason("end.exhausted"),)
        case ev.FinaleBegun(Finale.LAST_TURNS, _):
            return (Reason("end.trigger"),)
        case ev.FinaleBegun():
            return (Reason("end.circuit"),)
        case ev.LastTurnsTakenBack(finisher):
            return (Reason("end.trigger", (ending.still_to_build(state, finisher),)),)
        case ev.TempleScored(_, field, _):
            return (Reason("end.temples", (ending.temple_sum(state, field),)),)
        case ev.GameEnded(winners):
            return (Reason("end.winner", tuple(ending.ranking(state, winners))),)
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
            return Reason("end.runes", (ending.rune_series(state, event.color, event.points),))
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
