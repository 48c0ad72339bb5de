"""The display as it is mounted: which way up it stands, and how its touches lie on it."""

from functools import partial

from msgspec.structs import replace

from kiosk.app_state import AppState
from kiosk.background import Job
from kiosk.config import KioskConfig, write_mounting
from kiosk.rotation import Place, Rotation, TouchFit
from kiosk.ui.fitted_touches import FittedTouches, MousePointer
from kiosk.ui.rotated_view import RotatedView
from kiosk.words.language import mark

_NOT_KEPT = mark(
    "How the screen is mounted could not be saved: {reason}. It holds until the next start; set "
    "it again then."
)


class Display:
    """What the table can set of the display, at once and without a restart.

    `config` is how it is mounted as far as anybody has said. Until it is closed touches are laid
    where the fingers are.
    """

    def __init__(self, app_state: AppState, view: RotatedView, config: KioskConfig) -> None:
        self._app_state = app_state
        self._view = view
        self._config = config
        self._pointer = MousePointer()
        self._touches = FittedTouches(config.touch, self._pointer)

    def close(self) -> None:
        """Leave touches as they are told."""
        self._touches.close()
        self._pointer.close()

    @property
    def rotation(self) -> Rotation:
        """How far the picture is turned for whoever looks at the display."""
        return self._config.rotation

    @property
    def touch(self) -> TouchFit:
        """How touches lie on it."""
        return self._config.touch

    def turn(self, rotation: Rotation) -> None:
        """Turn the picture so far, from now on and after the next start."""
        self._keep(replace(self._config, rotation=rotation))
        self._view.settle(rotation)

    def fit(self, further: TouchFit) -> None:
        """Lay touches so too, after what is done to them already."""
        fit = self.touch.then(further)
        self._touches.fit = fit
        self._keep(replace(self._config, touch_rotation=fit.rotation, touch_mirrored=fit.mirrored))

    def place_of(self, x: float, y: float) -> Place:
        """Where a point of the window lies on the display."""
        return (x / self._view.area.width, y / self._view.area.height)

    def point_at(self, place: Place) -> tuple[float, float]:
        """The point of the window at a place of the display, in pixels."""
        return (place[0] * self._view.area.width, place[1] * self._view.area.height)

    def _keep(self, config: KioskConfig) -> None:
        self._config = config

        def heard(job: Job[object]) -> None:
            notices = self._app_state.notices
            notices[:] = [notice for notice in notices if notice.message != _NOT_KEPT]
            if job.failure is not None:
                notices.append(job.failure)

        write = partial(write_mounting, self._app_state.folder, config)
        self._app_state.writer.keep(write, _NOT_KEPT, heard)
