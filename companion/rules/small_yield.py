"""Part 1 of a turn: the die and its yield (rules small.*, p. 6)."""

from companion import events as ev
from companion.commands import GiveBackChip, Roll, TakeChip
from companion.errors import HiddenHandViolation, RuleViolation
from companion.pieces import Face, Material
from companion.rules.consequences import Consequences
from companion.sentence import N_
from companion.state import GameState, Phase

_NOTHING_TO_RETURN = {
    Material.WOOD: N_("{color} has no wood to return; choose another material"),
    Material.WOOL: N_("{color} has no wool to return; choose another material"),
    Material.COPPER: N_("{color} has no copper to return; choose another material"),
    Material.STONE: N_("{color} has no stone to return; choose another material"),
}


def roll_die(state: GameState, command: Roll) -> Consequences:
    """Carry out a roll, and ask players the questions that follow from it (rule small.roll)."""
    consequences = Consequences(state)
    consequences.add(ev.DieRolled(command.by, command.face))
    material = command.face.material
    if material is not None:
        shares = yield_shares(state, material, by_height=False)
        consequences.add(ev.YieldEarned(material, big=False, shares=shares))
        _begin_part_two(consequences)
    else:
        phase = Phase.TAKE if command.face is Face.PLUS else Phase.GIVE_BACK
        consequences.add(ev.DecisionRequested(phase, state.clockwise_from(command.by)))
        begin_part_two_if_all_answered(consequences)
    return consequences


def take_chip(state: GameState, command: TakeChip) -> Consequences:
    """Take one chip from a supply, or no chip (rule small.plus)."""
    if command.material is not None and state.supply.number(command.material) == 0:
        raise RuleViolation(
            "small.plus",
            "the {plain} plain is empty; choose another material",
            plain=command.material,
        )
    consequences = Consequences(state)
    consequences.add(ev.ChipTaken(command.by, command.material))
    begin_part_two_if_all_answered(consequences)
    return consequences


def give_back_chip(state: GameState, command: GiveBackChip) -> Consequences:
    """Put one chip of the player's choice back into the supply (rule small.minus)."""
    if not state.player(command.by).hand.number(command.material):
        raise HiddenHandViolation(
            "small.minus", _NOTHING_TO_RETURN[command.material], color=command.by
        )
    consequences = Consequences(state)
    consequences.add(ev.ChipReturned(command.by, command.material))
    begin_part_two_if_all_answered(consequences)
    return consequences


def begin_part_two_if_all_answered(consequences: Consequences) -> None:
    """Start part 2 of the turn once all players have answered the question about the die.

    Players are asked a question after the die showed plus or minus.
    """
    state = consequences.state
    if state.phase in (Phase.TAKE, Phase.GIVE_BACK) and not state.deciders:
        _begin_part_two(consequences)


def yield_shares(
    state: GameState, plain: Material, *, by_height: bool
) -> tuple[ev.YieldShare, ...]:
    """Return what each worker on a plain earns, top worker first.

    If `by_height` is true, a worker earns as many chips as its level (rule big.yield), otherwise
    one chip (rule small.material). Once the supply is empty, the remaining workers get nothing.
    """
    supply = state.supply.number(plain)
    workers = state.stack(plain)
    result = []
    for height in range(len(workers), 0, -1):
        due = height if by_height else 1
        got = min(due, supply)
        supply -= got
        result.append(ev.YieldShare(workers[height - 1], due, got))
    return tuple(result)


def _begin_part_two(consequences: Consequences) -> None:
    consequences.add(ev.DecisionRequested(Phase.ACTION, (consequences.state.whose_turn,)))
