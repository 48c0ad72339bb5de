"""The panel and the stage, linked: presses become rolls, states become lamps.

Every call goes to a panel that answers at once (`hardware.panel`); nothing here waits.
"""

from collections.abc import Callable
from datetime import datetime

from kivy.clock import Clock
from msgspec.structs import replace

from companion.state import GameState
from hardware.button import PressKind
from hardware.lamps import Effect, Lamp, LampSettings, Picture, picture
from hardware.panel import Panel, PanelState, PanelStatus
from hardware.panel_config import PanelConfig
from kiosk.pages.panel.view import PressSeen
from kiosk.panel_bridge import DARK, lamps_for, means_roll
from kiosk.stage import Stage

_POLLS_PER_SECOND = 30
_FACE_AHEAD = 2 / _POLLS_PER_SECOND
"""So much sooner the screen's die lies still: its face ends the tumble, and no lamp is dark."""
_CLOSE_SECONDS = 0.5
"""How long the app's end waits for the lamps to be dark."""


class PanelLink:
    """Asks a panel for presses, shows it the game, and tells the screen how it stands.

    `config` is what panel.toml says; the table's own settings of the lamps come before it.
    `on_press` is called with every press, whatever it means: somebody is there.
    """

    def __init__(self, panel: Panel, stage: Stage, config: PanelConfig | None = None) -> None:
        self.config = config or PanelConfig()
        self.on_press: Callable[[], None] | None = None
        self.last_press: PressSeen | None = None
        self._panel = panel
        self._stage = stage
        self._shown = DARK
        self._state: GameState | None = None
        self._of_state = DARK
        self._by_hand: frozenset[Lamp] | None = None
        self.status: PanelStatus = panel.poll().status
        panel.tune(self.lamps)
        self._clock = Clock.schedule_interval(self._poll, 1 / _POLLS_PER_SECOND)

    @property
    def is_ready(self) -> bool:
        """Whether there is a panel that works."""
        return self.status.state is PanelState.READY

    @property
    def is_troubled(self) -> bool:
        """Whether a panel that should work does not."""
        return self.status.state is PanelState.TROUBLED

    @property
    def lamps(self) -> LampSettings:
        """How bright and how fast the lamps are."""
        return self._stage.desk.settings.lamps or self.config.lamps

    @property
    def switched(self) -> frozenset[Lamp]:
        """The lamps that are lit by hand."""
        return self._by_hand or frozenset()

    def tumble(self) -> float:
        """Let the die's lamps tumble; returns for how many seconds the screen's die shall."""
        # The face of the turn before has to be gone by now: another picture ends a tumble.
        self._show()
        self._panel.play(Effect.TUMBLE)
        return self.lamps.tumble_seconds - _FACE_AHEAD

    def test_lamps(self) -> None:
        """Light the lamps one by one."""
        self._panel.play(Effect.SELF_TEST)

    def switch(self, lamps: frozenset[Lamp] | None) -> None:
        """Light these lamps by hand, whatever the game says; None gives them back to it."""
        self._by_hand = lamps
        self._show()

    def tune(self, settings: LampSettings) -> None:
        """Be this bright and this fast from now on, and keep that for the next start."""
        desk = self._stage.desk
        desk.set(replace(desk.settings, lamps=settings))
        self._panel.tune(settings)

    def close(self) -> None:
        """Let the panel go, its lamps dark."""
        self._clock.cancel()
        self._panel.close(wait_seconds=_CLOSE_SECONDS)

    def _poll(self, _delta: float) -> None:
        report = self._panel.poll()
        changed = report.status != self.status or bool(report.presses)
        self.status = report.status
        for press in report.presses:
            self._heed(press.kind)
        self._show()
        if changed and self._stage.screen is not None:
            self._stage.screen.panel_changed()

    def _heed(self, press: PressKind) -> None:
        self.last_press = PressSeen(press, datetime.now().astimezone())
        if self.on_press is not None:
            self.on_press()
        screen = self._stage.screen
        if screen is not None and means_roll(press, roll_is_asked=screen.asks_roll):
            screen.roll()
        elif press is PressKind.PRESSED:
            self._panel.play(Effect.NOT_NOW)
            if screen is not None:
                screen.press_refused()

    def _show(self) -> None:
        """Tell the panel what its lamps show, when that has changed."""
        wanted = self._wanted()
        if wanted != self._shown:
            self._shown = wanted
            self._panel.show(wanted)

    def _wanted(self) -> Picture:
        if self._by_hand is not None:
            return picture(steady=self._by_hand)
        session = self._stage.desk.session
        if session is None:
            return DARK
        if session.state is not self._state:
            self._state = session.state
            self._of_state = lamps_for(session.state, session.face_up)
        return self._of_state
