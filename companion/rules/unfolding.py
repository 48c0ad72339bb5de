"""How the rules tell what happens: events, and the state that each of them leaves behind."""

from companion.events import Event, PointsScored
from companion.evolution import evolve
from companion.pieces import Color
from companion.state import GameState, PointSource


class Unfolding:
    """A state that is being carried forward, with the events that carried it."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self._events: list[Event] = []

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far, in order."""
        return tuple(self._events)

    def happen(self, event: Event) -> None:
        """Add an event and go on to the state after it."""
        self.state = evolve(self.state, event)
        self._events.append(event)

    def score(self, color: Color, points: int, source: PointSource) -> None:
        """Give a player points, never below 0 in all; nothing happens when nothing changes."""
        before = self.state.player(color).points
        total = max(0, before + points)
        if total != before:
            self.happen(PointsScored(color, total - before, total, source))
