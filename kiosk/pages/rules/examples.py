"""Examples that a rule is drawn with: fields in a row, rune stones, a stack; knows no Kivy."""

from collections.abc import Callable
from types import MappingProxyType

import msgspec

from companion.pieces import BuildingKind, Color, Material, Rune
from companion.state import Building
from kiosk.words.language import _


class Cell(msgspec.Struct, frozen=True):
    """A field: what stands on it, and what is written below it; `lit` is what it is all about."""

    standing: Building | None = None
    below: str = ""
    lit: bool = False


class Fields(msgspec.Struct, frozen=True):
    """Fields side by side, clockwise from the left, and what they show.

    `walk` are the places in the row from which and to which the druid goes. The river lies before
    the place `river`, if anywhere.
    """

    cells: tuple[Cell, ...]
    words: str
    walk: tuple[int, ...] = ()
    river: int | None = None


class Stones(msgspec.Struct, frozen=True):
    """Rune stones, each with what it scores."""

    stones: tuple[tuple[Rune, str], ...]
    words: str


class Earners(msgspec.Struct, frozen=True):
    """A stack from the top down, with how many chips of its plain each worker earns."""

    workers: tuple[tuple[Color, int], ...]
    plain: Material
    words: str


Example = Fields | Stones | Earners


def example_of(rule_id: str) -> Example | None:
    """What a rule is drawn with, if a picture says more than words."""
    drawn = _EXAMPLES.get(rule_id)
    return None if drawn is None else drawn()


def _hut(owner: Color, below: str = "", *, lit: bool = False) -> Cell:
    return Cell(Building(BuildingKind.HUT, owner), below, lit)


def _temple(owner: Color, below: str = "", *, lit: bool = False) -> Cell:
    return Cell(Building(BuildingKind.TEMPLE, owner), below, lit)


_EMPTY = Cell()


def _gap() -> Example:
    return Fields(
        (
            _EMPTY,
            _hut(Color.BLUE),
            _hut(Color.RED),
            _hut(Color.GREEN, "×4", lit=True),
            _hut(Color.BLUE),
            _EMPTY,
        ),
        _("The gap is closed, and four huts stand side by side: both icons four times."),
    )


def _walk() -> Example:
    return Fields(
        (
            _hut(Color.RED),
            _EMPTY,
            _temple(Color.BLUE),
            _EMPTY,
            _hut(Color.GREEN, lit=True),
            _hut(Color.BLUE),
        ),
        _("Past empty fields and temples to the next hut: there the ritual begins."),
        walk=(0, 4),
    )


def _ritual() -> Example:
    return Fields(
        (
            _hut(Color.RED),
            _hut(Color.BLUE, "1", lit=True),
            _hut(Color.RED, "2", lit=True),
            _hut(Color.GREEN, "3", lit=True),
            _EMPTY,
            _hut(Color.BLUE),
        ),
        _("He asks 1, 2 and 3, in this order. The hut behind him counts: a settlement of four."),
        walk=(0, 1, 2, 3),
    )


def _river() -> Example:
    return Fields(
        (
            _hut(Color.RED, "39"),
            Cell(below="40"),
            Cell(below="1"),
            _hut(Color.GREEN, "2"),
            Cell(below="3"),
        ),
        _("Over the river: each of you scores a point a rune stone. Then he asks at the hut."),
        walk=(0, 3),
        river=2,
    )


def _temples() -> Example:
    return Fields(
        (
            _hut(Color.GREEN),
            _temple(Color.BLUE, "+3", lit=True),
            _hut(Color.RED),
            _hut(Color.BLUE),
            _temple(Color.RED, "+2", lit=True),
            _EMPTY,
        ),
        _("A hut at one side and two at the other: three points. The red temple has two huts."),
    )


def _runes() -> Example:
    stones = (Rune.SERPENT, Rune.EYE, Rune.WAVES, Rune.ARROW)
    return Stones(
        tuple((stone, f"+{number}") for number, stone in enumerate(stones, start=1)),
        _("Four rune stones: ten points."),
    )


def _big_yield() -> Example:
    return Earners(
        ((Color.RED, 3), (Color.GREEN, 2), (Color.RED, 1)),
        Material.STONE,
        _("Red moves a worker on top and earns three chips and one; green, between, earns two."),
    )


def _small_yield() -> Example:
    return Earners(
        ((Color.GREEN, 1), (Color.BLUE, 1), (Color.BLUE, 1)),
        Material.WOOD,
        _("Wood is rolled: one chip a worker, two for blue."),
    )


_EXAMPLES: MappingProxyType[str, Callable[[], Example]] = MappingProxyType(
    {
        "small.material": _small_yield,
        "big.yield": _big_yield,
        "hut.cost": _gap,
        "druid.walk": _walk,
        "ritual.order": _ritual,
        "offer.both": _ritual,
        "river.interim": _river,
        "end.temples": _temples,
        "end.runes": _runes,
    }
)
