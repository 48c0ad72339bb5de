"""Mounting of the display: the rotation of its picture, and the calibration of its touches."""

from functools import partial

from msgspec.structs import replace

from kiosk.app_state import AppState
from kiosk.config import KioskConfig, write_mounting
from kiosk.rotation import Place, Rotation, TouchCalibration
from kiosk.ui.rotated_view import RotatedView
from kiosk.ui.touch_calibration import CalibratedTouches, MousePointer
from kiosk.words.language import mark

_NOT_KEPT = mark(
    "How the screen is mounted could not be saved: {reason}. It holds until the next start; set "
    "it again then."
)


class Display:
    """Mounting of the display, changeable without restart; calibrates touches until `close`."""

    def __init__(self, app_state: AppState, view: RotatedView, config: KioskConfig) -> None:
        self._app_state = app_state
        self._view = view
        self._config = config
        self._pointer = MousePointer()
        self._touches = CalibratedTouches(config.touch_calibration, self._pointer)

    def close(self) -> None:
        self._touches.close()
        self._pointer.close()

    @property
    def rotation(self) -> Rotation:
        return self._config.rotation

    @property
    def touch(self) -> TouchCalibration:
        return self._config.touch_calibration

    def turn(self, rotation: Rotation) -> None:
        """Rotate the picture, now and after each restart."""
        self._keep(replace(self._config, rotation=rotation))
        self._view.settle(rotation)

    def fit(self, further: TouchCalibration) -> None:
        """Add a further calibration to the current calibration, and save the result."""
        fit = self.touch.then(further)
        self._touches.fit = fit
        self._keep(replace(self._config, touch_rotation=fit.rotation, touch_mirrored=fit.mirrored))

    def point_at(self, place: Place) -> tuple[float, float]:
        """Convert a position on the display, 0 to 1 in each direction, to pixels of the window."""
        return (place[0] * self._view.area.width, place[1] * self._view.area.height)

    def _keep(self, config: KioskConfig) -> None:
        self._config = config
        self._app_state.write_in_background(
            partial(write_mounting, self._app_state.folder, config), _NOT_KEPT
        )
