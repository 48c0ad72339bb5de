"""What a building or an offering would cost and cause, before anyone commits to it.

Nothing is computed here that the rules do not compute: a preview lets them unfold the
building as if it were paid for, and reads the events. It never looks at a hand.
"""

import msgspec

from companion.events import DruidStepped, DruidWalked, Event, RiverCrossed, RuneTaken
from companion.pieces import Bonus, BuildingKind, Chips, Color, Give, Rune
from companion.rules import building, offering
from companion.rules.settlements import joined_by, settlement
from companion.rules.unfolding import Unfolding
from companion.state import GameState


class Visit(msgspec.Struct, frozen=True):
    """A hut at which the druid will ask, whose it is and what both materials would score."""

    field: int
    owner: Color
    both: int


class BuildPreview(msgspec.Struct, frozen=True):
    """A building before it stands.

    `huts` is the size of the settlement with the new hut (0 for a temple); `rune` is None where
    no stone changes hands; `druid_to` is a stone (1 to 3) or a field, None where he stays.
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
    visits: tuple[Visit, ...]
    events: tuple[Event, ...]


class OfferPreview(msgspec.Struct, frozen=True):
    """One answer to the druid: its points and the prices of which one has to be paid."""

    give: Give
    points: int
    prices: tuple[Chips, ...]


def preview_build(state: GameState, kind: BuildingKind, field: int) -> BuildPreview:
    """What the active player's building on `field` would cost and cause.

    Raises RuleViolation where nothing may be built there whatever is paid, and ValueError
    outside a turn.
    """
    builder = state.active
    if builder is None:
        raise ValueError("only somebody whose turn it is builds")
    building.check_site(state, builder, kind, field)
    unfolding = Unfolding(state)
    building.raise_building(unfolding, builder, kind, field)
    after = unfolding.state
    rune = next((event for event in unfolding.events if isinstance(event, RuneTaken)), None)
    stone = next((event for event in unfolding.events if isinstance(event, DruidStepped)), None)
    walk = next((event for event in unfolding.events if isinstance(event, DruidWalked)), None)
    return BuildPreview(
        kind=kind,
        field=field,
        price=building.price(state, kind, field),
        huts=joined_by(state, field) if kind is BuildingKind.HUT else 0,
        bonus=state.bonus_on(field),
        rune=rune.rune if rune else None,
        rune_from=rune.former if rune else None,
        druid_stone=stone.stone if stone else None,
        druid_from=walk.source if walk else None,
        druid_field=walk.field if walk else None,
        crosses_river=any(isinstance(event, RiverCrossed) for event in unfolding.events),
        visits=visits(after),
        events=unfolding.events,
    )


def visits(state: GameState) -> tuple[Visit, ...]:
    """The huts still to be asked in a ritual, the present one first."""
    result = []
    for field in state.visits:
        hut = state.building(field)
        if hut is not None:
            result.append(Visit(field, hut.owner, len(settlement(state, field))))
    return tuple(result)


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
