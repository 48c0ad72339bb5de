"""Positions to explain, and their explanations in English."""

from companion.commands import Command
from companion.game import decide
from companion.state import GameState, Phase
from companion.telling import reasons_behind
from companion.telling.reasons import Reason
from kiosk.words.texts import sentence_text
from tests.companion.positions import BLUE, GREEN, NAMES, RED, position, ring

PLENTY = "9 wood 9 stone 3 wool"


def table(**laid) -> GameState:
    """Fields that all cost wood and stone; the druid is at a single red hut on 10."""
    usual = {"board": ring(32), "huts": {RED: (10,)}, "druid": 10, "hands": {BLUE: PLENTY}}
    return position(BLUE, GREEN, RED, **(usual | laid))


def asking(*visits: int, **laid) -> GameState:
    """The druid asks Ria at the first of `visits`."""
    usual = {"decider": RED, "hands": {RED: PLENTY}, "druid": visits[0]}
    return table(phase=Phase.OFFERING, visits=visits, **(usual | laid))


def why(state: GameState, command: Command) -> dict[str, str]:
    """Return the rules behind all events of a command, each with its sums."""
    return in_words(reasons_behind(state, decide(state, command)))


def in_words(reasons: tuple[Reason, ...]) -> dict[str, str]:
    return {one.rule: " ".join(sentence_text(sum_, NAMES) for sum_ in one.sums) for one in reasons}
