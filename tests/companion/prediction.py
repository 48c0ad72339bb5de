"""A prediction, and what every comparison of one needs."""

from typing import NamedTuple

from msgspec.structs import replace

from companion.commands import Command
from companion.errors import RuleViolation
from companion.game import decide
from companion.memory.record import write_command
from companion.pieces import Chips
from companion.state import GameState


class Prediction(NamedTuple):
    """What was told before and what happened then; `about` says where, for whoever mends it."""

    kind: str
    told: object
    happened: object
    about: str

    @property
    def right(self) -> bool:
        return self.told == self.happened


def accepted(state: GameState, command: Command) -> bool:
    """Whether the rules let a command pass."""
    return refusing_rule(state, command) is None


def refusing_rule(state: GameState, command: Command) -> str | None:
    """The rule that refuses a command, if any."""
    try:
        decide(state, command)
    except RuleViolation as refusal:
        return refusal.rule
    return None


def about_what(state: GameState, command: Command) -> str:
    """Where a prediction was made and of what, for whoever looks for what was wrong."""
    return f"turn {state.turn}: {write_command(command).decode()}"


def with_chips(state: GameState, chips: Chips) -> GameState:
    """The same where whoever decides has these chips, and the plains as many as ever."""
    decider = state.player(state.decider)
    players = tuple(
        replace(player, hand=player.hand + chips) if player is decider else player
        for player in state.players
    )
    return replace(state, players=players)
