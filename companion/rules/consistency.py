"""What is impossible about a state: the pieces in the box bound every position (correct.table)."""

from collections.abc import Iterator

import msgspec

from companion.pieces import (
    CHIPS_PER_BONUS,
    CHIPS_PER_MATERIAL,
    MATERIALS,
    STACK_LIMIT,
    START_POINTS,
    Bonus,
    BuildingKind,
    workers_per_player,
)
from companion.state import GameState, Phase


class Problem(msgspec.Struct, frozen=True):
    """One thing that cannot be: an English sentence with gaps, and the facts that fill them."""

    message: str
    facts: dict[str, object]

    def __str__(self) -> str:
        return self.message.format(**self.facts)


def problems(state: GameState) -> tuple[Problem, ...]:
    """Everything about a state that the pieces in the box do not allow; () when all is well."""
    return (
        *_chip_problems(state),
        *_worker_problems(state),
        *_building_problems(state),
        *_bonus_problems(state),
        *_druid_problems(state),
        *_point_problems(state),
    )


def _problem(message: str, **facts: object) -> Problem:
    return Problem(message, facts)


def _chip_problems(state: GameState) -> Iterator[Problem]:
    for material in MATERIALS:
        hands = sum(player.hand.number(material) for player in state.players)
        number = hands + state.supply.number(material)
        if number != CHIPS_PER_MATERIAL:
            yield _problem(
                "there would be {number} {material} chips, not 18", number=number, material=material
            )


def _worker_problems(state: GameState) -> Iterator[Problem]:
    for plain, workers in zip(MATERIALS, state.stacks, strict=True):
        if len(workers) > STACK_LIMIT:
            yield _problem(
                "{number} workers would stand on {plain}, where three fit",
                number=len(workers),
                plain=plain,
            )
    each = workers_per_player(len(state.players))
    placing = state.phase is Phase.PLACING
    for color in state.colors:
        number = sum(workers.count(color) for workers in state.stacks)
        if number > each or (number < each and not placing):
            yield _problem(
                "{color} would have {number} workers, not {each}",
                color=color,
                number=number,
                each=each,
            )


def _building_problems(state: GameState) -> Iterator[Problem]:
    for color in state.colors:
        for kind in BuildingKind:
            if state.left(color, kind) < 0:
                yield _problem(
                    "{color} would have more than {number} of the building {building}",
                    color=color,
                    number=state.built(color, kind) + state.left(color, kind),
                    building=kind,
                )
    for field, building in enumerate(state.buildings, start=1):
        if (
            building is not None
            and building.kind is BuildingKind.TEMPLE
            and state.bonus_on(field) is not None
        ):
            yield _problem(
                "a temple and a bonus chip would lie on field {field} together", field=field
            )


def _bonus_problems(state: GameState) -> Iterator[Problem]:
    for bonus in Bonus:
        number = state.bonus.count(bonus)
        if number > CHIPS_PER_BONUS:
            yield _problem(
                "there would be {number} {bonus} chips, not two", number=number, bonus=bonus
            )


def _druid_problems(state: GameState) -> Iterator[Problem]:
    field = state.druid.field
    if field is not None and not state.is_hut(field):
        yield _problem("the druid would stand at field {field}, which has no hut", field=field)


def _point_problems(state: GameState) -> Iterator[Problem]:
    for player in state.players:
        if player.points < 0:
            yield _problem("{color} would have less than no points", color=player.color)
        if player.points != START_POINTS + player.breakdown.total:
            yield _problem(
                "the points of {color} do not add up from where they came", color=player.color
            )
