"""The complete state of a game: immutable values that can be compared and hashed.

Fields are numbered from 1 (BOARD.md). A tuple with one entry for each field starts with field 1; a
tuple with one entry for each material or rune has the order of `MATERIALS` or `RUNES`.
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
    """Kinds of decisions; the phase of a state is the kind of its next decision."""

    PLACING = "placing"
    ROLL = "roll"
    TAKE = "take"
    GIVE_BACK = "give_back"
    ACTION = "action"
    OFFERING = "offering"
    FINISHED = "finished"


class FinaleStage(StrEnum):
    """Stages of a game's end: last turns, final circuit (rules end.trigger and end.circuit)."""

    LAST_TURNS = "last_turns"
    CIRCUIT = "circuit"


class PointSource(StrEnum):
    """Ways of scoring points; each has its own column in the final score."""

    BONUS = "bonus"
    OFFERINGS = "offerings"
    INTERIM_RUNES = "interim_runes"
    FINAL_OFFERINGS = "final_offerings"
    TEMPLES = "temples"
    RUNES = "runes"
    CORRECTIONS = "corrections"


class Field(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A building field as printed: two icons and an area, which are None while they are unknown."""

    needs: tuple[Material, Material] | None
    rune: Rune | None

    @property
    def is_known(self) -> bool:
        """True if the field's icons and area have been entered."""
        return self.needs is not None

    @property
    def printed_price(self) -> Chips:
        """One chip for each icon of the field. Raises ValueError if the icons are unknown."""
        if self.needs is None:
            raise ValueError("the icons of this field are unknown, so it has no price")
        return Chips.of(*self.needs)


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ring of at least 24 fields, clockwise from the great river (BOARD.md)."""

    name: str
    fields: tuple[Field, ...]

    def __len__(self) -> int:
        return len(self.fields)

    def field(self, number: int) -> Field:
        """Return a field by its number, from 1 to the number of fields."""
        return self.fields[number - 1]

    def next_field(self, number: int) -> int:
        """Return the next field clockwise; the first field follows the last."""
        return number % len(self.fields) + 1

    def previous_field(self, number: int) -> int:
        """Return the next field anticlockwise; the last field follows the first."""
        return (number - 2) % len(self.fields) + 1

    def fields_clockwise_after(self, number: int) -> Iterator[int]:
        """Yield all fields clockwise, beginning after the field `number` and ending with it.

        For `number` 0 the fields come in their normal order, from 1.
        """
        size = len(self.fields)
        return ((number + step) % size + 1 for step in range(size))


class Building(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hut or a temple and its owner; shown in sentences as "the red hut"."""

    kind: BuildingKind
    owner: Color

    def __str__(self) -> str:
        return f"the {self.owner} {self.kind}"


class Druid(msgspec.Struct, frozen=True):
    """The druid's position: on a stone or at a hut.

    `stone` is 0 (his temple) to 3, or None if he is at a hut. `field` is the field of that hut, or
    None if he is on a stone.
    """

    stone: int | None = 0
    field: int | None = None


class PointsBreakdown(msgspec.Struct, frozen=True):
    """A player's points for each way of scoring, without the five starting points."""

    bonus: int = 0
    offerings: int = 0
    interim_runes: int = 0
    final_offerings: int = 0
    temples: int = 0
    runes: int = 0
    corrections: int = 0

    @property
    def total(self) -> int:
        return sum(msgspec.structs.astuple(self))


class Player(msgspec.Struct, frozen=True):
    """One player: colour, name (1 to 40 characters), points (0 or more), hand and breakdown."""

    color: Color
    name: str
    points: int
    hand: Chips
    breakdown: PointsBreakdown = PointsBreakdown()


class GameState(msgspec.Struct, frozen=True):
    """A game at one moment, as in RECORD.md, "State".

    `pending` are the players who must still answer the current question, in the order in which the
    rules ask them. There can be several after a roll of plus or minus, and none after the end of
    the game. `visits` are the fields of the huts that the druid still visits in a ritual, beginning
    with the current hut. `finisher` is the player who triggered the last turns by building
    everything, or None. The last turns end just before this player's next turn. The players in
    `passed` have declined every remaining offering of the final circuit.
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
    finale: FinaleStage | None = None
    finisher: Color | None = None
    winners: tuple[Color, ...] | None = None
    passed: tuple[Color, ...] = ()

    @property
    def deciders(self) -> tuple[Color, ...]:
        """The players in `pending` who may answer now, in the order in which the rules ask them.

        When players must give back a chip, players without chips are left out. When players may
        take a chip, they usually may do so at the same time. But if a plain has chips, and too few
        for all of them, only the first player may take one now. If no plain has chips, nobody
        may take one. Rules turn.decider and small.*.
        """
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
        """The first player in `deciders`, who decides next; None after the end of the game."""
        return next(iter(self.deciders), None)

    @property
    def colors(self) -> tuple[Color, ...]:
        """The players' colours in seating order."""
        return tuple([player.color for player in self.players])

    @property
    def whose_turn(self) -> Color:
        """The player whose turn it is. Raises ValueError once the game is over."""
        if self.active is None:
            raise ValueError("the game is over: it is nobody's turn")
        return self.active

    def player(self, color: Color) -> Player:
        """Return the player with a colour. Raises KeyError if the colour is not in the game."""
        for player in self.players:
            if player.color == color:
                return player
        raise KeyError(color)

    def clockwise_from(self, color: Color) -> tuple[Color, ...]:
        """Return all colours in seating order, beginning with `color`."""
        colors = self.colors
        seat = colors.index(color)
        return colors[seat:] + colors[:seat]

    def left_of(self, color: Color) -> Color:
        """Return the colour of the next player clockwise."""
        colors = self.colors
        return colors[(colors.index(color) + 1) % len(colors)]

    def stack(self, plain: Material) -> tuple[Color, ...]:
        """Return the workers on a high plain, from bottom to top."""
        return self.stacks[MATERIALS.index(plain)]

    def rune_holder(self, rune: Rune) -> Color | None:
        """Return the holder of a rune stone; None while the stone is beside the board."""
        return self.runes[RUNES.index(rune)]

    def runes_of(self, color: Color) -> tuple[Rune, ...]:
        """Return the rune stones of a player, in the order of `RUNES`."""
        return tuple(
            rune for rune, holder in zip(RUNES, self.runes, strict=True) if holder == color
        )

    def building(self, field: int) -> Building | None:
        return self.buildings[field - 1]

    def bonus_on(self, field: int) -> Bonus | None:
        return self.bonus[field - 1]

    def bonus_fields(self, kind: Bonus) -> tuple[int, ...]:
        """Return the fields with a bonus chip of this kind."""
        return tuple(field for field, chip in enumerate(self.bonus, 1) if chip is kind)

    def bonus_staying_under_hut(self, field: int) -> Bonus | None:
        """Return the bonus chip on a field if it stays there when a hut is built, otherwise None.

        Only some kinds of bonus chips stay under a hut. Rule offer.chip.
        """
        bonus = self.bonus[field - 1]
        return bonus if bonus is not None and bonus.traits.stays_under_hut else None

    def is_hut(self, field: int) -> bool:
        building = self.buildings[field - 1]
        return building is not None and building.kind is BuildingKind.HUT

    def hut_owner(self, field: int) -> Color:
        """Return the owner of the hut on a field. Raises ValueError if the field has no hut."""
        building = self.building(field)
        if building is None or building.kind is not BuildingKind.HUT:
            raise ValueError(f"there is no hut on field {field}")
        return building.owner

    def hut_fields(self) -> tuple[int, ...]:
        """The numbers of all fields with a hut, ascending."""
        return tuple(number for number in range(1, len(self.buildings) + 1) if self.is_hut(number))

    def buildings_built(self, color: Color, kind: BuildingKind) -> int:
        return self.buildings.count(Building(kind, color))

    def huts_left(self, color: Color) -> int:
        return huts_per_player(len(self.players)) - self.buildings_built(color, BuildingKind.HUT)

    def temples_left(self, color: Color) -> int:
        return TEMPLES_PER_PLAYER - self.buildings_built(color, BuildingKind.TEMPLE)

    def buildings_left(self, color: Color, kind: BuildingKind) -> int:
        if kind is BuildingKind.HUT:
            return self.huts_left(color)
        return self.temples_left(color)

    @property
    def final_circuit_end(self) -> int | None:
        """The field of the last hut of the final circuit; None before the final circuit.

        The players mark this hut with the die (rule end.circuit).
        """
        if self.finale is not FinaleStage.CIRCUIT or self.druid.field is None:
            return None
        return self.visits[-1] if self.visits else self.druid.field

    @property
    def is_in_play(self) -> bool:
        """True if the first turn has begun and the final circuit has not ended."""
        return self.phase not in (Phase.PLACING, Phase.FINISHED)
