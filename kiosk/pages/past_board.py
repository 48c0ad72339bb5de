"""The board at any step of a past game: a finger on the slider moves through it."""

from typing import NamedTuple

from kivy.clock import Clock
from kivy.metrics import dp
from msgspec.structs import replace

from companion.history import LogEntry
from companion.state import GameState
from kiosk import routes
from kiosk.navigator import Navigator, Page
from kiosk.pages.log.step import StepView
from kiosk.pages.log.view import log_detail
from kiosk.ui.slider import Slider
from kiosk.words.language import _

_SLIDER = 56
_MARGIN = 16


class _Reached(NamedTuple):
    """The shown step of a game, from 0."""

    state: GameState
    place: int


class PastBoardPage(Page):
    """Shows the end of the game first. Keys: those of `StepView`; the slider has none."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        game = navigator.viewed
        self._game, self._now = game, game.state
        self._rows = tuple(LogEntry(step, place) for place, step in enumerate(game.steps, 1))
        if not self._rows:
            raise ValueError("a game without a step has no board to show")
        self._place = self._taken_up()
        self._step = StepView(
            self.box,
            navigator.board_rotation,
            on_step=self._go_to,
            on_edit=lambda _step: None,
            on_about=lambda rules: navigator.go(routes.Rules(rules)),
            on_back=lambda _place: navigator.back(),
            foot=dp(_SLIDER),
        )
        self.add_widget(self._step)
        self._slider = Slider(
            self._step.foot.inset(dp(_MARGIN), dp(4)), len(self._rows), self._slide
        )
        self.add_widget(self._slider)
        # A finger may pass several steps between two frames: draw only the last.
        self._soon = Clock.create_trigger(lambda _delta: self._show())
        self._show()

    def _taken_up(self) -> int:
        """Return the step at which this game was left, or its last one."""
        kept = self.navigator.saved_state
        if isinstance(kept, _Reached) and kept.state == self._now:
            return min(kept.place, len(self._rows) - 1)
        return len(self._rows) - 1

    @property
    def saved_state(self) -> _Reached:
        return _Reached(self._now, self._place)

    def close(self) -> None:
        """Also stop following the slider."""
        self._soon.cancel()
        super().close()

    def _slide(self, place: int, lifted: bool) -> None:  # noqa: FBT001 - the slider's own order
        self._place = place
        if lifted:
            self._soon.cancel()
            self._show()
        else:
            self._soon()

    def _go_to(self, place: int) -> None:
        if not 0 <= place < len(self._rows):
            self._step.say(_("This is the first.") if place < 0 else _("This is the newest."))
            return
        self._place = place
        self._show()

    def _show(self) -> None:
        open_chips = self.app_state.settings.open_chips
        detail = log_detail(self._game, self._rows[self._place], open_chips=open_chips)
        self._slider.put(self._place)
        self._step.show(self._place, replace(detail, edits=()), open_chips=open_chips)
