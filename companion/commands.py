"""Commands of the players to the app, such as a roll of the die. Each kind has a frozen class.

`by` is the player who gives the command. Fields of the board are numbered from 1. `pay` has all
chips that the player pays. They can be more than the price, because three chips can replace one
missing chip.

Source: RECORD.md, "Commands".
"""

from typing import ClassVar

import msgspec

from companion.pieces import (
    NO_CHIPS,
    Bonus,
    Chips,
    Color,
    Face,
    Material,
    OfferingAnswer,
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
    """Base class of all commands.

    In JSON, the key `do` holds the name of the command, and unknown keys are errors.
    """


class PlaceWorker(_Command, frozen=True, tag="place_worker"):
    """Put one worker on a high plain before the first turn (rule setup.workers)."""

    by: Color
    plain: Material


class Roll(_Command, frozen=True, tag="roll"):
    """Report the face that the die shows at the start of a turn (rule small.roll)."""

    by: Color
    face: Face


class TakeChip(_Command, frozen=True, tag="take"):
    """Take a chip after a roll of plus, or no chip if `material` is None (rule small.plus)."""

    by: Color
    material: Material | None


class GiveBackChip(_Command, frozen=True, tag="give_back"):
    """Return one chip after a roll of minus (rule small.minus)."""

    by: Color
    material: Material


class MoveWorker(_Command, frozen=True, tag="move_worker"):
    """Move a worker from the plain `source` to the top of the stack on the plain `target`.

    `level` is the worker's position in the stack on `source`; 1 is the bottom. Rule big.move.
    """

    by: Color
    source: Material = msgspec.field(name="from")
    level: int
    target: Material = msgspec.field(name="to")


class BuildHut(_Command, frozen=True, tag="build_hut"):
    """Build a hut; the payment is empty if a bonus chip makes the hut free (rules hut.*)."""

    by: Color
    field: int
    pay: Chips = NO_CHIPS


class BuildTemple(_Command, frozen=True, tag="build_temple"):
    """Build a temple on a field for a payment (rules temple.*)."""

    by: Color
    field: int
    pay: Chips = NO_CHIPS


class MakeOffering(_Command, frozen=True, tag="offer"):
    """Answer the druid, who asks for an offering at the hut where he stands (rules offer.*).

    `give` is the answer. `pay` is empty if the answer is `none` (no offering) or `chip` (a bonus
    chip).
    """

    by: Color
    give: OfferingAnswer
    pay: Chips = NO_CHIPS


class DeclineFinalOfferings(_Command, frozen=True, tag="pass_circuit"):
    """Decline the offering at this hut and at all later huts of the player (rule offer.none).

    Allowed only in the final circuit, in which the druid visits every hut a last time. A game
    record has a `MakeOffering` with the answer `none` for each hut instead of this command.
    """

    by: Color


class SwapChips(_Command, frozen=True, tag="swap"):
    """Return three chips and take any one chip, in any player's turn (rule swap.any-time)."""

    by: Color
    pay: Chips
    take: Material


class DeclareEnd(_Command, frozen=True, tag="declare_end"):
    """End the game when all supplies are empty (rule end.exhausted).

    All players decide this together, so `by` may be None. Otherwise `by` must be the player whose
    decision is due.
    """

    by: Color | None = None


class EnterPrintedField(_Command, frozen=True, tag="survey"):
    """Enter the icons and rune area of a field that the app does not know yet (rule board.survey).

    `needs` are the materials that the two icons show.
    """

    field: int
    needs: tuple[Material, Material]
    rune: Rune


class _Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base class of the changes in a correction; unknown keys in JSON are errors."""


class SetPoints(_Change, frozen=True, tag="points"):
    """Set a player's points, 0 or more."""

    color: Color
    points: int


class SetHand(_Change, frozen=True, tag="hand"):
    """Set the number of a player's chips of one material."""

    color: Color
    material: Material
    number: int


class SetSupply(_Change, frozen=True, tag="supply"):
    """Set the number of chips of one material on its plain."""

    material: Material
    number: int


class SetStack(_Change, frozen=True, tag="stack"):
    """Set the workers on a plain, bottom to top."""

    plain: Material
    workers: tuple[Color, ...]


class SetRune(_Change, frozen=True, tag="rune"):
    """Give a rune stone to `holder`; None puts the stone back beside the board."""

    rune: Rune
    holder: Color | None


class SetBuilding(_Change, frozen=True, tag="field"):
    """Put a building on a field; None clears the field."""

    field: int
    building: Building | None


class SetBonus(_Change, frozen=True, tag="bonus"):
    """Put a bonus chip on a field; None removes the chip."""

    field: int
    bonus: Bonus | None


class SetDruid(_Change, frozen=True, tag="druid"):
    """Put the druid in his temple (`stone` 0), on one of his stones (1 to 3), or at a hut.

    `field` is the field of the hut. One of `stone` and `field` must be None.
    """

    stone: int | None
    field: int | None


class SetActive(_Change, frozen=True, tag="active"):
    """Set the player whose turn it is."""

    color: Color


class SetPrintedField(_Change, frozen=True, tag="printed"):
    """Set the rune area of a field, and `needs`, the materials that its two icons show."""

    field: int
    needs: tuple[Material, Material]
    rune: Rune


Change = (
    SetPoints
    | SetHand
    | SetSupply
    | SetStack
    | SetRune
    | SetBuilding
    | SetBonus
    | SetDruid
    | SetActive
    | SetPrintedField
)
"""Any single change in a correction. These types are in the same order as their keys in a game
record."""


class Correct(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag="correct",
    tag_field="do",
    kw_only=True,
):
    """A correction of the game's state that the players agreed on (rule correct.table).

    `why` is the reason, in 1 to 200 characters. `named` are the players whose hands the game record
    lists without any chips, as in `"hands": {"red": {}}`. These hands do not change.
    """

    REASON_LIMIT: ClassVar[int] = 200

    changes: tuple[Change, ...]
    why: str
    named: tuple[Color, ...] = ()


Answer = TakeChip | GiveBackChip
"""Answers to a question that is put to several players at once."""

Decision = (
    PlaceWorker
    | Roll
    | TakeChip
    | GiveBackChip
    | MoveWorker
    | BuildHut
    | BuildTemple
    | MakeOffering
    | DeclineFinalOfferings
    | DeclareEnd
)
"""Commands that belong to one player and one phase of a turn (rule turn.decider)."""

Command = Decision | SwapChips | EnterPrintedField | Correct
"""All commands.

Any player may give `SwapChips`, `EnterPrintedField` and `Correct`, even in another player's turn.
"""
