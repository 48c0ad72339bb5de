"""Page with the board after any step of a past game, chosen with a slider."""

from typing import NamedTuple

from kivy.clock import Clock

from companion.history import LogEntry
from companion.state import GameState
from kiosk.navigator import Navigator
from kiosk.pages.log.step import StepPage
from kiosk.ui.form import Form, Widget
from kiosk.ui.slider import Slider
from kiosk.ui.surface import Box

_SLIDER = 48
"""Height of the slider in dp."""


class _Position(NamedTuple):
    """Saved state of the page: the final state of its game, and the index of the visible step."""

    state: GameState
    place: int


class PastBoardPage(StepPage):
    """Page with the board after any step of a past game; at first, after the last step."""

    def __init__(self, navigator: Navigator) -> None:
        self._game = navigator.viewed_game
        log = tuple(LogEntry(step, at) for at, step in enumerate(self._game.steps, 1))
        super().__init__(navigator, log, can_edit=False)
        if not log:
            raise ValueError("a game without a step has no board to show")
        self.foot = (Widget(self._new_slider, height=_SLIDER),)
        # A finger may pass several steps between two frames; the board is drawn only once.
        self._soon = Clock.create_trigger(lambda _delta: self.look_at(self._reached))
        kept, self._reached = navigator.saved_state, len(self.log) - 1
        if isinstance(kept, _Position) and kept.state == self._game.state:
            self._reached = min(kept.place, self._reached)
        self.look_at(self._reached)

    @property
    def saved_state(self) -> _Position:
        return _Position(self._game.state, self._reached)

    def leave_step(self) -> None:
        self.navigator.back()

    def close(self) -> None:
        self._soon.cancel()
        super().close()

    def look_at(self, place: int) -> None:
        super().look_at(place)
        self._reached = self.place or 0
        self._slider.put(self._reached)

    def form(self) -> Form:
        return self.step_form(self.place or 0)

    def _new_slider(self, box: Box) -> Slider:
        self._slider = Slider(box, len(self.log), self._slide)
        self._slider.put(self._reached)
        return self._slider

    def _slide(self, place: int, lifted: bool) -> None:  # noqa: FBT001 - the order of Slider's callback
        self._reached = place
        if lifted:
            self._soon.cancel()
            self.look_at(place)
        else:
            self._soon()
