"""The pieces in the box: their names and numbers.

A game record uses the same names. Source: RULES.md, "Pieces".
"""

from enum import StrEnum
from typing import Annotated, NamedTuple

import msgspec


class Material(StrEnum):
    """The four materials; each is also the name of its high plain."""

    WOOD = "wood"
    WOOL = "wool"
    COPPER = "copper"
    STONE = "stone"


class Color(StrEnum):
    """The players' colours, as in the box."""

    PURPLE = "purple"
    BLUE = "blue"
    GREEN = "green"
    RED = "red"


class StackPosition(StrEnum):
    """Position of a worker in a stack of two or more."""

    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"

    @classmethod
    def at(cls, level: int, workers: int) -> "StackPosition | None":
        """Return the position of the worker at `level` (1 is the bottom); None in a stack of 1."""
        if workers == 1:
            return None
        return cls.TOP if level == workers else cls.BOTTOM if level == 1 else cls.MIDDLE


class Rune(StrEnum):
    """The nine rune areas in their order round the ring; a rune stone is named after its area."""

    SERPENT = "serpent"
    SHIELD = "shield"
    SPROUT = "sprout"
    EYE = "eye"
    SPIRAL = "spiral"
    WAVES = "waves"
    CROSS = "cross"
    HOOK = "hook"
    ARROW = "arrow"


class Face(StrEnum):
    """The six faces of the die: the four materials, a plus and a minus."""

    WOOD = "wood"
    WOOL = "wool"
    COPPER = "copper"
    STONE = "stone"
    PLUS = "plus"
    MINUS = "minus"

    @property
    def material(self) -> Material | None:
        """The material on this face, or None for plus and minus."""
        return _FACE_MATERIALS.get(self)


class BonusTraits(NamedTuple):
    """Traits of a kind of bonus chip.

    The hut on the chip's field scores `points` at once. A chip that stays under its hut can be
    offered later. Any other chip goes into the box once the hut is built.
    """

    number_in_box: int
    points: int = 0
    makes_hut_free: bool = False
    stays_under_hut: bool = False


class Bonus(StrEnum):
    """The kinds of bonus chips; their texts are in content/bonus.toml."""

    POINTS = "points"
    HUT = "hut"
    DRUID = "druid"

    @property
    def traits(self) -> BonusTraits:
        return _BONUS_TRAITS[self]


class BuildingKind(StrEnum):
    """Kinds of buildings that can stand on a field."""

    HUT = "hut"
    TEMPLE = "temple"


class OfferingAnswer(StrEnum):
    """Answers that the owner of a hut can give the druid (rules offer.*)."""

    NONE = "none"
    ONE = "one"
    BOTH = "both"
    CHIP = "chip"


MATERIALS = tuple(Material)
RUNES = tuple(Rune)
FACES = tuple(Face)
_FACE_MATERIALS = {Face(material.value): material for material in MATERIALS}

CHIPS_PER_MATERIAL = 18
STACK_LIMIT = 3
TEMPLES_PER_PLAYER = 2
DRUID_STONES = 3
START_POINTS = 5
FREE_BETWEEN_BONUS = 3
"""Minimum number of fields between two bonus chips, counted around the ring (rule setup.bonus)."""
SWAP_RATE = 3
"""Number of chips that replace one missing chip (rules pay.swap and swap.any-time)."""

_BONUS_TRAITS = {
    Bonus.POINTS: BonusTraits(number_in_box=2, points=2),
    Bonus.HUT: BonusTraits(number_in_box=2, makes_hut_free=True),
    Bonus.DRUID: BonusTraits(number_in_box=2, stays_under_hut=True),
}
_GROUPED_CHIPS = tuple(kind for kind in Bonus for _ in range(kind.traits.number_in_box))
BONUS_CHIPS = _GROUPED_CHIPS[::2] + _GROUPED_CHIPS[1::2]
"""All bonus chips of a game, in an order that keeps equal chips apart."""

_HUTS = {2: 12, 3: 8, 4: 8}
_WORKERS = {2: 3, 3: 2, 4: 2}


def huts_per_player(players: int) -> int:
    """Return the number of huts that each of 2 to 4 players owns (RULES.md, "Pieces")."""
    return _HUTS[players]


def workers_per_player(players: int) -> int:
    """Return the number of workers that each of 2 to 4 players owns (RULES.md, "Pieces")."""
    return _WORKERS[players]


_Count = Annotated[int, msgspec.Meta(ge=0, le=4 * CHIPS_PER_MATERIAL)]


class Chips(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Numbers of chips (0 or more) of each material: a hand, a supply, a price or a payment."""

    wood: _Count = 0
    wool: _Count = 0
    copper: _Count = 0
    stone: _Count = 0

    @classmethod
    def of(cls, *materials: Material) -> "Chips":
        """Return one chip for each of `materials`; a repeated material counts each time."""
        return cls(*map(materials.count, MATERIALS))

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """The four numbers in the order of `MATERIALS`."""
        return (self.wood, self.wool, self.copper, self.stone)

    @property
    def total(self) -> int:
        return self.wood + self.wool + self.copper + self.stone

    def number(self, material: Material) -> int:
        number: int = getattr(self, material)
        return number

    def covers(self, other: "Chips") -> bool:
        """Return whether these chips include all chips of `other`."""
        return (
            self.wood >= other.wood
            and self.wool >= other.wool
            and self.copper >= other.copper
            and self.stone >= other.stone
        )

    def common(self, other: "Chips") -> "Chips":
        """Return the chips that are in both collections."""
        return Chips(*(min(pair) for pair in zip(self.counts, other.counts, strict=True)))

    def with_number(self, material: Material, number: int) -> "Chips":
        """Return a copy in which the number of chips of one material is `number` (0 or more)."""
        counts = list(self.counts)
        counts[MATERIALS.index(material)] = number
        return Chips(*counts)

    def __add__(self, other: "Chips") -> "Chips":
        return Chips(
            self.wood + other.wood,
            self.wool + other.wool,
            self.copper + other.copper,
            self.stone + other.stone,
        )

    def __sub__(self, other: "Chips") -> "Chips":
        return Chips(
            self.wood - other.wood,
            self.wool - other.wool,
            self.copper - other.copper,
            self.stone - other.stone,
        )

    def __mul__(self, times: int) -> "Chips":
        return Chips(*(count * times for count in self.counts))

    def __str__(self) -> str:
        heaps = zip(self.counts, MATERIALS, strict=True)
        return (
            ", ".join(f"{number} {material}" for number, material in heaps if number) or "nothing"
        )


NO_CHIPS = Chips()
ONE_CHIP = {material: Chips.of(material) for material in MATERIALS}
START_HAND = Chips(1, 1, 1, 1)
"""Each player's chips at the start of a game (rule setup.hand)."""


class MaterialChips(msgspec.Struct, frozen=True):
    """A number (0 or more) of chips of one material."""

    material: Material
    number: int

    def __str__(self) -> str:
        return f"{self.number} {self.material}"
