"""Positions to explain."""

from companion.state import FinaleStage, GameState, Phase
from tests.companion.positions import BLUE, GREEN, RED, position, ring

PLENTY = "9 wood 9 stone 3 wool"


def table(**laid) -> GameState:
    """Fields that all cost wood and stone; the druid is at a single red hut on 10."""
    usual = {"board": ring(32), "huts": {RED: (10,)}, "druid": 10, "hands": {BLUE: PLENTY}}
    return position(BLUE, GREEN, RED, **(usual | laid))


def asking(*visits: int, **laid) -> GameState:
    """The druid asks Ria at the first of `visits`."""
    usual = {"decider": RED, "hands": {RED: PLENTY}, "druid": visits[0]}
    return table(phase=Phase.OFFERING, visits=visits, **(usual | laid))


def last_hut(**laid) -> GameState:
    """The druid asks Gus at the last hut of the final circuit."""
    usual = {"huts": {GREEN: (10,)}, "finale": FinaleStage.CIRCUIT, "druid": 10, "visits": (10,)}
    return position(BLUE, GREEN, RED, phase=Phase.OFFERING, decider=GREEN, **(usual | laid))
