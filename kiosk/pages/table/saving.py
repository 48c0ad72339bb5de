"""Monitor of saving: shows a sign on the board, and a message if saving fails or the disk hangs."""

from collections.abc import Callable

from kivy.clock import Clock
from kivy.graphics import Color, SmoothLine
from kivy.metrics import dp

from kiosk.app_state import AppState
from kiosk.pieces.ring import Ring
from kiosk.ui import shapes, theme
from kiosk.ui.surface import Box, Surface
from kiosk.words.reasons import ReasonText, reason_without_rule
from kiosk.words.saving import disk_hangs_text, queued_step_text, still_saving_text
from kiosk.words.texts import sentence_text

SHINES_AFTER = 0.15
"""Seconds after which the saving sign appears if a step is not saved yet. A healthy disk needs only
milliseconds."""
HANGS_AFTER = 5
"""Seconds after which a message says that the disk does not respond."""
_AGAIN_SECONDS = 5
_BELOW = 0.214
_LIGHT_RADIUS = 0.034
"""Radius of the saving sign, and its distance below the middle of the board, relative to the side
of the board. The sign fits between the high plains and the rune stones."""


class SavingSign(Surface):
    """Sign on the drawn board, visible while a step of the game is being saved.

    It is an arrow down to a line.
    """

    def __init__(self, ring: Ring) -> None:
        radius = _LIGHT_RADIUS * ring.side
        x, y = ring.box.center
        middle = y - _BELOW * ring.side
        super().__init__(Box(x - radius, middle - radius, 2 * radius, 2 * radius))
        self._shines = False

    def show(self, *, visible: bool) -> None:
        if visible is self._shines:
            return
        self._shines = visible
        self.clear()
        if not visible:
            return
        (x, y), radius = self.box.center, self.box.width / 2
        self.fill(theme.SURFACE, radius=radius)
        with self.canvas:
            shapes.draw_ring((x, y), radius - dp(1), theme.SAND, dp(1.2))
            Color(*theme.LIGHT)
            tip, wing, width = y - radius * 0.18, radius * 0.32, dp(1.4)
            SmoothLine(points=[x, y + radius * 0.55, x, tip], width=width)
            SmoothLine(points=[x - wing, tip + wing, x, tip, x + wing, tip + wing], width=width)
            foot = y - radius * 0.48
            SmoothLine(points=[x - radius * 0.45, foot, x + radius * 0.45, foot], width=width)


class SaveMonitor:
    """Monitors the saving of the current game, and tries again after a failure.

    While a step of the game is being saved, the sign `light` is visible. `on_change` is called
    whenever `save_error` or `waiting_reason` changes.
    """

    def __init__(
        self, app_state: AppState, light: SavingSign, on_change: Callable[[], None]
    ) -> None:
        self._app_state = app_state
        self._light = light
        self._on_change = on_change
        self._hangs = self._is_asked = False
        self._then: Callable[[], None] | None = None
        self._shown: tuple[str, ReasonText | None] = ("", None)
        self._soon = Clock.create_trigger(lambda _delta: light.show(visible=True), SHINES_AFTER)
        self._late = Clock.create_trigger(self._hang, HANGS_AFTER)
        self._again = Clock.schedule_interval(self._try, _AGAIN_SECONDS)
        app_state.on_saved = self._heard

    @property
    def save_error(self) -> str:
        unsaved = self._app_state.required_session.unsaved
        if unsaved is not None:
            return sentence_text(unsaved)
        return disk_hangs_text() if self._hangs else ""

    @property
    def waiting_reason(self) -> ReasonText | None:
        """Message that a player's decision must wait until the previous step is saved, or None."""
        if not self._is_asked or self._hangs:
            return None
        return reason_without_rule(
            still_saving_text() if self._then is None else queued_step_text()
        )

    def must_wait(self, on_saved: Callable[[], None] | None = None) -> bool:
        """Return whether a decision must wait until the previous step of the game is saved.

        If so, call `on_saved` once the step has been saved. The call is cancelled if this method is
        called again, if saving fails, or if the disk does not respond in time.
        """
        self._is_asked = self._app_state.is_saving
        self._then = on_saved if self._is_asked else None
        return self._is_asked

    def watch_saving(self) -> None:
        """Monitor the saving of the latest step of the game.

        If `save_error` or `waiting_reason` changes after this call, `on_change` is called.
        """
        if self._app_state.is_saving:
            self._soon()
            self._late()
        self._shown = (self.save_error, self.waiting_reason)

    def close(self) -> None:
        self._app_state.on_saved = self._then = None
        for event in (self._soon, self._late, self._again):
            event.cancel()

    def _heard(self) -> None:
        if self._app_state.is_saving:
            return
        self._soon.cancel()
        self._late.cancel()
        self._light.show(visible=False)
        self._hangs = self._is_asked = False
        then, self._then = self._then, None
        self._tell()
        if then is not None and self._app_state.required_session.unsaved is None:
            then()

    def _hang(self, _delta: float) -> None:
        self._hangs, self._then = True, None
        self._tell()

    def _tell(self) -> None:
        now = (self.save_error, self.waiting_reason)
        if self._shown != now:
            self._shown = now
            self._on_change()

    def _try(self, _delta: float) -> None:
        if self._app_state.required_session.unsaved is not None:
            self._app_state.required_session.save_pending()
