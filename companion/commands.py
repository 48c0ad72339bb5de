"""Commands: one frozen class for each command of a game record.

`by` is the player who gives the command. Fields are numbered from 1. A payment consists of all
chips that the player returns, including replacements for missing chips; materials left out are 0.
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
    """Base class of all commands; `do` is the name of the command. Unknown keys are errors."""


class PlaceWorker(_Command, frozen=True, tag="place_worker"):
    """Put one worker on a high plain before the first turn (setup.workers)."""

    by: Color
    plain: Material


class Roll(_Command, frozen=True, tag="roll"):
    """Report the face that the die shows at the start of a turn (small.roll)."""

    by: Color
    face: Face


class Take(_Command, frozen=True, tag="take"):
    """Take one chip after the die showed plus, or no chip if `material` is None (small.plus)."""

    by: Color
    material: Material | None


class GiveBack(_Command, frozen=True, tag="give_back"):
    """Return one chip after the die showed minus (small.minus)."""

    by: Color
    material: Material


class MoveWorker(_Command, frozen=True, tag="move_worker"):
    """Move a worker from `level` (1 is the bottom) of one stack to the top of another stack.

    Rule: big.move.
    """

    by: Color
    source: Material = msgspec.field(name="from")
    level: int
    target: Material = msgspec.field(name="to")


class BuildHut(_Command, frozen=True, tag="build_hut"):
    """Build a hut on a field (hut.*); the payment is empty if a bonus chip makes the hut free."""

    by: Color
    field: int
    pay: Chips = NO_CHIPS


class BuildTemple(_Command, frozen=True, tag="build_temple"):
    """Build a temple on a field for a payment (temple.*)."""

    by: Color
    field: int
    pay: Chips = NO_CHIPS


class Offer(_Command, frozen=True, tag="offer"):
    """Answer the druid at the hut where he stands (offer.*).

    If `give` is `none` or `chip`, `pay` is empty.
    """

    by: Color
    give: Give
    pay: Chips = NO_CHIPS


class PassCircuit(_Command, frozen=True, tag="pass_circuit"):
    """Give the druid nothing at this hut and at the player's later huts of the final circuit.

    A game record has one refusal for each of these huts in place of this command.
    """

    by: Color


class Swap(_Command, frozen=True, tag="swap"):
    """Return three chips and take one of any material, during any player's turn (swap.any-time)."""

    by: Color
    pay: Chips
    take: Material


class DeclareEnd(_Command, frozen=True, tag="declare_end"):
    """End the game when all supplies are empty (end.exhausted).

    The whole table agrees on the end, so `by` is None; a record may name a player.
    """

    by: Color | None = None


class Survey(_Command, frozen=True, tag="survey"):
    """Enter the two icons and the area of an unknown field from the board (board.survey)."""

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


class SetField(_Change, frozen=True, tag="field"):
    """Put a building on a field; None clears the field."""

    field: int
    building: Building | None


class SetBonus(_Change, frozen=True, tag="bonus"):
    """Put a bonus chip on a field; None removes the chip."""

    field: int
    bonus: Bonus | None


class SetDruid(_Change, frozen=True, tag="druid"):
    """Put the druid on a stone, from 0 (the temple) to 3, or at the hut on a field."""

    stone: int | None
    field: int | None


class SetActive(_Change, frozen=True, tag="active"):
    """Set the player whose turn it is."""

    color: Color


class SetPrinted(_Change, frozen=True, tag="printed"):
    """Set both icons and the area of a field that was entered wrongly."""

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
"""Any single change of a correction, in the order of the keys in a record."""


class Correct(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag="correct",
    tag_field="do",
    kw_only=True,
):
    """A correction of the game's state, on which the table has agreed (correct.table).

    `why` is the reason, in 1 to 200 characters. A record can mention a player's hand in a
    correction without changing any number in it; `named` has these players.
    """

    REASON_LIMIT: ClassVar[int] = 200

    changes: tuple[Change, ...]
    why: str
    named: tuple[Color, ...] = ()


Answer = Take | GiveBack
"""Commands that answer a question which several players may be asked at once."""

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
"""Commands that belong to one player and one phase of a turn (turn.decider)."""

Command = Decision | Swap | Survey | Correct
"""All commands. Any player may give `Swap`, `Survey` and `Correct`, in other players' turns too."""
