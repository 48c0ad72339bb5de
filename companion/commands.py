"""Commands: a frozen class for each command of a game record (RECORD.md, "Commands").

`by` is the deciding player. Fields are numbered from 1. A payment has all chips that are returned,
including those that replace others; materials left out are 0.
"""

from typing import ClassVar

import msgspec

from companion.pieces import (
    NO_CHIPS,
    Bonus,
    Chips,
    Color,
    Face,
    Give,
    Material,
    Rune,
)
from companion.state import Building


class _Command(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="do",
    kw_only=True,
):
    """Base of all commands: the word under `do`; unknown keys are errors."""


class PlaceWorker(_Command, frozen=True, tag="place_worker"):
    """Put one worker on a high plain before the first turn (setup.workers)."""

    by: Color
    plain: Material


class Roll(_Command, frozen=True, tag="roll"):
    """The face that the die shows at the start of a turn (small.roll)."""

    by: Color
    face: Face


class Take(_Command, frozen=True, tag="take"):
    """Take one chip after `plus`; `material` None takes nothing (small.plus)."""

    by: Color
    material: Material | None


class GiveBack(_Command, frozen=True, tag="give_back"):
    """Return one chip after `minus` (small.minus)."""

    by: Color
    material: Material


class MoveWorker(_Command, frozen=True, tag="move_worker"):
    """Move a worker, `level` 1 at the bottom, to the top of another plain (big.move)."""

    by: Color
    source: Material = msgspec.field(name="from")
    level: int
    target: Material = msgspec.field(name="to")


class BuildHut(_Command, frozen=True, tag="build_hut"):
    """Build a hut on a field (hut.*) for a payment, which is empty where a chip makes it free."""

    by: Color
    field: int
    pay: Chips = NO_CHIPS


class BuildTemple(_Command, frozen=True, tag="build_temple"):
    """Build a temple on a field for a payment (temple.*)."""

    by: Color
    field: int
    pay: Chips = NO_CHIPS


class Offer(_Command, frozen=True, tag="offer"):
    """Answer the druid at the hut where he stands; `none` and `chip` pay nothing (offer.*)."""

    by: Color
    give: Give
    pay: Chips = NO_CHIPS


class PassCircuit(_Command, frozen=True, tag="pass_circuit"):
    """Give the druid nothing at this hut and at all later ones of the final circuit.

    A record has an offering of nothing for each of these huts instead.
    """

    by: Color


class Swap(_Command, frozen=True, tag="swap"):
    """Return three chips, then take one of any material, in anybody's turn (swap.any-time)."""

    by: Color
    pay: Chips
    take: Material


class DeclareEnd(_Command, frozen=True, tag="declare_end"):
    """End the game when all supplies are empty (end.exhausted).

    The whole table agrees on that, so `by` is None; a record may name a player.
    """

    by: Color | None = None


class Survey(_Command, frozen=True, tag="survey"):
    """Read an unknown field: its two icons and its area (board.survey)."""

    field: int
    needs: tuple[Material, Material]
    rune: Rune


class _Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all changes: unknown keys are errors."""


class SetPoints(_Change, frozen=True, tag="points"):
    """A player's points, 0 or more."""

    color: Color
    points: int


class SetHand(_Change, frozen=True, tag="hand"):
    """Number of a player's chips of one material."""

    color: Color
    material: Material
    number: int


class SetSupply(_Change, frozen=True, tag="supply"):
    """Number of chips of one material on its plain."""

    material: Material
    number: int


class SetStack(_Change, frozen=True, tag="stack"):
    """The workers on a plain, bottom to top."""

    plain: Material
    workers: tuple[Color, ...]


class SetRune(_Change, frozen=True, tag="rune"):
    """Holder of a rune stone; None puts it back beside the board."""

    rune: Rune
    holder: Color | None


class SetField(_Change, frozen=True, tag="field"):
    """Building on a field; None clears it."""

    field: int
    building: Building | None


class SetBonus(_Change, frozen=True, tag="bonus"):
    """Bonus chip on a field; None removes it."""

    field: int
    bonus: Bonus | None


class SetDruid(_Change, frozen=True, tag="druid"):
    """The druid's place: a stone, 0 (temple) to 3, or the field of a hut."""

    stone: int | None
    field: int | None


class SetActive(_Change, frozen=True, tag="active"):
    """Whose turn it is."""

    color: Color


class SetPrinted(_Change, frozen=True, tag="printed"):
    """Both icons and the area of a field that was read wrongly."""

    field: int
    needs: tuple[Material, Material]
    rune: Rune


Change = (
    SetPoints
    | SetHand
    | SetSupply
    | SetStack
    | SetRune
    | SetField
    | SetBonus
    | SetDruid
    | SetActive
    | SetPrinted
)
"""One thing that a correction sets, in the order of the keys in a record."""


class Correct(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag="correct",
    tag_field="do",
    kw_only=True,
):
    """A correction by the table (correct.table); `why` has 1 to 200 characters.

    `named` are players whose hands a record names without setting a chip.
    """

    REASON_LIMIT: ClassVar[int] = 200

    changes: tuple[Change, ...]
    why: str
    named: tuple[Color, ...] = ()


Answer = Take | GiveBack
"""Answers that several players may be asked for at once."""

Decision = (
    PlaceWorker
    | Roll
    | Take
    | GiveBack
    | MoveWorker
    | BuildHut
    | BuildTemple
    | Offer
    | PassCircuit
    | DeclareEnd
)
"""Commands that belong to one player and one phase (turn.decider)."""

Command = Decision | Swap | Survey | Correct
"""All commands; `Swap`, `Survey` and `Correct` are open to everybody."""
