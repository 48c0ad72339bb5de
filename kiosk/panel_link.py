"""Connects the button panel with the pages: a press rolls the die, and the lamps show the game.

No call waits for the panel's hardware (see `hardware.panel`), except briefly when closing.
"""

from collections.abc import Callable
from typing import Protocol

from kivy.clock import Clock
from msgspec.structs import replace

from companion.pieces import Color, Face
from companion.state import GameState, Phase
from hardware.lamps import Lamp, LampEffect, LampPattern, LampSettings, make_lamp_pattern
from hardware.panel import Notes, Panel, PanelKind, PanelState, PanelStatus, PressKind
from hardware.panel_config import PanelConfig
from kiosk.app_state import AppState
from kiosk.idle_timer import IdleTimer, LastButtonPress, ScreenBrightness

_POLLS_PER_SECOND = 30
_FACE_AHEAD = 2 / _POLLS_PER_SECOND
"""Seconds by which the die on the screen stops before the lamps do. The lamp of the rolled face is
then lit right after the tumbling, without a dark gap."""
_CLOSE_SECONDS = 0.5
"""Longest wait in seconds for the lamps to go off when the link is closed."""

DARK = make_lamp_pattern()


class PanelPage(Protocol):
    """Methods and attributes of a page that the button panel uses (see `navigator.Page`)."""

    @property
    def asks_for_roll(self) -> bool: ...

    def roll_die(self) -> None: ...

    def on_refused_press(self) -> None: ...

    def on_panel_change(self) -> None: ...


class PanelLink:
    """Polls the button panel, shows the game on its lamps, and reports its presses and faults.

    `config` is the content of panel.toml. If players have set the lamps in the app, their settings
    replace those of panel.toml.
    """

    def __init__(
        self,
        panel: Panel,
        app_state: AppState,
        idle_timer: IdleTimer,
        config: PanelConfig | None = None,
    ) -> None:
        self.config = config or PanelConfig()
        self._panel = panel
        self._app_state = app_state
        self._idle_timer = idle_timer
        self._shown = DARK
        self._state: GameState | None = None
        self._of_state = DARK
        self._by_hand: frozenset[Lamp] | None = None
        self.status: PanelStatus = panel.poll().status
        panel.set_lamp_settings(self.lamp_settings)
        self._page: Callable[[], PanelPage | None] = lambda: None
        self._clock = Clock.create_trigger(self._poll, 1 / _POLLS_PER_SECOND, interval=True)

    def start_polling(self, current_page: Callable[[], PanelPage | None]) -> None:
        """Start polling the button panel. `current_page` returns the page that is shown, if any."""
        self._page = current_page
        # Polling an absent panel would take a tenth of the processor time of an idle app.
        if self.status.kind is not PanelKind.OFF:
            self._clock()

    @property
    def is_ready(self) -> bool:
        return self.status.state is PanelState.READY

    @property
    def has_fault(self) -> bool:
        return self.status.state is PanelState.TROUBLED

    @property
    def last_press(self) -> LastButtonPress | None:
        return self._idle_timer.last_press

    @property
    def lamp_settings(self) -> LampSettings:
        return self._app_state.settings.lamps or self.config.lamps

    @property
    def lamps_lit_by_hand(self) -> frozenset[Lamp]:
        return self._by_hand or frozenset()

    def tumble_lamps(self) -> float:
        """Start the animation of the button panel's lamps for a roll of the die.

        Return how long the die on the screen should tumble, in seconds.
        """
        # Switch off the lamp of the previous face now, because a later change of the lamps would
        # end the tumbling.
        self._show()
        self._panel.play_effect(LampEffect.TUMBLE)
        return self.lamp_settings.tumble_seconds - _FACE_AHEAD

    @property
    def has_buzzer(self) -> bool:
        return self.is_ready and "buzzer" in self.status.capabilities

    def play_melody(self, notes: Notes) -> bool:
        """Play notes on the button panel's buzzer; return whether the panel has a buzzer."""
        if not self.has_buzzer:
            return False
        self._panel.play_melody(notes)
        return True

    def test_lamps(self) -> None:
        self._panel.play_effect(LampEffect.SELF_TEST)

    def light_by_hand(self, lamps: frozenset[Lamp] | None) -> None:
        """Light exactly `lamps`, whatever the state of the game.

        If `lamps` is None, the lamps show the state of the game, as usual.
        """
        self._by_hand = lamps
        self._show()

    def set_lamp_settings(self, settings: LampSettings) -> None:
        self._app_state.set_settings(replace(self._app_state.settings, lamps=settings))
        self._panel.set_lamp_settings(settings)

    def close(self) -> None:
        self._clock.cancel()
        self._panel.close(wait_seconds=_CLOSE_SECONDS)

    def _poll(self, _delta: float) -> None:
        report = self._panel.poll()
        changed = report.status != self.status or bool(report.presses)
        self.status = report.status
        for press in report.presses:
            self._heed(press.kind)
        self._show()
        if changed and (screen := self._page()) is not None:
            screen.on_panel_change()

    def _heed(self, press: PressKind) -> None:
        only_wakes = self._idle_timer.record_panel_press(press)
        # The panel itself reacts to a held button by testing its lamps.
        if only_wakes or press is PressKind.HELD:
            return
        screen = self._page()
        if screen is not None and screen.asks_for_roll:
            screen.roll_die()
            return
        self._panel.play_effect(LampEffect.NOT_NOW)
        if screen is not None:
            screen.on_refused_press()

    def _show(self) -> None:
        wanted = self._wanted()
        if wanted != self._shown:
            self._shown = wanted
            self._panel.show_pattern(wanted)

    def _wanted(self) -> LampPattern:
        if self._by_hand is not None:
            return make_lamp_pattern(steady=self._by_hand)
        session = self._app_state.session
        # A dark screen sleeps, and so do the lamps: dimmed lamps on pins cost processor time.
        if session is None or self._idle_timer.brightness is ScreenBrightness.DARK:
            return DARK
        if session.state is not self._state:
            self._state = session.state
            self._of_state = lamp_pattern_for_game(
                session.state, session.game.face_rolled_this_turn
            )
        return self._of_state


def lamp_pattern_for_game(state: GameState, rolled_face: Face | None) -> LampPattern:
    """Return the pattern of the button panel's lamps that shows a game state.

    `rolled_face` is the face that was rolled in this turn, if any. The lamps of this face and of
    the active player are lit. The lamps of other players who must answer a question blink. At the
    end of the game, only the winners' lamps are lit.
    """
    if state.phase is Phase.FINISHED:
        return make_lamp_pattern(steady=[_lamp(color) for color in state.winners or ()])
    steady = [_lamp(piece) for piece in (state.active, rolled_face) if piece is not None]
    blinking = [_lamp(color) for color in state.deciders if color != state.active]
    return make_lamp_pattern(steady=steady, blinking=blinking)


def _lamp(piece: Color | Face) -> Lamp:
    return Lamp(piece.value)
