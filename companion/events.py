"""Events of a game: one frozen class for each kind.

An event contains everything that the next state and the screen need, so that nothing is computed
twice. Field numbers start at 1; numbers of chips are 0 or more.
"""

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from companion.commands import Change
from companion.pieces import Bonus, BuildingKind, Chips, Color, Face, Material, OfferingAnswer, Rune
from companion.state import FinaleStage, Phase, PointSource

_Kind = TypeVar("_Kind")


class _Event(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    array_like=True,
):
    """Base class of all events; in JSON, an event is a list whose first item is its name."""


class WorkerPlaced(_Event, frozen=True, tag="worker_placed"):
    """A worker was put on top of a plain's stack (setup.workers)."""

    color: Color
    plain: Material


class TurnStarted(_Event, frozen=True, tag="turn_started"):
    """A player's turn began; `turn` counts from 1."""

    color: Color
    turn: int


class DecisionRequested(_Event, frozen=True, tag="decision_asked"):
    """The players `colors` were asked, in this order, for a decision (turn.decider)."""

    phase: Phase
    colors: tuple[Color, ...]


class DieRolled(_Event, frozen=True, tag="die_rolled"):
    """The die shows a face (small.roll)."""

    color: Color
    face: Face


class YieldShare(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A worker's yield: `due` chips by the rule, of which the supply provided `got`."""

    color: Color
    due: int
    got: int


class YieldEarned(_Event, frozen=True, tag="yield_earned"):
    """Workers on a plain earned chips, the top worker first (small.material, big.yield)."""

    material: Material
    big: bool
    shares: tuple[YieldShare, ...]

    @property
    def earnings(self) -> tuple[tuple[Color, int], ...]:
        """The number of chips that each player earned, the owner of the top worker first."""
        return sum_by_player((share.color, share.got) for share in self.shares)


def sum_by_player(numbers: Iterable[tuple[Color, int]]) -> tuple[tuple[Color, int], ...]:
    """Add up the numbers of each player; players are in the order of their first appearance."""
    sums: dict[Color, int] = {}
    for color, number in numbers:
        sums[color] = sums.get(color, 0) + number
    return tuple(sums.items())


class ChipTaken(_Event, frozen=True, tag="chip_taken"):
    """A player took a chip after the die showed plus, or took no chip (small.plus)."""

    color: Color
    material: Material | None


class ChipReturned(_Event, frozen=True, tag="chip_returned"):
    """A player returned a chip after the die showed minus (small.minus)."""

    color: Color
    material: Material


class WorkerMoved(_Event, frozen=True, tag="worker_moved"):
    """A worker moved from `level` (1 is the bottom) of a stack to the top of another (big.move)."""

    color: Color
    source: Material
    level: int
    target: Material


class ChipsPaid(_Event, frozen=True, tag="chips_paid"):
    """A player paid chips from the hand to the plains; there is no event for 0 chips (pay.*)."""

    color: Color
    chips: Chips


class ChipsSwapped(_Event, frozen=True, tag="chips_swapped"):
    """A player returned three chips and took one chip (swap.any-time)."""

    color: Color
    paid: Chips
    taken: Material


class BuildingBuilt(_Event, frozen=True, tag="built"):
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
    """A rune stone went to a player from another player or from beside the board (hut.rune)."""

    color: Color
    rune: Rune
    former: Color | None


class PointsScored(_Event, frozen=True, tag="points_scored"):
    """A player's points changed by `points` (never 0); `total` is the new number, 0 or more."""

    color: Color
    points: int
    total: int
    source: PointSource


class DruidMovedToStone(_Event, frozen=True, tag="druid_stepped"):
    """The druid moved forward by one of his stones, to `stone` 1 to 3 (druid.stones)."""

    stone: int


class DruidWalked(_Event, frozen=True, tag="druid_walked"):
    """The druid walked to the hut on `field`.

    `source` is the field from which he came, or None if he came from his stones or the temple.
    `crossed_river` is also true for a crossing in the final circuit, which scores no points.
    """

    source: int | None
    field: int
    crossed_river: bool


class DruidStayed(_Event, frozen=True, tag="druid_stayed"):
    """The druid had no hut to go to and stayed on his last stone (druid.walk)."""


class RiverCrossed(_Event, frozen=True, tag="river_crossed"):
    """The druid crossed the great river, and rune stones scored points (river.interim)."""


class RitualStarted(_Event, frozen=True, tag="ritual_started"):
    """A ritual began: the druid visits the fields `visits` in order (ritual.order, end.circuit)."""

    visits: tuple[int, ...]


class OfferingMade(_Event, frozen=True, tag="offering_made"):
    """The owner of a hut answered the druid; `huts` is the size of its settlement (offer.*)."""

    color: Color
    field: int
    give: OfferingAnswer
    huts: int


class FinalOfferingsDeclined(_Event, frozen=True, tag="circuit_passed"):
    """A player gives nothing for the rest of the final circuit (offer.none)."""

    color: Color


class EndDeclared(_Event, frozen=True, tag="end_declared"):
    """The table ended the game, since all supplies were empty (end.exhausted)."""


class FinaleStarted(_Event, frozen=True, tag="finale_begun"):
    """The last turns or the final circuit began (end.trigger, end.circuit).

    `finisher` is the first player who placed all buildings, or None if the table ended the game.
    """

    finale: FinaleStage
    finisher: Color | None


class LastTurnsCancelled(_Event, frozen=True, tag="last_turns_taken_back"):
    """A correction gave `finisher` a building back, which ended the last turns (end.trigger)."""

    finisher: Color


class TempleScored(_Event, frozen=True, tag="temple_scored"):
    """A temple was scored by the number of `huts` in the settlements beside it (end.temples).

    If it scores any points, a `PointsScored` follows.
    """

    color: Color
    field: int
    huts: int


class GameEnded(_Event, frozen=True, tag="game_ended"):
    """The game ended; `winners` are in seating order (end.winner)."""

    winners: tuple[Color, ...]


class PrintedFieldEntered(_Event, frozen=True, tag="field_surveyed"):
    """The icons and the area printed on an unknown field were entered (board.survey)."""

    field: int
    needs: tuple[Material, Material]
    rune: Rune


class Corrected(_Event, frozen=True, tag="corrected"):
    """The table corrected the state; `changes` are applied in their order (correct.table)."""

    changes: tuple[Change, ...]
    why: str


Event = (
    WorkerPlaced
    | TurnStarted
    | DecisionRequested
    | DieRolled
    | YieldEarned
    | ChipTaken
    | ChipReturned
    | WorkerMoved
    | ChipsPaid
    | ChipsSwapped
    | BuildingBuilt
    | BonusUsed
    | RuneTaken
    | PointsScored
    | DruidMovedToStone
    | DruidWalked
    | DruidStayed
    | RiverCrossed
    | RitualStarted
    | OfferingMade
    | FinalOfferingsDeclined
    | EndDeclared
    | FinaleStarted
    | LastTurnsCancelled
    | TempleScored
    | GameEnded
    | PrintedFieldEntered
    | Corrected
)


def find_first_event(
    events: Iterable[Event], kind: type[_Kind], /, **facts: object
) -> _Kind | None:
    """Return the first event of a kind whose attributes have the values `facts`, or None."""
    for event in events:
        if isinstance(event, kind) and all(getattr(event, key) == facts[key] for key in facts):
            return event
    return None
