"""Corrections at random whose result the box allows."""

from collections.abc import Callable

from companion import commands as do
from companion.errors import RuleViolation
from companion.evolution import apply_changes
from companion.game import events_of_command
from companion.memory.record import encode_command, parse_command
from companion.pieces import (
    DRUID_STONES,
    MATERIALS,
    RUNES,
    STACK_LIMIT,
    Bonus,
    BuildingKind,
    Chips,
    Color,
    Material,
    Rune,
)
from companion.rules.areas import areas_fit_ring
from companion.ruling import changes_to_allow, with_legal_payment
from companion.state import Building, GameState
from tests.luck import Luck


def correction(state: GameState, luck: Luck) -> do.Correct:
    """A correction of one or more things whose result the box allows."""
    parts: list[Callable[[GameState, Luck], tuple[do.Change, ...]]] = [
        _other_points,
        _other_chips,
        _other_stacks,
        _other_runes,
        _other_fields,
        _other_bonus,
        _other_turn,
        _other_printed,
    ]
    changes: tuple[do.Change, ...] = ()
    for part in luck.some(parts, 1 + luck.below(3)):
        changes += part(apply_changes(state, changes), luck)
    return _as_recorded(changes or _other_points(state, luck), "seen on the table")


def _as_recorded(changes: tuple[do.Change, ...], why: str) -> do.Correct:
    """The correction as a record tells it: each thing once, in the order of the box."""
    return parse_command(encode_command(do.Correct(changes=changes, why=why)), 1)


def jump_ahead(state: GameState, luck: Luck) -> do.Correct:
    """A correction that leaves little to build or little to earn, so that the end is near."""
    changes: tuple[do.Change, ...] = ()
    if luck.below(2):
        for _ in range(len(state.board)):
            changes += _other_fields(apply_changes(state, changes), luck, most=1)
    if luck.below(2):
        for number, material in enumerate(MATERIALS):
            player = state.players[number % len(state.players)]
            left = luck.below(3)
            number_left = state.supply.number(material) - left
            changes += (
                do.SetHand(player.color, material, player.hand.number(material) + number_left),
                do.SetSupply(material, left),
            )
    return _as_recorded(changes, "played on without the app")


def some_ruling(state: GameState, luck: Luck) -> tuple[do.Correct, do.Command] | None:
    """A building for other chips than the rules ask for, if there is one that can be paid so."""
    for _ in range(5):
        field = luck.below(len(state.board)) + 1
        hand = state.player(state.decider).hand
        heap = [one for one in MATERIALS for _ in range(hand.number(one))]
        pay = Chips.of(*luck.some(heap, luck.below(len(heap) + 1)))
        kind = luck.pick((do.BuildHut, do.BuildTemple))
        command = kind(by=state.decider, field=field, pay=pay)
        try:
            events_of_command(state, command)
        except RuleViolation as refusal:
            changes = changes_to_allow(state, command, refusal.rule)
            if refusal.rule != "pay.swap" or not changes:
                continue
            return do.Correct(changes=changes, why="we agreed"), with_legal_payment(state, command)
    return None


def _other_points(state: GameState, luck: Luck) -> tuple[do.Change, ...]:
    return tuple(do.SetPoints(color, luck.below(120)) for color in luck.some(state.colors, 2))


def _other_chips(state: GameState, luck: Luck) -> tuple[do.Change, ...]:
    """Chips of one material go between a hand and its plain, and between two hands."""
    material = luck.pick(MATERIALS)
    giver, taker = luck.some(state.players, 2)
    supply = state.supply.number(material)
    given = luck.below(giver.hand.number(material) + 1)
    earned = luck.below(supply + 1)
    return (
        do.SetHand(giver.color, material, giver.hand.number(material) - given),
        do.SetHand(taker.color, material, taker.hand.number(material) + given + earned),
        do.SetSupply(material, supply - earned),
    )


def _other_stacks(state: GameState, luck: Luck) -> tuple[do.Change, ...]:
    stacks: list[list[Color]] = [[] for _ in MATERIALS]
    workers = [worker for stack in state.stacks for worker in stack]
    for worker in luck.some(workers, len(workers)):
        luck.pick([stack for stack in stacks if len(stack) < STACK_LIMIT]).append(worker)
    return tuple(
        do.SetStack(plain, tuple(stack)) for plain, stack in zip(MATERIALS, stacks, strict=True)
    )


def _other_runes(state: GameState, luck: Luck) -> tuple[do.Change, ...]:
    return tuple(do.SetRune(rune, luck.pick((None, *state.colors))) for rune in luck.some(RUNES, 3))


def _other_fields(state: GameState, luck: Luck, most: int = 4) -> tuple[do.Change, ...]:
    """Some fields are built on or cleared, and the druid follows where he has to."""
    changes: tuple[do.Change, ...] = ()
    for field in luck.some(range(1, len(state.board) + 1), most):
        now = apply_changes(state, changes)
        changes += (do.SetBuilding(field, _other_building(now, field, luck)),)
    after = apply_changes(state, changes)
    if after.druid.field is None or after.is_hut(after.druid.field):
        return changes
    places = [(None, hut) for hut in after.hut_fields()] or [
        (stone, None) for stone in range(DRUID_STONES + 1)
    ]
    return (*changes, do.SetDruid(*luck.pick(places)))


def _other_building(state: GameState, field: int, luck: Luck) -> Building | None:
    if state.building(field) is not None and luck.once_in(3):
        return None
    fitting = [
        Building(kind, color)
        for kind in BuildingKind
        for color in state.colors
        if state.buildings_left(color, kind) > 0
        and not (kind is BuildingKind.TEMPLE and state.bonus_on(field) is not None)
    ]
    return luck.pick(fitting) if fitting else None


def _other_bonus(state: GameState, luck: Luck) -> tuple[do.Change, ...]:
    field = luck.below(len(state.board)) + 1
    standing = state.building(field)
    if standing is not None and standing.kind is BuildingKind.TEMPLE:
        return (do.SetBonus(field, None),)
    few = [bonus for bonus in Bonus if state.bonus.count(bonus) < bonus.traits.number_in_box]
    return (do.SetBonus(field, luck.pick([None, *few])),)


def _other_turn(state: GameState, luck: Luck) -> tuple[do.Change, ...]:
    return (do.SetActive(luck.pick(state.colors)),)


def _other_printed(state: GameState, luck: Luck) -> tuple[do.Change, ...]:
    """What two fields show is set right, one after the other."""
    changes: tuple[do.Change, ...] = ()
    for _ in range(2):
        now = apply_changes(state, changes)
        field = luck.below(len(state.board)) + 1
        changes += (do.SetPrintedField(field, any_needs(luck), luck.pick(fitting(now, field))),)
    return changes


def any_needs(luck: Luck) -> tuple[Material, Material]:
    """Two icons."""
    return (luck.pick(MATERIALS), luck.pick(MATERIALS))


def fitting(state: GameState, field: int) -> list[Rune]:
    """The areas to which a field can belong, as the others have been read."""
    runes = [printed.rune for printed in state.board.fields]
    fitting = []
    for rune in RUNES:
        runes[field - 1] = rune
        if areas_fit_ring(tuple(runes)):
            fitting.append(rune)
    return fitting
