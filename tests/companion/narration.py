"""What happened, as lines of a playthrough: the rule that makes it so, and words."""

from collections.abc import Iterator
from typing import assert_never

from companion.commands import BuildHut, BuildTemple, Command, Offer
from companion.events import (
    BonusUsed,
    Built,
    ChipReturned,
    ChipsPaid,
    ChipsSwapped,
    ChipTaken,
    Corrected,
    DecisionAsked,
    DieRolled,
    DruidStayed,
    DruidStepped,
    DruidWalked,
    EndDeclared,
    Event,
    FieldSurveyed,
    FinaleBegun,
    GameEnded,
    LastTurnsTakenBack,
    OfferingMade,
    PointsScored,
    RitualStarted,
    RiverCrossed,
    RuneTaken,
    TempleScored,
    TurnStarted,
    WorkerMoved,
    WorkerPlaced,
    YieldEarned,
)
from companion.evolution import evolve
from companion.pieces import MATERIALS, Bonus, BuildingKind, Chips, Give
from companion.rules import building, offering
from companion.rules.settlements import joined_by
from companion.state import Finale, GameState, Phase, PointSource

_SOURCES = {
    PointSource.BONUS: "hut.bonus",
    PointSource.INTERIM_RUNES: "river.interim",
    PointSource.TEMPLES: "end.temples",
    PointSource.RUNES: "end.runes",
    PointSource.CORRECTIONS: "correct.table",
}
_GIVEN = {
    Give.NONE: "nothing",
    Give.ONE: "one material",
    Give.BOTH: "both materials",
    Give.CHIP: "the druid chip",
}
_ASKED = {
    Phase.PLACING: "to place a worker",
    Phase.TAKE: "whether to take a chip",
    Phase.GIVE_BACK: "to return a chip",
    Phase.ACTION: "for part 2",
    Phase.OFFERING: "for an offering",
}


def narrated(
    state: GameState, command: Command, events: tuple[Event, ...]
) -> Iterator[tuple[str, str]]:
    """The rule behind each event and its sentence; `state` is the one before `command`."""
    now = state
    for event in events:
        yield _rule(now, command, event), _words(now, event)
        now = evolve(now, event)


def chips_told(chips: Chips) -> str:
    """Chips in words: "2 wood 1 stone"."""
    told = [
        f"{chips.number(material)} {material}" for material in MATERIALS if chips.number(material)
    ]
    return " ".join(told) or "nothing"


def _rule(state: GameState, command: Command, event: Event) -> str:  # noqa: C901, PLR0911, PLR0912 - one case an event
    match event:
        case WorkerPlaced():
            return "setup.workers"
        case TurnStarted() | DecisionAsked():
            return "turn.decider"
        case DieRolled():
            return "small.roll"
        case YieldEarned(_, big):
            return "big.yield" if big else "small.material"
        case ChipTaken():
            return "small.plus"
        case ChipReturned():
            return "small.minus"
        case WorkerMoved():
            return "big.move"
        case ChipsPaid(_, chips):
            return "pay.hand" if chips in _prices(state, command) else "pay.swap"
        case ChipsSwapped():
            return "swap.any-time"
        case Built(_, kind, _):
            return f"{kind}.cost"
        case BonusUsed(_, _, bonus):
            return "offer.chip" if bonus is Bonus.DRUID else "hut.bonus"
        case RuneTaken():
            return "hut.rune"
        case PointsScored(_, _, _, source):
            return _SOURCES.get(source) or f"offer.{command.give}"
        case DruidStepped():
            return "druid.stones"
        case DruidWalked(source, field, _):
            if state.finale is Finale.CIRCUIT:
                return "end.circuit"
            return "druid.full-lap" if source == field else "druid.walk"
        case DruidStayed():
            return "druid.walk"
        case RiverCrossed():
            return "river.interim"
        case RitualStarted():
            return "end.circuit" if state.finale is Finale.CIRCUIT else "ritual.order"
        case OfferingMade(_, _, give, _):
            return f"offer.{give}"
        case EndDeclared():
            return "end.exhausted"
        case FinaleBegun(finale, _):
            return "end.circuit" if finale is Finale.CIRCUIT else "end.trigger"
        case LastTurnsTakenBack():
            return "end.trigger"
        case TempleScored():
            return "end.temples"
        case GameEnded():
            return "end.winner"
        case FieldSurveyed():
            return "board.survey"
        case Corrected():
            return "correct.table"
        case _:
            assert_never(event)


def _prices(state: GameState, command: Command) -> tuple[Chips, ...]:
    match command:
        case BuildHut(_, field, _):
            return (building.price(state, BuildingKind.HUT, field),)
        case BuildTemple(_, field, _):
            return (building.price(state, BuildingKind.TEMPLE, field),)
        case Offer(_, give, _):
            return offering.prices(state, state.visits[0], give)
        case _:
            return ()


def _words(state: GameState, event: Event) -> str:  # noqa: C901, PLR0911, PLR0912 - one case an event
    match event:
        case WorkerPlaced(color, plain):
            return f"{color} puts a worker on {plain}"
        case TurnStarted(color, turn):
            return f"turn {turn} begins: {color}"
        case DecisionAsked(phase, color):
            return f"{color} is asked {_ASKED[phase]}"
        case DieRolled(color, face):
            return f"{color} rolls {face}"
        case YieldEarned(material, _, shares):
            told = [f"{share.color} {share.got} of {share.due}" for share in shares]
            return f"{material} brings {', '.join(told) or 'nobody anything'}"
        case ChipTaken(color, material):
            return f"{color} takes {material or 'nothing'}"
        case ChipReturned(color, material):
            return f"{color} returns {material}"
        case WorkerMoved(color, source, level, target):
            return f"{color}'s worker goes from {source}, height {level}, to {target}"
        case ChipsPaid(color, chips):
            return f"{color} pays {chips_told(chips)}"
        case ChipsSwapped(color, paid, taken):
            return f"{color} returns {chips_told(paid)} and takes {taken}"
        case Built(color, BuildingKind.HUT, field):
            huts, price = joined_by(state, field), building.price(state, BuildingKind.HUT, field)
            return f"{color} hut on {field}, settlement of {huts}: price {chips_told(price)}"
        case Built(color, kind, field):
            price = chips_told(building.price(state, kind, field))
            return f"{color} temple on {field}: price {price}"
        case BonusUsed(color, field, bonus):
            return f"{color} puts the {bonus} chip of {field} in the box"
        case RuneTaken(color, rune, former):
            return f"{rune} rune to {color}, from {former or 'beside the board'}"
        case PointsScored(color, points, total, _):
            return f"{color} {points:+}, now {total}"
        case DruidStepped(stone):
            return f"the druid steps on stone {stone}"
        case DruidWalked(source, field, crossed):
            return (
                f"the druid walks from {source or 'his stones'} to {field}"
                f"{', across the river' if crossed else ''}"
            )
        case DruidStayed():
            return "the druid finds no hut and stays"
        case RiverCrossed():
            return "the druid crosses the river"
        case RitualStarted(visits):
            return f"to be asked, in this order: {' '.join(map(str, visits))}"
        case OfferingMade(color, field, give, huts):
            return f"{color} offers {_GIVEN[give]} at {field}, settlement of {huts}"
        case EndDeclared():
            return "nothing is left on the plains: the table ends the game"
        case FinaleBegun(Finale.LAST_TURNS, finisher):
            return f"{finisher} has built everything: one more turn for each of the others"
        case FinaleBegun():
            return "the final circuit begins"
        case LastTurnsTakenBack(finisher):
            return f"{finisher} has not built everything: no last turns yet"
        case TempleScored(color, field, huts):
            return f"{color} temple on {field} counts {huts} huts"
        case GameEnded(winners):
            return f"the game is over; victory for {' and '.join(winners)}"
        case FieldSurveyed(field, needs, rune):
            return f"field {field} shows {needs[0]} {needs[1]}, {rune}"
        case Corrected(changes, why):
            return f"{len(changes)} things set as they lie on the table: {why}"
        case _:
            assert_never(event)
