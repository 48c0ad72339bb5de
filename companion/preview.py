"""Previews: consequences and possibilities of commands, before the decision.

The rules compute everything: a preview unfolds a command and reads the events. It never looks at a
hand.
"""

from contextlib import suppress

import msgspec
from msgspec.structs import replace

from companion import events as ev
from companion.commands import BuildHut, BuildTemple, MoveWorker, Offer
from companion.errors import RuleViolation
from companion.pieces import Bonus, BuildingKind, Chips, Color, Give, Material, Rune
from companion.rules import big_yield, building, druid, finale, offering
from companion.rules.areas import runes_that_fit
from companion.rules.big_yield import levels_to_move
from companion.rules.finale import may_be_declared
from companion.rules.payment import Balance, balance
from companion.rules.settlements import joined_by, settlement
from companion.rules.setup import bonus_places_left, check_bonus_place, has_room
from companion.rules.unfolding import Unfolding
from companion.state import Druid, GameState

__all__ = [
    "Balance",
    "BuildPreview",
    "MovePreview",
    "OfferPreview",
    "Visit",
    "after_ritual",
    "balance",
    "bonus_places_left",
    "check_bonus_place",
    "has_room",
    "joined_by",
    "levels_to_move",
    "may_be_declared",
    "preview_build",
    "preview_move",
    "preview_offers",
    "prices",
    "runes_that_fit",
    "settlement",
    "visits",
]


class Visit(msgspec.Struct, frozen=True):
    """A hut of the ritual whose owner is still asked; `points` are those for both materials."""

    field: int
    owner: Color
    both: int


class BuildPreview(msgspec.Struct, frozen=True):
    """A building with all consequences until the ritual has ended.

    `huts` is the size of the settlement with the new hut (0 for a temple); `rune` is None if no
    stone changes hands. The druid goes to a stone (1 to 3), or from a field (None: from his stones)
    to a field, or stays (both None). `crosses_river` and `river` cover his walk and the ritual
    after it: points for rune stones, in seating order, without zeros. `end_points` is what a temple
    would score in the final scoring as things stand, None for a hut. `events` are those until the
    first owner is asked, for the rules behind them.
    """

    kind: BuildingKind
    field: int
    price: Chips
    huts: int
    bonus: Bonus | None
    rune: Rune | None
    rune_from: Color | None
    druid_stone: int | None
    druid_from: int | None
    druid_field: int | None
    crosses_river: bool
    river: tuple[tuple[Color, int], ...]
    visits: tuple[Visit, ...]
    end_points: int | None
    events: tuple[ev.Event, ...]


class MovePreview(msgspec.Struct, frozen=True):
    """A worker's move, and the chips it brings.

    `earnings` has everybody with a worker on the plain, also with 0, the highest worker's owner
    first. `events` are those of the move, without the end of the turn.
    """

    target: Material
    earnings: tuple[tuple[Color, int], ...]
    events: tuple[ev.Event, ...]


class OfferPreview(msgspec.Struct, frozen=True):
    """An answer to the druid with its points and alternative prices."""

    give: Give
    points: int
    prices: tuple[Chips, ...]


def after_ritual(state: GameState) -> GameState:
    """Return the state in which the next building can be put up, as things stand.

    A current ritual counts as ended, with the druid at its last hut. The answers are left out, as
    they change neither a price nor his way.
    """
    if not state.visits:
        return state
    return replace(state, visits=(), druid=Druid(stone=None, field=state.visits[-1]))


def preview_build(
    state: GameState, kind: BuildingKind, field: int, builder: Color | None = None
) -> BuildPreview:
    """Preview a building on `field`, by `builder` or the active player.

    Works in any phase of any turn; during a ritual use `after_ritual`. Raises RuleViolation if that
    player may not build there at any price, and ValueError without a player after the end.
    """
    builder = builder or state.whose_turn
    building.check_site(state, builder, kind, field)
    unfolding = Unfolding(state)
    building.put_up(unfolding, builder, kind, field)
    after = unfolding.state
    rune = next((event for event in unfolding.events if isinstance(event, ev.RuneTaken)), None)
    stone = next((event for event in unfolding.events if isinstance(event, ev.DruidStepped)), None)
    walk = next((event for event in unfolding.events if isinstance(event, ev.DruidWalked)), None)
    crossed = any(isinstance(event, ev.RiverCrossed) for event in unfolding.events)
    crosses = crossed or druid.river_ahead(after)
    hut = kind is BuildingKind.HUT
    return BuildPreview(
        kind=kind,
        field=field,
        price=building.price(state, kind, field),
        huts=joined_by(state, field) if hut else 0,
        bonus=state.bonus_on(field),
        rune=rune.rune if rune else None,
        rune_from=rune.former if rune else None,
        druid_stone=stone.stone if stone else None,
        druid_from=walk.source if walk else None,
        druid_field=walk.field if walk else None,
        crosses_river=crosses,
        river=druid.river_points(after) if crosses else (),
        visits=visits(after),
        end_points=None if hut else finale.temple_points(after, field),
        events=unfolding.events,
    )


def sites(state: GameState, kind: BuildingKind) -> tuple[int, ...]:
    """Return the fields where the decider may build, affordable or not; () without a decider."""
    if state.decider is None:
        return ()
    found = []
    for field in range(1, len(state.board) + 1):
        with suppress(RuleViolation):
            building.check_site(state, state.decider, kind, field)
            found.append(field)
    return tuple(found)


def visits(state: GameState) -> tuple[Visit, ...]:
    """Return the huts whose owners the druid still asks in this ritual, the current one first."""
    return tuple(
        Visit(field, state.hut_owner(field), len(settlement(state, field)))
        for field in state.visits
    )


def preview_move(
    state: GameState,
    source: Material,
    level: int,
    target: Material,
    mover: Color | None = None,
) -> MovePreview:
    """Preview a worker's move; `level` 1 is at the bottom.

    It is by `mover` or the active player. Works in any phase of any turn. Raises RuleViolation if
    the worker may not go there, and ValueError without a player after the end.
    """
    command = MoveWorker(by=mover or state.whose_turn, source=source, level=level, target=target)
    unfolding = big_yield.moved(state, command)
    (earned,) = (event for event in unfolding.events if isinstance(event, ev.YieldEarned))
    return MovePreview(target, earned.earnings, unfolding.events)


def preview_offers(state: GameState) -> tuple[OfferPreview, ...]:
    """Return the possible answers of the owner whom the druid asks, affordable or not.

    An unread field leaves only `none` (and the chip): its icons must be surveyed first.
    """
    field = state.visits[0]
    huts = len(settlement(state, field))
    gives = [Give.BOTH, Give.ONE] if state.board.field(field).known else []
    if state.staying_bonus(field):
        gives.append(Give.CHIP)
    gives.append(Give.NONE)
    return tuple(
        OfferPreview(give, offering.points(give, huts), offering.prices(state, field, give))
        for give in gives
    )


def prices(state: GameState, purpose: BuildHut | BuildTemple | Offer) -> tuple[Chips, ...]:
    """Return the alternative prices of a building or an answer to the druid.

    The command's own payment is ignored. Only a known field has prices: raises RuleViolation
    (board.survey) for an answer and ValueError for a building.
    """
    match purpose:
        case BuildHut(field=field):
            return (building.price(state, BuildingKind.HUT, field),)
        case BuildTemple(field=field):
            return (building.price(state, BuildingKind.TEMPLE, field),)
        case Offer(give=give):
            return offering.prices(state, state.visits[0], give)
