"""Events of a game: one frozen class for each kind.

An event has all data that the next state and the screen need, so that neither needs to apply
the rules again. Field numbers start at 1; numbers of chips are 0 or more.
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
    """A worker was put on top of a plain's stack (rule setup.workers)."""

    color: Color
    plain: Material


class TurnStarted(_Event, frozen=True, tag="turn_started"):
    """A player's turn began; `turn` counts from 1."""

    color: Color
    turn: int


class DecisionRequested(_Event, frozen=True, tag="decision_asked"):
    """The players in `colors` were asked for a decision, in this order (rule turn.decider)."""

    phase: Phase
    colors: tuple[Color, ...]


class DieRolled(_Event, frozen=True, tag="die_rolled"):
    """The die shows a face (rule small.roll)."""

    color: Color
    face: Face


class YieldShare(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """What one worker earns: `due` chips by the rules, and `got` chips in fact.

    `got` is smaller than `due` if the supply has run short; otherwise the two are equal.
    """

    color: Color
    due: int
    got: int


class YieldEarned(_Event, frozen=True, tag="yield_earned"):
    """Workers on a plain earned chips, top worker first (rules small.material and big.yield).

    `big` is true after a worker's move, and false after a roll of the die.
    """

    material: Material
    big: bool
    shares: tuple[YieldShare, ...]

    @property
    def earnings(self) -> tuple[tuple[Color, int], ...]:
        """Number of chips that each player earned, beginning with the owner of the top worker."""
        return sum_by_player((share.color, share.got) for share in self.shares)


def sum_by_player(numbers: Iterable[tuple[Color, int]]) -> tuple[tuple[Color, int], ...]:
    """Add up the numbers of each player; list players in the order of their first appearance."""
    sums: dict[Color, int] = {}
    for color, number in numbers:
        sums[color] = sums.get(color, 0) + number
    return tuple(sums.items())


class ChipTaken(_Event, frozen=True, tag="chip_taken"):
    """A player took a chip after the die showed plus, or took no chip (rule small.plus)."""

    color: Color
    material: Material | None


class ChipReturned(_Event, frozen=True, tag="chip_returned"):
    """A player returned a chip after the die showed minus (rule small.minus)."""

    color: Color
    material: Material


class WorkerMoved(_Event, frozen=True, tag="worker_moved"):
    """The worker at `level` (1 is the bottom) moved to the top of another stack (rule big.move)."""

    color: Color
    source: Material
    level: int
    target: Material


class ChipsPaid(_Event, frozen=True, tag="chips_paid"):
    """A player paid one chip or more from the hand to the plains (rules pay.*)."""

    color: Color
    chips: Chips


class ChipsSwapped(_Event, frozen=True, tag="chips_swapped"):
    """A player returned three chips and took one chip (rule swap.any-time)."""

    color: Color
    paid: Chips
    taken: Material


class BuildingBuilt(_Event, frozen=True, tag="built"):
    """A hut or temple was put on a field (rules hut.field and temple.field)."""

    color: Color
    kind: BuildingKind
    field: int


class BonusUsed(_Event, frozen=True, tag="bonus_used"):
    """A bonus chip was moved from its field into the box (rules hut.bonus and offer.chip)."""

    color: Color
    field: int
    bonus: Bonus


class RuneTaken(_Event, frozen=True, tag="rune_taken"):
    """A player took a rune stone (rule hut.rune).

    `former` is the player who had the stone, or None if it was beside the board.
    """

    color: Color
    rune: Rune
    former: Color | None


class PointsScored(_Event, frozen=True, tag="points_scored"):
    """A player's points changed by `points` (never 0); `total` is the new score, 0 or more."""

    color: Color
    points: int
    total: int
    source: PointSource


class DruidMovedToStone(_Event, frozen=True, tag="druid_stepped"):
    """The druid advanced to the next of his three stones; `stone` is its number, 1 to 3.

    Rule druid.stones.
    """

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
    """The druid had no hut to go to and stayed on his last stone (rule druid.walk)."""


class RiverCrossed(_Event, frozen=True, tag="river_crossed"):
    """The druid crossed the great river, so rune stones scored points (rule river.interim)."""


class RitualStarted(_Event, frozen=True, tag="ritual_started"):
    """A ritual began: the druid will visit the huts on the fields `visits`, in this order.

    At each hut, he asks the owner for an offering. Rules ritual.order and end.circuit.
    """

    visits: tuple[int, ...]


class OfferingMade(_Event, frozen=True, tag="offering_made"):
    """The owner of a hut answered the druid; `huts` is the settlement's size (rules offer.*)."""

    color: Color
    field: int
    give: OfferingAnswer
    huts: int


class FinalOfferingsDeclined(_Event, frozen=True, tag="circuit_passed"):
    """A player declined every remaining offering of the final circuit (rule offer.none)."""

    color: Color


class EndDeclared(_Event, frozen=True, tag="end_declared"):
    """The players agreed to end the game, since all supplies were empty (rule end.exhausted)."""


class FinaleStarted(_Event, frozen=True, tag="finale_begun"):
    """The last turns or the final circuit began (rules end.trigger and end.circuit).

    `finisher` is the first player who placed all buildings, or None if the players declared the
    end.
    """

    finale: FinaleStage
    finisher: Color | None


class LastTurnsCancelled(_Event, frozen=True, tag="last_turns_taken_back"):
    """The last turns were cancelled after a correction (rule end.trigger).

    `finisher` triggered the last turns by placing all buildings. The correction gave this player a
    building back.
    """

    finisher: Color


class TempleScored(_Event, frozen=True, tag="temple_scored"):
    """A temple was scored; `huts` is the number of huts in the settlements beside the temple.

    If the temple scores any points, a `PointsScored` follows. Rule end.temples.
    """

    color: Color
    field: int
    huts: int


class GameEnded(_Event, frozen=True, tag="game_ended"):
    """The game ended; `winners` are in seating order (rule end.winner)."""

    winners: tuple[Color, ...]


class PrintedFieldEntered(_Event, frozen=True, tag="field_surveyed"):
    """The players told the app what is printed on a field that it did not know yet.

    `needs` are the two icons; `rune` is the area. Rule board.survey.
    """

    field: int
    needs: tuple[Material, Material]
    rune: Rune


class Corrected(_Event, frozen=True, tag="corrected"):
    """The players corrected the state; `changes` apply in their order (rule correct.table)."""

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
    """Return the first event of type `kind` whose attributes equal those in `facts`, or None."""
    for event in events:
        if isinstance(event, kind) and all(getattr(event, key) == facts[key] for key in facts):
            return event
    return None
