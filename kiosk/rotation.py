"""How far a picture is turned, in quarter turns, and how touches lie on it; free of Kivy."""

from collections.abc import Iterable
from enum import IntEnum

import msgspec

Place = tuple[float, float]
"""A place on an unturned display: 0 to 1 from its left and from its lower edge."""


class Rotation(IntEnum):
    """How far the picture is turned anticlockwise, in degrees.

    Turned by 0 it faces whoever sits below the display, by 90 who sits at its right.
    """

    NONE = 0
    QUARTER = 90
    HALF = 180
    THREE_QUARTERS = 270

    def further(self, by: "Rotation") -> "Rotation":
        """This rotation and a further one."""
        return Rotation((self + by) % 360)

    def back_to(self, other: "Rotation") -> "Rotation":
        """The rotation that leads from this one to another."""
        return Rotation((other - self) % 360)

    def size(self, width: float, height: float) -> tuple[float, float]:
        """The size of what fills an area of that size when turned."""
        return (width, height) if self in (Rotation.NONE, Rotation.HALF) else (height, width)

    def turned(self, right: float, up: float) -> tuple[float, float]:
        """Where a point lies after the turn; both are counted from the middle."""
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
        """Where a point lay before the turn; both are counted from the middle."""
        return Rotation((360 - self) % 360).turned(right, up)


_FITTING = 0.15
"""How far a finger may miss what it was to touch, as a part of the display's side."""


class TouchFit(msgspec.Struct, frozen=True):
    """How a touch is moved to where the finger was: mirrored first, then turned.

    `mirrored`: left and right change places; `rotation` is anticlockwise, about the middle.
    """

    rotation: Rotation = Rotation.NONE
    mirrored: bool = False

    def applied(self, x: float, y: float) -> Place:
        """Where a touch belongs that was reported at a place."""
        right = 0.5 - x if self.mirrored else x - 0.5
        right, up = self.rotation.turned(right, y - 0.5)
        return (right + 0.5, up + 0.5)

    def then(self, further: "TouchFit") -> "TouchFit":
        """This one, and a further one after it."""
        # Mirrored, what was turned one way is turned the other way.
        own = self.rotation.back_to(Rotation.NONE) if further.mirrored else self.rotation
        return TouchFit(own.further(further.rotation), self.mirrored != further.mirrored)

    @classmethod
    def of(cls, touched: Iterable[tuple[Place, Place]]) -> "TouchFit | None":
        """What maps touches from where they were reported to where they were meant; else None.

        At least two of them have to be in corners that lie side by side.
        """
        pairs = tuple(touched)
        fits = (cls(rotation, mirrored) for mirrored in (False, True) for rotation in Rotation)
        return next((fit for fit in fits if all(_meets(fit, *pair) for pair in pairs)), None)


def _meets(fit: TouchFit, told: Place, meant: Place) -> bool:
    return all(
        abs(here - there) <= _FITTING for here, there in zip(fit.applied(*told), meant, strict=True)
    )
