"""Big yield: a worker moves to a plain, then all workers there earn chips (rules big.*, p. 7)."""

from companion.commands import MoveWorker
from companion.errors import RuleViolation
from companion.events import WorkerMoved, YieldEarned
from companion.pieces import Color, Material, StackPosition
from companion.rules.consequences import Consequences
from companion.rules.finale import end_turn
from companion.rules.setup import check_plain_has_room
from companion.rules.small_yield import yield_shares
from companion.sentence import N_
from companion.state import GameState


def move_worker(state: GameState, command: MoveWorker) -> Consequences:
    """Move a worker, pay out the big yield, and end the turn."""
    consequences = move_and_earn(state, command)
    end_turn(consequences)
    return consequences


def move_and_earn(state: GameState, command: MoveWorker) -> Consequences:
    """Move a worker and pay out the big yield, without ending the turn.

    Rules big.move and big.yield.
    """
    _check(state, command)
    consequences = Consequences(state)
    consequences.add(WorkerMoved(command.by, command.source, command.level, command.target))
    workers = yield_shares(consequences.state, command.target, by_height=True)
    consequences.add(YieldEarned(command.target, big=True, shares=workers))
    return consequences


def movable_levels(state: GameState, color: Color, plain: Material) -> tuple[int, ...]:
    """Return the levels of the workers that a player can move off a plain, lowest first.

    If several workers of the player stand directly above each other, only the topmost of them is
    included, because moving any other of them has the same result. Rule big.move.
    """
    stack = state.stack(plain)
    return tuple(
        level
        for level, owner in enumerate(stack, start=1)
        if owner == color and stack[level : level + 1] != (color,)
    )


def _check(state: GameState, command: MoveWorker) -> None:
    rule = "big.move"
    stack = state.stack(command.source)
    if not 1 <= command.level <= len(stack):
        raise RuleViolation(
            rule,
            "no such worker stands on the {plain} plain; choose one of your own",
            plain=command.source,
        )
    owner = stack[command.level - 1]
    if owner != command.by:
        place = StackPosition.at(command.level, len(stack))
        told = N_("the {place} worker on the {plain} plain belongs to {owner}; choose one of yours")
        if place is None:
            told = N_("the worker on the {plain} plain belongs to {owner}; choose one of yours")
        raise RuleViolation(rule, told, place=place, plain=command.source, owner=owner)
    if command.source is command.target:
        raise RuleViolation(
            rule,
            "the worker must leave the {plain} plain: choose another one",
            plain=command.source,
        )
    check_plain_has_room(state, command.target, rule)
