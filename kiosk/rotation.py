"""Rotation of the picture in quarter turns, and calibration of touches. Imports no Kivy."""

from collections.abc import Iterable
from enum import IntEnum

import msgspec

DisplayPoint = tuple[float, float]
"""A place on the unrotated display: its distances from the left and from the lower edge, 0 to 1."""


class Rotation(IntEnum):
    """Anticlockwise rotation of the picture, in degrees.

    At 0, the picture faces a viewer at the lower edge of the display. At 90, it faces a viewer at
    the right edge.
    """

    NONE = 0
    QUARTER = 90
    HALF = 180
    THREE_QUARTERS = 270

    def plus(self, by: "Rotation") -> "Rotation":
        return Rotation((self + by) % 360)

    def rotation_to(self, other: "Rotation") -> "Rotation":
        return Rotation((other - self) % 360)

    def rotated_size(self, width: float, height: float) -> tuple[float, float]:
        return (width, height) if self in (Rotation.NONE, Rotation.HALF) else (height, width)

    def rotate_point(self, right: float, up: float) -> tuple[float, float]:
        match self:
            case Rotation.NONE:
                return (right, up)
            case Rotation.QUARTER:
                return (-up, right)
            case Rotation.HALF:
                return (-right, -up)
            case Rotation.THREE_QUARTERS:
                return (up, -right)

    def rotate_point_back(self, right: float, up: float) -> tuple[float, float]:
        return Rotation((360 - self) % 360).rotate_point(right, up)


_FITTING = 0.15
"""Largest distance of a touch from a calibration cross, as a share of the display's side."""


class TouchCalibration(msgspec.Struct, frozen=True):
    """Calibration that maps the reported place of a touch to the place of the finger.

    If `mirrored` is set, left and right are swapped first. Then the place is rotated anticlockwise
    by `rotation` around the middle of the display.
    """

    rotation: Rotation = Rotation.NONE
    mirrored: bool = False

    def apply(self, x: float, y: float) -> DisplayPoint:
        """Convert the reported place (`x`, `y`) of a touch to the place of the finger."""
        right = 0.5 - x if self.mirrored else x - 0.5
        right, up = self.rotation.rotate_point(right, y - 0.5)
        return (right + 0.5, up + 0.5)

    def then(self, further: "TouchCalibration") -> "TouchCalibration":
        """Return a calibration that applies this calibration first, and then `further`."""
        # Mirroring reverses the direction of a rotation.
        own = self.rotation.rotation_to(Rotation.NONE) if further.mirrored else self.rotation
        return TouchCalibration(own.plus(further.rotation), self.mirrored != further.mirrored)

    @classmethod
    def from_touches(
        cls, pairs: Iterable[tuple[DisplayPoint, DisplayPoint]]
    ) -> "TouchCalibration | None":
        """Return the calibration that maps the reported place of each touch to the intended place.

        `pairs` has the reported and the intended place of each touch. At least two touches must be
        at neighbouring corners of the display. Return None if no calibration fits.
        """
        pairs = tuple(pairs)
        fits = (cls(rotation, mirrored) for mirrored in (False, True) for rotation in Rotation)
        return next((fit for fit in fits if all(_meets(fit, *pair) for pair in pairs)), None)


def _meets(fit: TouchCalibration, told: DisplayPoint, meant: DisplayPoint) -> bool:
    return all(
        abs(here - there) <= _FITTING for here, there in zip(fit.apply(*told), meant, strict=True)
    )
