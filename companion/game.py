"""The game in six words: `start`, `decide`, `unfold`, `evolve`, `legal`, `problems`.

`decide` checks a command against the rules in one fixed order and returns every consequence as
events; `evolve` folds one event into the next state and never refuses. Source: RULES.md, "Order".
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import assert_never

from companion import commands as do
from companion.errors import RuleViolation
from companion.events import Event
from companion.evolution import evolve, fold
from companion.pieces import (
    FACES,
    MATERIALS,
    SWAP_RATE,
    BuildingKind,
    Chips,
    Color,
    Give,
)
from companion.rules import (
    big_yield,
    building,
    corrections,
    finale,
    offering,
    payment,
    setup,
    small_yield,
)
from companion.rules.consistency import problems, stack_problem
from companion.rules.corrections import check_number, number_limit
from companion.rules.finale import rank
from companion.rules.setup import (
    Seat,
    Setup,
    check_bonus,
    check_number_of_players,
    check_players,
    start,
)
from companion.rules.unfolding import Unfolding
from companion.sentence import N_
from companion.state import GameState, Phase

__all__ = [
    "Seat",
    "Setup",
    "check_bonus",
    "check_number",
    "check_number_of_players",
    "check_players",
    "decide",
    "evolve",
    "fold",
    "legal",
    "number_limit",
    "play",
    "problems",
    "rank",
    "stack_problem",
    "start",
    "unfold",
]


def decide(state: GameState, command: do.Command) -> tuple[Event, ...]:
    """All that happens when `command` is carried out in `state`.

    Raises RuleViolation with the id of the first rule that refuses it; nothing has happened then.
    """
    return unfold(state, command).events


def play(state: GameState, command: do.Command) -> GameState:
    """The state after `command`. Raises RuleViolation like `decide`."""
    return unfold(state, command).state


def unfold(state: GameState, command: do.Command) -> Unfolding:
    """The events of `command` and the state after them, at once.

    Raises RuleViolation like `decide`.
    """
    match command:
        case do.Swap():
            return payment.swap(state, command)
        case do.Survey():
            return corrections.survey(state, command)
        case do.Correct():
            return corrections.correct(state, command)
        case do.DeclareEnd():
            return finale.declare_end(state, command)
        case _:
            _check_decider(state, command, command.by)
            return _unfold_decision(state, command)


_PHASES: dict[type[do.Decision], Phase] = {
    do.PlaceWorker: Phase.PLACING,
    do.Roll: Phase.ROLL,
    do.Take: Phase.TAKE,
    do.GiveBack: Phase.GIVE_BACK,
    do.MoveWorker: Phase.ACTION,
    do.BuildHut: Phase.ACTION,
    do.BuildTemple: Phase.ACTION,
    do.Offer: Phase.OFFERING,
    do.PassCircuit: Phase.OFFERING,
}


_FIRST: dict[Phase, str] = {
    Phase.PLACING: N_("place all workers first"),
    Phase.ROLL: N_("roll the die first"),
    Phase.TAKE: N_("everybody takes a chip first, or none"),
    Phase.GIVE_BACK: N_("everybody returns a chip first"),
    Phase.ACTION: N_("move a worker or build first: that is part 2 of the turn"),
    Phase.OFFERING: N_("decide about the offering first"),
}
"""What has to be decided before anything else is."""


def _check_decider(state: GameState, command: do.Decision, color: Color) -> None:
    rule = "turn.decider"
    if state.phase is Phase.FINISHED:
        raise RuleViolation(rule, "the game is over")
    if _PHASES[type(command)] is not state.phase:
        raise RuleViolation(rule, _FIRST[state.phase])
    if color not in state.asked:
        raise RuleViolation(rule, "it is {color}'s decision now", color=state.decider)


def _unfold_decision(
    state: GameState,
    command: do.PlaceWorker
    | do.Roll
    | do.Take
    | do.GiveBack
    | do.MoveWorker
    | do.BuildHut
    | do.BuildTemple
    | do.Offer
    | do.PassCircuit,
) -> Unfolding:
    match command:
        case do.PlaceWorker():
            return setup.place_worker(state, command)
        case do.Roll():
            return small_yield.roll(state, command)
        case do.Take():
            return small_yield.take(state, command)
        case do.GiveBack():
            return small_yield.give_back(state, command)
        case do.MoveWorker():
            return big_yield.move_worker(state, command)
        case do.BuildHut() | do.BuildTemple():
            return building.build(state, command)
        case do.Offer():
            return offering.offer(state, command)
        case do.PassCircuit():
            return offering.pass_circuit(state, command)
        case _:
            assert_never(command)


def legal(state: GameState) -> Iterator[do.Command]:
    """Every command that `decide` accepts in `state`, but for `Survey` and `Correct`.

    Those two are the table's own word and have no list. Commands come lazily: payments with
    many swaps make a long list.
    """
    for color in state.asked:
        yield from _decisions(state, color)
    yield from _ends(state)
    yield from _swaps(state)


def _decisions(state: GameState, color: Color) -> Iterator[do.Command]:
    match state.phase:
        case Phase.PLACING:
            yield from _placings(state, color)
        case Phase.ROLL:
            yield from (do.Roll(by=color, face=face) for face in FACES)
        case Phase.TAKE:
            yield do.Take(by=color, material=None)
            yield from (
                do.Take(by=color, material=material)
                for material in MATERIALS
                if state.supply.number(material)
            )
        case Phase.GIVE_BACK:
            hand = state.player(color).hand
            yield from (
                do.GiveBack(by=color, material=material)
                for material in MATERIALS
                if hand.number(material)
            )
        case Phase.ACTION:
            yield from _moves(state, color)
            yield from _constructions(state, color)
        case Phase.OFFERING:
            yield from _offers(state, color)
        case _:
            return


def _placings(state: GameState, color: Color) -> Iterator[do.Command]:
    for plain in MATERIALS:
        if setup.has_room(state, plain):
            yield do.PlaceWorker(by=color, plain=plain)


def _moves(state: GameState, color: Color) -> Iterator[do.Command]:
    for source in MATERIALS:
        for level, owner in enumerate(state.stack(source), start=1):
            if owner != color:
                continue
            for target in MATERIALS:
                if target is not source and setup.has_room(state, target):
                    yield do.MoveWorker(by=color, source=source, level=level, target=target)


def _constructions(state: GameState, color: Color) -> Iterator[do.Command]:
    hand = state.player(color).hand
    for field in range(1, len(state.board) + 1):
        for kind, command in (
            (BuildingKind.HUT, do.BuildHut),
            (BuildingKind.TEMPLE, do.BuildTemple),
        ):
            try:
                building.check_site(state, color, kind, field)
            except RuleViolation:
                continue
            for pay in payment.payments(hand, building.price(state, kind, field)):
                yield command(by=color, field=field, pay=pay)


def _offers(state: GameState, color: Color) -> Iterator[do.Command]:
    field = state.visits[0]
    hand = state.player(color).hand
    yield do.Offer(by=color, give=Give.NONE)
    if state.staying_bonus(field):
        yield do.Offer(by=color, give=Give.CHIP)
    if not state.board.field(field).known:
        return
    for give in (Give.ONE, Give.BOTH):
        pays = {
            pay
            for price in offering.prices(state, field, give)
            for pay in payment.payments(hand, price)
        }
        yield from (
            do.Offer(by=color, give=give, pay=pay)
            for pay in sorted(pays, key=lambda pay: pay.counts)
        )


def _ends(state: GameState) -> Iterator[do.Command]:
    if finale.may_be_declared(state):
        yield do.DeclareEnd()
        yield do.DeclareEnd(by=state.decider)


def _swaps(state: GameState) -> Iterator[do.Command]:
    if not state.in_play:
        return
    for player in state.players:
        for materials in combinations_with_replacement(MATERIALS, SWAP_RATE):
            pay = Chips.of(*materials)
            if not player.hand.covers(pay):
                continue
            for take in MATERIALS:
                if (state.supply + pay).number(take):
                    yield do.Swap(by=player.color, pay=pay, take=take)
