"""What would happen, and what is possible, before anyone commits to it: all that a screen asks.

Whatever is computed here the rules compute: a preview lets them unfold what was only pointed at,
and reads the events. It never looks at a hand.
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
    """A hut at which the druid will ask, whose it is and what both materials would score."""

    field: int
    owner: Color
    both: int


class BuildPreview(msgspec.Struct, frozen=True):
    """A building before it stands, with all that follows until the ritual has ended.

    `huts` is the size of the settlement with the new hut (0 for a temple); `rune` is None where
    no stone changes hands. The druid goes to a stone (1 to 3), or from a field (None: from his
    stones) to a field, or stays (both None). `crosses_river` and `river` cover his walk and the
    ritual that follows: who then scores how many points for rune stones, in seating order, nobody
    with 0. `end_points` is what a temple would score in the final scoring as things stand, 0 or
    more, and None for a hut. `events` are those until the first owner is asked: the rules behind
    them are told from these.
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
    """A worker's move before it is made: who would get how many chips of the plain's material.

    `earnings` names everybody with a worker there, also with 0, whose worker is highest first.
    `events` are those of the move, without what ends the turn.
    """

    target: Material
    earnings: tuple[tuple[Color, int], ...]
    events: tuple[ev.Event, ...]


class OfferPreview(msgspec.Struct, frozen=True):
    """One answer to the druid: its points and the prices of which one has to be paid."""

    give: Give
    points: int
    prices: tuple[Chips, ...]


def after_ritual(state: GameState) -> GameState:
    """The state in which the next building can be put up, as things stand.

    A ritual that is under way counts as ended: the druid stands at its last hut. What the owners
    answer is left out, since it changes neither a price nor his way.
    """
    if not state.visits:
        return state
    return replace(state, visits=(), druid=Druid(stone=None, field=state.visits[-1]))


def preview_build(
    state: GameState, kind: BuildingKind, field: int, builder: Color | None = None
) -> BuildPreview:
    """What a building on `field` would cost and cause, of `builder` or else the active player.

    Whose turn it is, and in which phase, does not matter; in a ritual take the state
    `after_ritual`. Raises RuleViolation where that player may build nothing there whatever is
    paid, and ValueError where nobody is named once the game is over.
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
    """The fields on which the decider may build, whatever it costs; none once nobody decides."""
    if state.decider is None:
        return ()
    found = []
    for field in range(1, len(state.board) + 1):
        with suppress(RuleViolation):
            building.check_site(state, state.decider, kind, field)
            found.append(field)
    return tuple(found)


def visits(state: GameState) -> tuple[Visit, ...]:
    """The huts still to be asked in a ritual, the current one first."""
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
    """What a move of a worker, `level` 1 at the bottom, would yield to whom.

    It is `mover`'s, or else the active player's. Whose turn it is, and in which phase, does not
    matter. Raises RuleViolation where the worker may not go there, and ValueError where nobody is
    named once the game is over.
    """
    command = MoveWorker(by=mover or state.whose_turn, source=source, level=level, target=target)
    unfolding = big_yield.moved(state, command)
    earned: dict[Color, int] = {}
    for event in unfolding.events:
        if isinstance(event, ev.YieldEarned):
            for share in event.shares:
                earned[share.color] = earned.get(share.color, 0) + share.got
    return MovePreview(target, tuple(earned.items()), unfolding.events)


def preview_offers(state: GameState) -> tuple[OfferPreview, ...]:
    """What the owner whom the druid asks may answer, whatever they have.

    An unread field leaves only `none` (and the chip): its icons have to be surveyed first.
    """
    field = state.visits[0]
    huts = len(settlement(state, field))
    gives = [Give.BOTH, Give.ONE] if state.board.field(field).known else []
    if state.bonus_on(field) is Bonus.DRUID:
        gives.append(Give.CHIP)
    gives.append(Give.NONE)
    return tuple(
        OfferPreview(give, offering.points(give, huts), offering.prices(state, field, give))
        for give in gives
    )


def prices(state: GameState, purpose: BuildHut | BuildTemple | Offer) -> tuple[Chips, ...]:
    """The prices of which one has to be paid for a building or an answer to the druid.

    Its own payment does not count. Only a field that has been read has prices: raises
    RuleViolation (board.survey) for an answer and ValueError for a building.
    """
    match purpose:
        case BuildHut(field=field):
            return (building.price(state, BuildingKind.HUT, field),)
        case BuildTemple(field=field):
            return (building.price(state, BuildingKind.TEMPLE, field),)
        case Offer(give=give):
            return offering.prices(state, state.visits[0], give)
