"""Collects the events that a command causes, and applies them to the state."""

from companion.events import Event, PointsScored
from companion.evolution import apply_event
from companion.pieces import Color
from companion.state import GameState, PointSource


class Consequences:
    """A state and the events that led to it; adding an event also updates the state."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self._events: list[Event] = []

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(self._events)

    def add(self, event: Event) -> None:
        self.state = apply_event(self.state, event)
        self._events.append(event)

    def score(self, color: Color, points: int, source: PointSource) -> None:
        """Add `points` (may be negative) to a player's points, but do not go below 0.

        `source` is the way of scoring. If the points do not change, no event is added.
        """
        before = self.state.player(color).points
        total = max(0, before + points)
        if total != before:
            self.add(PointsScored(color, total - before, total, source))
