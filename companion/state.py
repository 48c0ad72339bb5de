"""The whole of a game at one moment: frozen values that compare and hash.

Fields are numbered from 1 (BOARD.md); tuples that hold one entry a field start
with field 1. Tuples that hold one entry a material or a rune follow `MATERIALS` and `RUNES`.
"""

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from companion.pieces import (
    MATERIALS,
    NO_CHIPS,
    RUNES,
    TEMPLES_PER_PLAYER,
    Bonus,
    BuildingKind,
    Chips,
    Color,
    Material,
    Rune,
    huts_per_player,
)


class Phase(StrEnum):
    """Which kind of decision comes next."""

    PLACING = "placing"
    ROLL = "roll"
    TAKE = "take"
    GIVE_BACK = "give_back"
    ACTION = "action"
    OFFERING = "offering"
    FINISHED = "finished"


class Finale(StrEnum):
    """Phases of the end, once a player has built everything (end.trigger, end.circuit)."""

    LAST_TURNS = "last_turns"
    CIRCUIT = "circuit"


class PointSource(StrEnum):
    """Where points came from; each is a column of the final score."""

    BONUS = "bonus"
    OFFERINGS = "offerings"
    INTERIM_RUNES = "interim_runes"
    FINAL_OFFERINGS = "final_offerings"
    TEMPLES = "temples"
    RUNES = "runes"
    CORRECTIONS = "corrections"


class Field(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A building field as printed: two icons and a rune area; None while unread."""

    needs: tuple[Material, Material] | None
    rune: Rune | None

    @property
    def known(self) -> bool:
        """Whether the field has been read off the cardboard."""
        return self.needs is not None

    @property
    def price(self) -> Chips:
        """Both icons once. Only a known field has a price: raises ValueError otherwise."""
        if self.needs is None:
            raise ValueError("a field that nobody has read has no price")
        return Chips.of(*self.needs)


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ring of at least 24 fields, clockwise from the great river (BOARD.md)."""

    name: str
    fields: tuple[Field, ...]

    def __len__(self) -> int:
        return len(self.fields)

    def field(self, number: int) -> Field:
        """The field with that number, 1 to the number of fields."""
        return self.fields[number - 1]

    def after(self, number: int) -> int:
        """The next field clockwise; the last is followed by the first."""
        return number % len(self.fields) + 1

    def before(self, number: int) -> int:
        """The next field anticlockwise; the first is preceded by the last."""
        return (number - 2) % len(self.fields) + 1

    def round_from(self, number: int) -> Iterator[int]:
        """Every field once, clockwise, beginning after `number` and ending with it (0: from 1)."""
        size = len(self.fields)
        return ((number + step) % size + 1 for step in range(size))


class Building(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hut or a temple and its owner; as text "the red hut"."""

    kind: BuildingKind
    owner: Color

    def __str__(self) -> str:
        return f"the {self.owner} {self.kind}"


class Druid(msgspec.Struct, frozen=True):
    """Where the druid stands: `stone` 0 (temple) to 3 with no field, or the field of a hut."""

    stone: int | None = 0
    field: int | None = None


class Breakdown(msgspec.Struct, frozen=True):
    """A player's points by source, beside the five of the start."""

    bonus: int = 0
    offerings: int = 0
    interim_runes: int = 0
    final_offerings: int = 0
    temples: int = 0
    runes: int = 0
    corrections: int = 0

    @property
    def total(self) -> int:
        """The sum over all sources."""
        return sum(msgspec.structs.astuple(self))

    def with_more(self, source: PointSource, points: int) -> "Breakdown":
        """The same with `points` (which may be negative) added to `source`."""
        more = getattr(self, source.value) + points
        return msgspec.structs.replace(self, **{source.value: more})


class Player(msgspec.Struct, frozen=True):
    """One player: colour, name (1 to 40 characters), points (0 or more), hand and breakdown."""

    color: Color
    name: str
    points: int
    hand: Chips
    breakdown: Breakdown = Breakdown()


class GameState(msgspec.Struct, frozen=True):
    """A game at one moment, as in RECORD.md, "State".

    `pending` are the players who have not answered the present question, in the rules' order: one,
    several after `plus` and `minus`, none once the game is over. `passed` give nothing for the rest
    of the final circuit. `finisher` had built everything first; the last turns end before theirs.
    """

    board: Board
    players: tuple[Player, ...]
    phase: Phase
    active: Color | None
    pending: tuple[Color, ...]
    turn: int
    supply: Chips
    stacks: tuple[tuple[Color, ...], ...]
    buildings: tuple[Building | None, ...]
    bonus: tuple[Bonus | None, ...]
    runes: tuple[Color | None, ...]
    druid: Druid = Druid()
    visits: tuple[int, ...] = ()
    finale: Finale | None = None
    finisher: Color | None = None
    winners: tuple[Color, ...] | None = None
    passed: tuple[Color, ...] = ()

    @property
    def asked(self) -> tuple[Color, ...]:
        """Who may answer now, in the rules' order (turn.decider, small.plus, small.minus)."""
        if self.phase is Phase.GIVE_BACK:
            empty = [player.color for player in self.players if player.hand == NO_CHIPS]
            return tuple([color for color in self.pending if color not in empty])
        if self.phase is not Phase.TAKE:
            return self.pending
        if self.supply == NO_CHIPS:
            return ()
        scarcest = min(filter(None, self.supply.counts))
        return self.pending[:1] if scarcest < len(self.pending) else self.pending

    @property
    def decider(self) -> Color | None:
        """Whose decision comes next in the rules' order; None once the game is over."""
        return next(iter(self.asked), None)

    @property
    def colors(self) -> tuple[Color, ...]:
        """The players' colours in seating order."""
        return tuple([player.color for player in self.players])

    @property
    def whose_turn(self) -> Color:
        """The active player. Raises ValueError once the game is over."""
        if self.active is None:
            raise ValueError("it is nobody's turn")
        return self.active

    def player(self, color: Color) -> Player:
        """The player of that colour; raises KeyError if there is none."""
        for player in self.players:
            if player.color == color:
                return player
        raise KeyError(color)

    def clockwise_from(self, color: Color) -> tuple[Color, ...]:
        """All colours in seating order, beginning with `color`."""
        colors = self.colors
        seat = colors.index(color)
        return colors[seat:] + colors[:seat]

    def left_of(self, color: Color) -> Color:
        """The next player clockwise."""
        colors = self.colors
        return colors[(colors.index(color) + 1) % len(colors)]

    def stack(self, plain: Material) -> tuple[Color, ...]:
        """The workers on a high plain, bottom to top."""
        return self.stacks[MATERIALS.index(plain)]

    def rune_holder(self, rune: Rune) -> Color | None:
        """The holder of that rune stone, or None while it is beside the board."""
        return self.runes[RUNES.index(rune)]

    def runes_of(self, color: Color) -> tuple[Rune, ...]:
        """The rune stones of a player, in the order of the areas."""
        return tuple(
            rune for rune, holder in zip(RUNES, self.runes, strict=True) if holder == color
        )

    def building(self, field: int) -> Building | None:
        """What stands on a field."""
        return self.buildings[field - 1]

    def bonus_on(self, field: int) -> Bonus | None:
        """The bonus chip on a field."""
        return self.bonus[field - 1]

    def staying_bonus(self, field: int) -> Bonus | None:
        """The bonus chip on a field that stays under its hut (offer.chip)."""
        bonus = self.bonus[field - 1]
        return bonus if bonus is not None and bonus.stays else None

    def is_hut(self, field: int) -> bool:
        """Whether a hut stands on a field."""
        building = self.buildings[field - 1]
        return building is not None and building.kind is BuildingKind.HUT

    def hut_owner(self, field: int) -> Color:
        """Whose hut stands on a field. Raises ValueError where none stands."""
        building = self.building(field)
        if building is None or building.kind is not BuildingKind.HUT:
            raise ValueError(f"no hut stands on field {field}")
        return building.owner

    def hut_fields(self) -> tuple[int, ...]:
        """All fields with a hut, in order."""
        return tuple(number for number in range(1, len(self.buildings) + 1) if self.is_hut(number))

    def built(self, color: Color, kind: BuildingKind) -> int:
        """How many huts or temples of a player stand on the board."""
        return self.buildings.count(Building(kind, color))

    def huts_left(self, color: Color) -> int:
        """How many huts a player still has in front of them."""
        return huts_per_player(len(self.players)) - self.built(color, BuildingKind.HUT)

    def temples_left(self, color: Color) -> int:
        """How many temples a player still has in front of them."""
        return TEMPLES_PER_PLAYER - self.built(color, BuildingKind.TEMPLE)

    def left(self, color: Color, kind: BuildingKind) -> int:
        """How many huts or temples a player still has."""
        if kind is BuildingKind.HUT:
            return self.huts_left(color)
        return self.temples_left(color)

    @property
    def die_place(self) -> int | None:
        """The field of the final circuit's last hut, marked by the die (end.circuit)."""
        if self.finale is not Finale.CIRCUIT or self.druid.field is None:
            return None
        return self.visits[-1] if self.visits else self.druid.field

    @property
    def in_play(self) -> bool:
        """Whether the first turn has begun and the final circuit has not ended."""
        return self.phase not in (Phase.PLACING, Phase.FINISHED)
