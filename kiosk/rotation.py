"""How far a picture is turned, in quarter turns; free of Kivy."""

from enum import IntEnum


class Rotation(IntEnum):
    """How far the picture is turned anticlockwise, in degrees.

    Turned by 0 it faces whoever sits below the display, by 90 who sits at its right.
    """

    NONE = 0
    QUARTER = 90
    HALF = 180
    THREE_QUARTERS = 270

    def further(self, by: "Rotation") -> "Rotation":
        """So far turned, and so much further."""
        return Rotation((self + by) % 360)

    def back_to(self, other: "Rotation") -> "Rotation":
        """What leads from here to another one."""
        return Rotation((other - self) % 360)

    def size(self, width: float, height: float) -> tuple[float, float]:
        """The size of what fills an area of that size once it is turned."""
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
