"""Previews: the possible commands, and the consequences of a command before it is chosen.

The rules compute everything: a preview carries out a command on a copy and reads the events.
Previews never look at a player's hand.
"""

from contextlib import suppress
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from companion import events as ev
from companion.commands import BuildHut, BuildTemple, MakeOffering, MoveWorker
from companion.errors import RuleViolation
from companion.pieces import Bonus, BuildingKind, Chips, Color, Material, OfferingAnswer, Rune
from companion.rules import big_yield, building, druid, finale, offering
from companion.rules.areas import possible_areas
from companion.rules.big_yield import movable_levels
from companion.rules.consequences import Consequences
from companion.rules.finale import may_declare_end
from companion.rules.payment import PaymentBalance, payment_balance
from companion.rules.settlements import settlement_fields, settlement_size_with_new_hut
from companion.rules.setup import check_bonus_chip_field, fields_left_for_bonus_chip, plain_has_room
from companion.state import Druid, FinaleStage, GameState

__all__ = [
    "BuildPreview",
    "DruidVisit",
    "MovePreview",
    "OfferPreview",
    "PaymentBalance",
    "check_bonus_chip_field",
    "fields_left_for_bonus_chip",
    "may_declare_end",
    "movable_levels",
    "payment_balance",
    "plain_has_room",
    "possible_areas",
    "preview_build",
    "preview_move",
    "preview_offers",
    "price_options",
    "remaining_visits",
    "settlement_fields",
    "settlement_size_with_new_hut",
    "state_after_ritual",
]


class DruidVisit(msgspec.Struct, frozen=True):
    """A hut that the druid has yet to visit in this ritual.

    `needs` are the two materials of the hut's field, or None if they are unknown. An owner who
    gives both materials scores `settlement_size` points. A druid chip under the hut could be given
    instead.
    """

    field: int
    owner: Color
    needs: tuple[Material, Material] | None
    settlement_size: int
    has_druid_chip: bool


class BuildPreview(msgspec.Struct, frozen=True):
    """A new building: its price and consequences, including the ritual that it starts.

    - `settlement_size`: number of huts with the new hut, or 0 for a temple
    - `rune`: rune stone that the builder gets, or None
    - `rune_former_holder`: former holder of this stone, or None if it was beside the board
    - `druid_stone`: stone (1 to 3) to which the druid advances, or None
    - `druid_field`: field of the hut to which the druid walks, or None if he walks to no hut
    - `druid_from`: field where this walk begins, or None if it begins at one of his stones
    - `crosses_river`: whether the druid crosses the river on this walk or later in the ritual
    - `river_points`: the players' points for this crossing, in seating order, without zeros
    - `visits`: huts that the druid visits in the ritual
    - `temple_points`: points for a temple if the game ended now, or None for a hut
    - `events`: all events until the druid asks the first owner of a hut for an offering
    """

    kind: BuildingKind
    field: int
    price: Chips
    settlement_size: int
    bonus: Bonus | None
    rune: Rune | None
    rune_former_holder: Color | None
    druid_stone: int | None
    druid_from: int | None
    druid_field: int | None
    crosses_river: bool
    river_points: tuple[tuple[Color, int], ...]
    visits: tuple[DruidVisit, ...]
    temple_points: int | None
    events: tuple[ev.Event, ...]


class MovePreview(msgspec.Struct, frozen=True):
    """A worker's move, and the chips that it earns.

    `earnings` lists every player with a worker on the target plain, even a player who earns
    nothing. It begins with the owner of the top worker. `events` are the events of the move,
    without the end of the turn.
    """

    target: Material
    earnings: tuple[tuple[Color, int], ...]
    events: tuple[ev.Event, ...]


class OfferPreview(msgspec.Struct, frozen=True):
    """A possible answer to the druid, and the points that it scores.

    The owner of the hut pays one of `prices`.
    """

    give: OfferingAnswer
    points: int
    prices: tuple[Chips, ...]


def state_after_ritual(state: GameState) -> GameState:
    """Return the state after the current ritual, for previews of the next building.

    The druid is then at the last hut of the ritual. The owners' answers are ignored, because they
    change neither prices nor the druid's way. Without a ritual, the result is `state`.
    """
    if not state.visits:
        return state
    return replace(state, visits=(), druid=Druid(stone=None, field=state.visits[-1]))


def preview_build(
    state: GameState, kind: BuildingKind, field: int, builder: Color | None = None
) -> BuildPreview:
    """Preview a building on `field`; `builder` defaults to the active player.

    The preview works in every phase of a turn, and for a player whose turn it is not. During a
    ritual, pass the result of `state_after_ritual` as `state`. Raises RuleViolation if the builder
    may not build there at any price. Raises ValueError if `builder` is None after the end of the
    game.
    """
    builder = builder or state.whose_turn
    building.check_building_site(state, builder, kind, field)
    consequences = Consequences(state)
    building.place_building(consequences, builder, kind, field)
    after, events = consequences.state, consequences.events
    rune = ev.find_first_event(events, ev.RuneTaken)
    stone = ev.find_first_event(events, ev.DruidMovedToStone)
    walk = ev.find_first_event(events, ev.DruidWalked)
    # Whether he crosses it later in the ritual does not depend on the owners' answers.
    crosses = ev.find_first_event(events, ev.RiverCrossed) is not None or (
        after.finale is not FinaleStage.CIRCUIT
        and any(druid.crosses_river(here, there) for here, there in pairwise(after.visits))
    )
    hut = kind is BuildingKind.HUT
    return BuildPreview(
        kind=kind,
        field=field,
        price=building.building_price(state, kind, field),
        settlement_size=settlement_size_with_new_hut(state, field) if hut else 0,
        bonus=state.bonus_on(field),
        rune=rune.rune if rune else None,
        rune_former_holder=rune.former if rune else None,
        druid_stone=stone.stone if stone else None,
        druid_from=walk.source if walk else None,
        druid_field=walk.field if walk else None,
        crosses_river=crosses,
        river_points=druid.river_points(after) if crosses else (),
        visits=remaining_visits(after),
        temple_points=None if hut else finale.temple_points(after, field),
        events=events,
    )


def building_sites(state: GameState, kind: BuildingKind) -> tuple[int, ...]:
    """Return the fields where the player who must decide next may build.

    The player's chips are ignored.
    """
    if state.decider is None:
        return ()
    found = []
    for field in range(1, len(state.board) + 1):
        with suppress(RuleViolation):
            building.check_building_site(state, state.decider, kind, field)
            found.append(field)
    return tuple(found)


def remaining_visits(state: GameState) -> tuple[DruidVisit, ...]:
    """Return the huts that the druid has yet to visit in this ritual, the current hut first."""
    return tuple(
        DruidVisit(
            field,
            state.hut_owner(field),
            state.board.field(field).needs,
            len(settlement_fields(state, field)),
            OfferingAnswer.CHIP in offering.possible_offering_answers(state, field),
        )
        for field in state.visits
    )


def preview_move(
    state: GameState,
    source: Material,
    level: int,
    target: Material,
    mover: Color | None = None,
) -> MovePreview:
    """Preview a move of the worker at `level` (1 is the bottom) of a stack.

    `mover` defaults to the active player. The preview works in every phase of a turn, and for a
    player whose turn it is not. Raises RuleViolation if the worker may not go there. Raises
    ValueError if `mover` is None after the end of the game.
    """
    command = MoveWorker(by=mover or state.whose_turn, source=source, level=level, target=target)
    consequences = big_yield.move_and_earn(state, command)
    (earned,) = (event for event in consequences.events if isinstance(event, ev.YieldEarned))
    return MovePreview(target, earned.earnings, consequences.events)


def preview_offers(state: GameState) -> tuple[OfferPreview, ...]:
    """Return the possible answers of the owner whom the druid asks.

    The owner's chips are not considered. If the field's icons are unknown, only `none` and a druid
    chip are possible until the players have entered the icons.
    """
    field = state.visits[0]
    huts = len(settlement_fields(state, field))
    return tuple(
        OfferPreview(
            give, offering.offering_points(give, huts), offering.offering_prices(state, field, give)
        )
        for give in offering.possible_offering_answers(state, field)
    )


def price_options(
    state: GameState, purpose: BuildHut | BuildTemple | MakeOffering
) -> tuple[Chips, ...]:
    """Return the possible prices of a building or of an answer to the druid; the player pays one.

    `purpose` is the command to pay for; a payment in it is ignored. If the field's icons are
    unknown, an answer with materials raises RuleViolation (rule board.survey), and a building
    raises ValueError.
    """
    match purpose:
        case BuildHut(field=field):
            return (building.building_price(state, BuildingKind.HUT, field),)
        case BuildTemple(field=field):
            return (building.building_price(state, BuildingKind.TEMPLE, field),)
        case MakeOffering(give=give):
            return offering.offering_prices(state, state.visits[0], give)
