"""Interface of the rules: check commands, list legal commands, compute states.

A command is checked against the rules in a fixed order; its consequences are events. `apply_event`
computes the next state from one event, without checking rules. Source: RULES.md, "Order".
"""

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product
from typing import Any

from companion import commands as do
from companion.errors import RuleViolation
from companion.events import Event
from companion.evolution import apply_events
from companion.pieces import (
    FACES,
    MATERIALS,
    SWAP_RATE,
    BuildingKind,
    Chips,
    Color,
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
from companion.rules.consequences import Consequences
from companion.rules.consistency import stack_problem, state_problems
from companion.rules.corrections import (
    check_corrected_number,
    check_phase_allows_changes,
    largest_corrected_number,
)
from companion.rules.finale import ranking_key
from companion.rules.setup import (
    LONGEST_NAME,
    Seat,
    Setup,
    check_bonus_chips,
    check_number_of_players,
    check_players,
    initial_state,
)
from companion.sentence import N_
from companion.state import GameState, Phase

__all__ = [
    "LONGEST_NAME",
    "Seat",
    "Setup",
    "apply_events",
    "check_bonus_chips",
    "check_corrected_number",
    "check_number_of_players",
    "check_phase_allows_changes",
    "check_players",
    "consequences_of",
    "events_of_command",
    "initial_state",
    "largest_corrected_number",
    "legal_commands",
    "ranking_key",
    "stack_problem",
    "state_after_command",
    "state_problems",
]


def events_of_command(state: GameState, command: do.Command) -> tuple[Event, ...]:
    """Return all events that carry out `command` in `state`. Raises RuleViolation."""
    return consequences_of(state, command).events


def state_after_command(state: GameState, command: do.Command) -> GameState:
    """Return the state after `command`. Raises RuleViolation like `events_of_command`."""
    return consequences_of(state, command).state


def consequences_of(state: GameState, command: do.Command) -> Consequences:
    """Return the events of `command` and the state after them. Raises RuleViolation."""
    phase, carry_out = _RULES[type(command)]
    if phase is not None:
        _check_decider(state, phase, command)
    return carry_out(state, command)


_RULES: dict[type[do.Command], tuple[Phase | None, Callable[[GameState, Any], Consequences]]] = {
    do.PlaceWorker: (Phase.PLACING, setup.place_worker),
    do.Roll: (Phase.ROLL, small_yield.roll_die),
    do.TakeChip: (Phase.TAKE, small_yield.take_chip),
    do.GiveBackChip: (Phase.GIVE_BACK, small_yield.give_back_chip),
    do.MoveWorker: (Phase.ACTION, big_yield.move_worker),
    do.BuildHut: (Phase.ACTION, building.build),
    do.BuildTemple: (Phase.ACTION, building.build),
    do.MakeOffering: (Phase.OFFERING, offering.make_offering),
    do.DeclineFinalOfferings: (Phase.OFFERING, offering.decline_final_offerings),
    do.DeclareEnd: (None, finale.declare_end),
    do.SwapChips: (None, payment.swap_chips),
    do.EnterPrintedField: (None, corrections.enter_printed_field),
    do.Correct: (None, corrections.correct),
}
"""For each command, the function that carries it out and the phase in which it is allowed. If the
phase is None, the command is allowed in any phase."""


_FIRST: dict[Phase, str] = {
    Phase.PLACING: N_("place all workers first"),
    Phase.ROLL: N_("roll the die first"),
    Phase.TAKE: N_("first everybody takes a chip, or none"),
    Phase.GIVE_BACK: N_("first everybody returns a chip"),
    Phase.ACTION: N_("move a worker or build first: that is part 2 of the turn"),
    Phase.OFFERING: N_("decide about the offering first"),
}
"""For each phase, the message that refuses a command of another phase. It says what the players
must do first."""


def _check_decider(state: GameState, phase: Phase, command: Any) -> None:
    rule = "turn.decider"
    if state.phase is Phase.FINISHED:
        raise RuleViolation(rule, "the game is over")
    if phase is not state.phase:
        raise RuleViolation(rule, _FIRST[state.phase])
    if command.by not in state.deciders:
        raise RuleViolation(rule, "it is {color}'s decision now", color=state.decider)


def legal_commands(state: GameState) -> Iterator[do.Command]:
    """Yield the commands that the rules accept, except `EnterPrintedField` and `Correct`.

    Commands are generated only when needed, since there can be very many ways to pay.
    """
    for color in state.deciders:
        yield from _decisions(state, color)
    if finale.may_declare_end(state):
        yield do.DeclareEnd()
        yield do.DeclareEnd(by=state.decider)
    if not state.is_in_play:
        return
    for player in state.players:
        for materials in combinations_with_replacement(MATERIALS, SWAP_RATE):
            pay = Chips.of(*materials)
            for take in MATERIALS if player.hand.covers(pay) else ():
                if (state.supply + pay).number(take):
                    yield do.SwapChips(by=player.color, pay=pay, take=take)


def _decisions(state: GameState, color: Color) -> Iterator[do.Command]:
    match state.phase:
        case Phase.PLACING:
            for plain in MATERIALS:
                if setup.plain_has_room(state, plain):
                    yield do.PlaceWorker(by=color, plain=plain)
        case Phase.ROLL:
            yield from (do.Roll(by=color, face=face) for face in FACES)
        case Phase.TAKE:
            yield do.TakeChip(by=color, material=None)
            yield from (
                do.TakeChip(by=color, material=material)
                for material in MATERIALS
                if state.supply.number(material)
            )
        case Phase.GIVE_BACK:
            hand = state.player(color).hand
            yield from (
                do.GiveBackChip(by=color, material=material)
                for material in MATERIALS
                if hand.number(material)
            )
        case Phase.ACTION:
            yield from _actions(state, color)
        case Phase.OFFERING:
            field, hand = state.visits[0], state.player(color).hand
            for give in offering.possible_offering_answers(state, field):
                pays = {
                    pay
                    for price in offering.offering_prices(state, field, give)
                    for pay in payment.possible_payments(hand, price)
                }
                for pay in sorted(pays, key=lambda pay: pay.counts):
                    yield do.MakeOffering(by=color, give=give, pay=pay)
        case _:
            return


def _actions(state: GameState, color: Color) -> Iterator[do.Command]:
    for source in MATERIALS:
        levels = [at for at, owner in enumerate(state.stack(source), 1) if owner == color]
        targets = [
            one for one in MATERIALS if one is not source and setup.plain_has_room(state, one)
        ]
        for level, target in product(levels, targets):
            yield do.MoveWorker(by=color, source=source, level=level, target=target)
    hand = state.player(color).hand
    for field, kind in product(range(1, len(state.board) + 1), BuildingKind):
        try:
            building.check_building_site(state, color, kind, field)
        except RuleViolation:
            continue
        command = do.BuildHut if kind is BuildingKind.HUT else do.BuildTemple
        for pay in payment.possible_payments(hand, building.building_price(state, kind, field)):
            yield command(by=color, field=field, pay=pay)
