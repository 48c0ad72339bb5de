"""The app with a drawn panel below its screen, as `meduris --panel simulated` shows it."""

from pathlib import Path
from typing import TYPE_CHECKING

from hardware.lamps import Lamp, LampLevels
from hardware.panel_config import PanelConfig
from hardware.simulated_panel import SimulatedPanel
from kiosk.rotation import Rotation
from tests.kiosk.touch import SIZES, Size, Touchscreen, the_window

if TYPE_CHECKING:
    from kiosk.app_state import AppState

_LIT_SOON = 0.06
"""Seconds after which a press has settled and the strip has updated the lamps."""
_SETTLED = 0.016
"""Seconds after which a contact has settled."""
_PARTS = 8
"""Number of looks at the lamps in a blink."""


class PanelTouchscreen(Touchscreen):
    def __init__(
        self,
        folder: Path,
        size: Size = SIZES[0],
        *,
        rotation: Rotation = Rotation.NONE,
        app_state: "AppState | None" = None,
        config: PanelConfig | None = None,
        dim_after: float = 0,
        dark_after: float = 0,
    ) -> None:
        from kivy.clock import Clock  # noqa: PLC0415 - Kivy is configured by now

        from kiosk.pieces.panel import SimulatedPanelWidget  # noqa: PLC0415
        from kiosk.ui import theme  # noqa: PLC0415
        from kiosk.ui.surface import Box  # noqa: PLC0415

        width, height = rotation.rotated_size(*size)
        below = round(theme.STRIP_HEIGHT * theme.pixels_per_dp(width, height))
        config = config or PanelConfig()
        the_window()  # the panel must use its clock
        self.panel = SimulatedPanel(config.button, config.lamps, clock=Clock.time)
        super().__init__(
            folder,
            size,
            below=below,
            rotation=rotation,
            app_state=app_state,
            panel=self.panel,
            panel_config=config,
            dim_after=dim_after,
            dark_after=dark_after,
        )
        self.strip = SimulatedPanelWidget(Box(0, 0, width, below), self.panel)
        self._window.kivy.add_widget(self.strip)

    def close(self) -> None:
        self.strip.destroy()
        self._window.kivy.remove_widget(self.strip)
        super().close()

    # The panel's button

    def press(self) -> None:
        """Press the die button and release it; return when both have been handled."""
        with self.held_at(self._place("panel.button")):
            self.wait(_LIT_SOON)
        self.wait(_LIT_SOON)

    def push(self) -> None:
        """Press and release the die button before the app has handled either."""
        with self.held_at(self._place("panel.button")):
            self.leap(_SETTLED)

    def hold(self, seconds: float) -> None:
        with self.held_at(self._place("panel.button")):
            self.wait(seconds)

    def pull_cable(self) -> None:
        self.tap_at(self._place("panel.cable"))
        self.wait(_LIT_SOON)

    def _place(self, key: str) -> tuple[float, float]:
        place = next(tap.box.center for tap in self.strip.children if tap.key == key)
        return self.navigator.to_widget(*place)

    # The lamps

    def lamp_levels(self) -> LampLevels:
        return self.strip.frame

    def lit(self) -> set[Lamp]:
        return {lamp for lamp, level in zip(Lamp, self.lamp_levels(), strict=True) if level}

    def leap(self, seconds: float) -> None:
        self._window.clock.skip(seconds)
        self.step()

    def looks(self) -> tuple[set[Lamp], set[Lamp]]:
        """Return the steady and the blinking lamps, watched for more than one blink."""
        self.leap(_LIT_SOON)
        self.leap(_LIT_SOON)
        seen = [self.lit()]
        for _part in range(_PARTS):
            self.leap(self.link.lamp_settings.slow_blink_seconds / (_PARTS - 1))
            seen.append(self.lit())
        steady = set.intersection(*seen)
        return steady, set.union(*seen) - steady
