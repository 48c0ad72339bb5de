"""Events: a frozen class for each, in the order in which they happen at the table.

They have all that `evolve` and the screen need: nothing is computed twice. Field numbers start at
1; numbers of chips are 0 or more.
"""

import msgspec

from companion.commands import Change
from companion.pieces import Bonus, BuildingKind, Chips, Color, Face, Give, Material, Rune
from companion.state import Finale, Phase, PointSource


class _Event(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    array_like=True,
):
    """Base of all events: short as JSON, a list that begins with the name."""


class WorkerPlaced(_Event, frozen=True, tag="worker_placed"):
    """A worker was put on top of a plain's stack (setup.workers)."""

    color: Color
    plain: Material


class TurnStarted(_Event, frozen=True, tag="turn_started"):
    """A player's turn began; `turn` counts from 1."""

    color: Color
    turn: int


class DecisionAsked(_Event, frozen=True, tag="decision_asked"):
    """The next decision, of this kind, belongs to these players, in this order (turn.decider)."""

    phase: Phase
    colors: tuple[Color, ...]


class DieRolled(_Event, frozen=True, tag="die_rolled"):
    """The die shows a face (small.roll)."""

    color: Color
    face: Face


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """What a worker earns: `due` chips by the rule, of which the supply had `got`."""

    color: Color
    due: int
    got: int


class YieldEarned(_Event, frozen=True, tag="yield_earned"):
    """The workers of a plain earned chips, top worker first (small.material, big.yield)."""

    material: Material
    big: bool
    shares: tuple[Share, ...]


class ChipTaken(_Event, frozen=True, tag="chip_taken"):
    """After plus a player took a chip, or None (small.plus)."""

    color: Color
    material: Material | None


class ChipReturned(_Event, frozen=True, tag="chip_returned"):
    """After minus a player put a chip back (small.minus)."""

    color: Color
    material: Material


class WorkerMoved(_Event, frozen=True, tag="worker_moved"):
    """A worker left a stack at `level` (1 = bottom) for the top of another (big.move)."""

    color: Color
    source: Material
    level: int
    target: Material


class ChipsPaid(_Event, frozen=True, tag="chips_paid"):
    """A payment went from a hand to its plains; there is no event for an empty one (pay.*)."""

    color: Color
    chips: Chips


class ChipsSwapped(_Event, frozen=True, tag="chips_swapped"):
    """Three chips went to their plains, one was taken (swap.any-time)."""

    color: Color
    paid: Chips
    taken: Material


class Built(_Event, frozen=True, tag="built"):
    """A hut or temple was put on a field (hut.field, temple.field)."""

    color: Color
    kind: BuildingKind
    field: int


class BonusUsed(_Event, frozen=True, tag="bonus_used"):
    """A bonus chip went from a field to the box (hut.bonus, offer.chip)."""

    color: Color
    field: int
    bonus: Bonus


class RuneTaken(_Event, frozen=True, tag="rune_taken"):
    """A rune stone went to a player, from another or from beside the board (hut.rune)."""

    color: Color
    rune: Rune
    former: Color | None


class PointsScored(_Event, frozen=True, tag="points_scored"):
    """A player's points changed by `points` (not 0) and are now `total`, 0 or more."""

    color: Color
    points: int
    total: int
    source: PointSource


class DruidStepped(_Event, frozen=True, tag="druid_stepped"):
    """The druid went one stone field on, to `stone` 1 to 3 (druid.stones)."""

    stone: int


class DruidWalked(_Event, frozen=True, tag="druid_walked"):
    """The druid went from a field (None: from his stones or temple) to a hut (druid.walk).

    `crossed_river` is true in the final circuit as well, where that scores nothing.
    """

    source: int | None
    field: int
    crossed_river: bool


class DruidStayed(_Event, frozen=True, tag="druid_stayed"):
    """There is no hut to go to: the druid stays on his last stone (druid.walk)."""


class RiverCrossed(_Event, frozen=True, tag="river_crossed"):
    """The druid crosses the great river: runes score (river.interim)."""


class RitualStarted(_Event, frozen=True, tag="ritual_started"):
    """The huts of the ritual's offerings, the first one now (ritual.order, end.circuit)."""

    visits: tuple[int, ...]


class OfferingMade(_Event, frozen=True, tag="offering_made"):
    """An owner answered the druid; `huts` is the size of the settlement, 1 for a single hut."""

    color: Color
    field: int
    give: Give
    huts: int


class CircuitPassed(_Event, frozen=True, tag="circuit_passed"):
    """An owner gives nothing for the rest of the final circuit (offer.none)."""

    color: Color


class EndDeclared(_Event, frozen=True, tag="end_declared"):
    """The table ended the game, all supplies being empty (end.exhausted)."""


class FinaleBegun(_Event, frozen=True, tag="finale_begun"):
    """The last turns, because of `finisher`, or the final circuit began (end.trigger, end.circuit).

    `finisher` is None if the table ended the game early.
    """

    finale: Finale
    finisher: Color | None


class LastTurnsTakenBack(_Event, frozen=True, tag="last_turns_taken_back"):
    """The last turns are called off: after a correction, `finisher` has pieces (end.trigger)."""

    finisher: Color


class TempleScored(_Event, frozen=True, tag="temple_scored"):
    """A temple counted the huts beside it; the points follow in a `PointsScored` (end.temples)."""

    color: Color
    field: int
    huts: int


class GameEnded(_Event, frozen=True, tag="game_ended"):
    """The winners in seating order (end.winner)."""

    winners: tuple[Color, ...]


class FieldSurveyed(_Event, frozen=True, tag="field_surveyed"):
    """An unknown field was read off the cardboard (board.survey)."""

    field: int
    needs: tuple[Material, Material]
    rune: Rune


class Corrected(_Event, frozen=True, tag="corrected"):
    """The table overruled the app: all of `changes`, one after the other (correct.table)."""

    changes: tuple[Change, ...]
    why: str


Event = (
    WorkerPlaced
    | TurnStarted
    | DecisionAsked
    | DieRolled
    | YieldEarned
    | ChipTaken
    | ChipReturned
    | WorkerMoved
    | ChipsPaid
    | ChipsSwapped
    | Built
    | BonusUsed
    | RuneTaken
    | PointsScored
    | DruidStepped
    | DruidWalked
    | DruidStayed
    | RiverCrossed
    | RitualStarted
    | OfferingMade
    | CircuitPassed
    | EndDeclared
    | FinaleBegun
    | LastTurnsTakenBack
    | TempleScored
    | GameEnded
    | FieldSurveyed
    | Corrected
)
