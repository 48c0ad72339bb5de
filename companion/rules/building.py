"""Building of huts and temples: allowed fields, prices, consequences.

Rules hut.* and temple.*, p. 8.
"""

from companion.commands import BuildHut, BuildTemple
from companion.errors import RuleViolation
from companion.events import BonusUsed, BuildingBuilt, RuneTaken
from companion.pieces import (
    NO_CHIPS,
    BuildingKind,
    Chips,
    Color,
)
from companion.rules import druid, finale, payment
from companion.rules.consequences import Consequences
from companion.rules.settlements import settlement_size_with_new_hut
from companion.rules.setup import check_field_on_board
from companion.sentence import N_
from companion.state import GameState, PointSource

_NONE_LEFT = {
    BuildingKind.HUT: N_("{color} has no hut left"),
    BuildingKind.TEMPLE: N_("{color} has no temple left"),
}


def build(state: GameState, command: BuildHut | BuildTemple) -> Consequences:
    """Build on a field, and move the druid; end the turn if no ritual follows."""
    kind = BuildingKind.HUT if isinstance(command, BuildHut) else BuildingKind.TEMPLE
    check_building_site(state, command.by, kind, command.field)
    payment.check_payment(
        state, command.by, command.pay, building_price(state, kind, command.field)
    )
    consequences = Consequences(state)
    payment.pay_chips(consequences, command.by, command.pay)
    place_building(consequences, command.by, kind, command.field)
    if not consequences.state.visits:
        finale.end_turn(consequences)
    return consequences


def check_building_site(state: GameState, builder: Color, kind: BuildingKind, field: int) -> None:
    """Raise RuleViolation if this player cannot build on the field at any price."""
    rule = f"{kind}.field"
    check_field_on_board(len(state.board), field, rule)
    standing = state.building(field)
    if standing is not None:
        raise RuleViolation(
            rule,
            "field {field} already holds {building}",
            field=field,
            building=standing,
        )
    if kind is BuildingKind.TEMPLE and state.bonus_on(field) is not None:
        raise RuleViolation(
            rule,
            "a bonus chip lies on field {field}; a temple needs a field without one",
            field=field,
        )
    if not state.board.field(field).is_known:
        raise RuleViolation(
            "board.survey",
            "nobody has read field {field} off your board yet; read its rune and icons first",
            field=field,
        )
    if state.buildings_left(builder, kind) == 0:
        raise RuleViolation(f"{kind}.stock", _NONE_LEFT[kind], color=builder)


def building_price(state: GameState, kind: BuildingKind, field: int) -> Chips:
    """Return the price of a building on a free field (rules hut.cost, hut.bonus, temple.cost).

    The icons of the field must be known.
    """
    once = state.board.field(field).printed_price
    if kind is BuildingKind.TEMPLE:
        return once
    bonus = state.bonus_on(field)
    if bonus is not None and bonus.traits.makes_hut_free:
        return NO_CHIPS
    return once * settlement_size_with_new_hut(state, field)


def place_building(
    consequences: Consequences, builder: Color, kind: BuildingKind, field: int
) -> None:
    """Place a building and carry out its consequences, up to the druid's first question.

    The caller must end the turn if the druid visits no hut, that is, if `visits` (the huts still to
    visit) is empty afterwards.
    """
    consequences.add(BuildingBuilt(builder, kind, field))
    if kind is BuildingKind.HUT:
        bonus, rune = consequences.state.bonus_on(field), consequences.state.board.field(field).rune
        if bonus is not None and not bonus.traits.stays_under_hut:
            consequences.add(BonusUsed(builder, field, bonus))
            if bonus.traits.points:
                consequences.score(builder, bonus.traits.points, PointSource.BONUS)
        if rune is not None and (former := consequences.state.rune_holder(rune)) != builder:
            consequences.add(RuneTaken(builder, rune, former))
    druid.move_druid_after_building(consequences)
