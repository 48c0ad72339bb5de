"""Follows how steps are saved, and says so when that fails or takes long."""

from collections.abc import Callable

from kivy.clock import Clock

from kiosk.app_state import AppState
from kiosk.pages.table.board_signs import SaveLight
from kiosk.words.reasons import ReasonText, without_rule
from kiosk.words.saving import comes_when_saved, disk_hangs, still_saving
from kiosk.words.texts import sentence_text

SHINES_AFTER = 0.15
"""Seconds until a step that is not saved yet gets the saving sign; a healthy disk needs
milliseconds."""
HANGS_AFTER = 5
"""Seconds until a disk that does not answer is reported."""
_AGAIN_SECONDS = 5


class SaveMonitor:
    """Follows the saving of the current game, and retries failed saving.

    `light` is the sign on the board while a step is being saved. `on_change` is called when
    `trouble` or `refusal` changes.
    """

    def __init__(
        self, app_state: AppState, light: SaveLight, on_change: Callable[[], None]
    ) -> None:
        self._app_state = app_state
        self._light = light
        self._on_change = on_change
        self._hangs = self._is_asked = False
        self._then: Callable[[], None] | None = None
        self._shown: tuple[str, ReasonText | None] = ("", None)
        self._soon = Clock.create_trigger(self._shine, SHINES_AFTER)
        self._late = Clock.create_trigger(self._hang, HANGS_AFTER)
        self._again = Clock.schedule_interval(self._try, _AGAIN_SECONDS)
        app_state.on_saved = self._heard

    @property
    def trouble(self) -> str:
        """Text about steps that could not be saved, or ""."""
        unsaved = self._app_state.game.unsaved
        if unsaved is not None:
            return sentence_text(unsaved)
        return disk_hangs() if self._hangs else ""

    @property
    def refusal(self) -> ReasonText | None:
        """Reason why a decision must wait for saving; None if none waits or `trouble` says it."""
        if not self._is_asked or self._hangs:
            return None
        return without_rule(still_saving() if self._then is None else comes_when_saved())

    def holds(self, then: Callable[[], None] | None = None) -> bool:
        """Return whether a decision must wait until the former one is saved.

        `then` is called after saving, unless there was another tap or the disk hangs.
        """
        self._is_asked = self._app_state.is_saving
        self._then = then if self._is_asked else None
        return self._is_asked

    def follow(self) -> None:
        """Remember the current status, so that only changes call `on_change`."""
        if self._app_state.is_saving:
            self._soon()
            self._late()
        self._shown = (self.trouble, self.refusal)

    def close(self) -> None:
        self._app_state.on_saved = self._then = None
        for event in (self._soon, self._late, self._again):
            event.cancel()

    def _heard(self) -> None:
        if self._app_state.is_saving:
            return
        self._soon.cancel()
        self._late.cancel()
        self._light.shine(shines=False)
        self._hangs = self._is_asked = False
        then, self._then = self._then, None
        self._tell()
        if then is not None and self._app_state.game.unsaved is None:
            then()

    def _shine(self, _delta: float) -> None:
        self._light.shine(shines=True)

    def _hang(self, _delta: float) -> None:
        self._hangs, self._then = True, None
        self._tell()

    def _tell(self) -> None:
        now = (self.trouble, self.refusal)
        if self._shown != now:
            self._shown = now
            self._on_change()

    def _try(self, _delta: float) -> None:
        if self._app_state.game.unsaved is not None:
            self._app_state.game.save_pending()
