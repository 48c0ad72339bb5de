"""Part 1 of a turn: the die and what it brings (small.*, p. 6)."""

from companion import events as ev
from companion.commands import GiveBack, Roll, Take
from companion.errors import HandViolation, RuleViolation
from companion.pieces import Chips, Color, Face, Material
from companion.rules.unfolding import Unfolding
from companion.sentence import N_
from companion.state import GameState, Phase

_NOTHING_TO_RETURN = {
    Material.WOOD: N_("{color} has no wood to return; choose another material"),
    Material.WOOL: N_("{color} has no wool to return; choose another material"),
    Material.COPPER: N_("{color} has no copper to return; choose another material"),
    Material.STONE: N_("{color} has no stone to return; choose another material"),
}


def roll(state: GameState, command: Roll) -> Unfolding:
    """Take the face of the die and begin what it asks for (small.roll)."""
    unfolding = Unfolding(state)
    unfolding.happen(ev.DieRolled(command.by, command.face))
    material = command.face.material
    if material is not None:
        _earn(unfolding, material)
        _begin_part_two(unfolding)
    else:
        phase = Phase.TAKE if command.face is Face.PLUS else Phase.GIVE_BACK
        _ask_next(unfolding, phase, state.clockwise_from(command.by))
    return unfolding


def take(state: GameState, command: Take) -> Unfolding:
    """Take one chip that a supply still has, or none (small.plus)."""
    if command.material is not None and state.supply.number(command.material) == 0:
        raise RuleViolation(
            "small.plus",
            "the {plain} plain is empty; choose another material",
            plain=command.material,
        )
    unfolding = Unfolding(state)
    unfolding.happen(ev.ChipTaken(command.by, command.material))
    _ask_next(unfolding, Phase.TAKE, _still_to_come(state, command.by))
    return unfolding


def give_back(state: GameState, command: GiveBack) -> Unfolding:
    """Return one chip of the player's choice (small.minus)."""
    if not state.player(command.by).hand.covers(Chips.of(command.material)):
        raise HandViolation("small.minus", _NOTHING_TO_RETURN[command.material], color=command.by)
    unfolding = Unfolding(state)
    unfolding.happen(ev.ChipReturned(command.by, command.material))
    _ask_next(unfolding, Phase.GIVE_BACK, _still_to_come(state, command.by))
    return unfolding


def shares(state: GameState, plain: Material, *, by_height: bool) -> tuple[ev.Share, ...]:
    """What each worker of a plain brings, top worker first, while the supply lasts.

    `by_height`: as many chips as the worker stands high (big.yield), else one (small.material).
    """
    supply = state.supply.number(plain)
    workers = state.stack(plain)
    result = []
    for height, color in zip(range(len(workers), 0, -1), reversed(workers), strict=True):
        due = height if by_height else 1
        got = min(due, supply)
        supply -= got
        result.append(ev.Share(color, due, got))
    return tuple(result)


def to_be_asked(state: GameState) -> tuple[Color, ...]:
    """Who is asked of a chip to take or to return from now on, the decider first, in their order.

    As long as a supply has chips, and but for empty hands (small.plus, small.minus). Raises
    ValueError where none is to be taken or returned.
    """
    if state.decider is None or state.phase not in (Phase.TAKE, Phase.GIVE_BACK):
        raise ValueError("nobody is asked of a chip")
    following = _still_to_come(state, state.decider)
    others = (color for color in following if _can_answer(state, state.phase, color))
    return (state.decider, *others)


def _earn(unfolding: Unfolding, plain: Material) -> None:
    workers = shares(unfolding.state, plain, by_height=False)
    unfolding.happen(ev.YieldEarned(plain, big=False, shares=workers))


def _still_to_come(state: GameState, color: Color) -> tuple[Color, ...]:
    order = state.clockwise_from(state.whose_turn)
    return order[order.index(color) + 1 :]


def _ask_next(unfolding: Unfolding, phase: Phase, order: tuple[Color, ...]) -> None:
    """Ask the first of `order` who can answer; when nobody can, part 2 begins."""
    for color in order:
        if _can_answer(unfolding.state, phase, color):
            unfolding.happen(ev.DecisionAsked(phase, color))
            return
    _begin_part_two(unfolding)


def _can_answer(state: GameState, phase: Phase, color: Color) -> bool:
    if phase is Phase.TAKE:
        return state.supply.total > 0
    return state.player(color).hand.total > 0


def _begin_part_two(unfolding: Unfolding) -> None:
    unfolding.happen(ev.DecisionAsked(Phase.ACTION, unfolding.state.whose_turn))
