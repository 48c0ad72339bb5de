"""Rotation of the picture in quarter turns, and calibration of touches. Free of Kivy."""

from collections.abc import Iterable
from enum import IntEnum

import msgspec

Place = tuple[float, float]
"""A place on the unrotated display: 0 to 1 from its left and from its lower edge."""


class Rotation(IntEnum):
    """Anticlockwise rotation of the picture in degrees.

    0 faces a viewer below the display, 90 one at its right.
    """

    NONE = 0
    QUARTER = 90
    HALF = 180
    THREE_QUARTERS = 270

    def plus(self, by: "Rotation") -> "Rotation":
        """Return the sum of this rotation and another."""
        return Rotation((self + by) % 360)

    def rotation_to(self, other: "Rotation") -> "Rotation":
        """Return the rotation that leads from this one to another."""
        return Rotation((other - self) % 360)

    def size(self, width: float, height: float) -> tuple[float, float]:
        """Return width and height of an area after the rotation."""
        return (width, height) if self in (Rotation.NONE, Rotation.HALF) else (height, width)

    def turned(self, right: float, up: float) -> tuple[float, float]:
        """Rotate a point around the origin."""
        match self:
            case Rotation.NONE:
                return (right, up)
            case Rotation.QUARTER:
                return (-up, right)
            case Rotation.HALF:
                return (-right, -up)
            case Rotation.THREE_QUARTERS:
                return (up, -right)

    def turned_back(self, right: float, up: float) -> tuple[float, float]:
        """Rotate a point around the origin in the opposite direction."""
        return Rotation((360 - self) % 360).turned(right, up)


_FITTING = 0.15
"""Largest error of a touch on a calibration cross, relative to the display's side."""


class TouchFit(msgspec.Struct, frozen=True):
    """Calibration that maps reported touches to the fingers: mirrored, then rotated.

    `mirrored` swaps left and right; `rotation` is anticlockwise, around the middle.
    """

    rotation: Rotation = Rotation.NONE
    mirrored: bool = False

    def applied(self, x: float, y: float) -> Place:
        """Map a reported place to that of the finger; both relative to the display."""
        right = 0.5 - x if self.mirrored else x - 0.5
        right, up = self.rotation.turned(right, y - 0.5)
        return (right + 0.5, up + 0.5)

    def then(self, further: "TouchFit") -> "TouchFit":
        """Return the calibration that applies this one and then another."""
        # Mirroring reverses the direction of a rotation.
        own = self.rotation.rotation_to(Rotation.NONE) if further.mirrored else self.rotation
        return TouchFit(own.plus(further.rotation), self.mirrored != further.mirrored)

    @classmethod
    def of(cls, touched: Iterable[tuple[Place, Place]]) -> "TouchFit | None":
        """Return the calibration for pairs of reported and intended places; None: none fits.

        At least two must be in neighbouring corners.
        """
        pairs = tuple(touched)
        fits = (cls(rotation, mirrored) for mirrored in (False, True) for rotation in Rotation)
        return next((fit for fit in fits if all(_meets(fit, *pair) for pair in pairs)), None)


def _meets(fit: TouchFit, told: Place, meant: Place) -> bool:
    return all(
        abs(here - there) <= _FITTING for here, there in zip(fit.applied(*told), meant, strict=True)
    )
