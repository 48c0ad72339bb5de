"""Checks whether the pieces in the box allow a state (rule correct.table)."""

from collections.abc import Iterator

from companion.pieces import (
    CHIPS_PER_MATERIAL,
    MATERIALS,
    STACK_LIMIT,
    START_POINTS,
    Bonus,
    BuildingKind,
    Color,
    Material,
    workers_per_player,
)
from companion.rules.areas import areas_fit_ring
from companion.sentence import N_, Sentence
from companion.state import GameState, Phase

_TOO_MANY = {
    BuildingKind.HUT: N_("{color} has {most} huts, but {number} would stand on the board"),
    BuildingKind.TEMPLE: N_("{color} has {most} temples, but {number} would stand on the board"),
}


def state_problems(state: GameState) -> tuple[Sentence, ...]:
    """Return all problems that make a state impossible with the pieces in the box."""
    return (*_piece_problems(state), *chip_problems(state))


def _problem(message: str, **facts: object) -> Sentence:
    return Sentence(message, facts)


def chip_problems(state: GameState) -> Iterator[Sentence]:
    """Yield a problem for each material that has too many or too few chips in the game.

    The players' hands are counted too, so a problem can reveal something about hidden chips.
    """
    for material in MATERIALS:
        heaps = (*(player.hand for player in state.players), state.supply)
        # Count a negative number as 0, so that it does not allow more chips elsewhere.
        number = sum(max(heap.number(material), 0) for heap in heaps)
        if number != CHIPS_PER_MATERIAL:
            yield _problem(
                "the game has {total} {material} chips, but there would be {number}; adjust the "
                "hands and the plain",
                total=CHIPS_PER_MATERIAL,
                number=number,
                material=material,
            )


def stack_problem(plain: Material, workers: tuple[Color, ...]) -> Sentence | None:
    """Return the reason why a plain cannot have these workers, or None if it can."""
    if len(workers) <= STACK_LIMIT:
        return None
    return _problem(
        "only three workers fit on the {plain} plain, but {number} would stand there",
        number=len(workers),
        plain=plain,
    )


def _piece_problems(state: GameState) -> Iterator[Sentence]:  # noqa: C901, PLR0912 - one piece after the other
    for plain, workers in zip(MATERIALS, state.stacks, strict=True):
        wrong = stack_problem(plain, workers)
        if wrong is not None:
            yield wrong
    each = workers_per_player(len(state.players))
    for color in state.colors:
        number = sum(workers.count(color) for workers in state.stacks)
        if number > each or (number < each and state.phase is not Phase.PLACING):
            yield _problem(
                "{color} has {each} workers, but {number} would stand on the plains",
                color=color,
                number=number,
                each=each,
            )
    for color in state.colors:
        for kind in BuildingKind:
            left = state.buildings_left(color, kind)
            if left < 0:
                number = state.buildings_built(color, kind)
                yield _problem(_TOO_MANY[kind], color=color, most=number + left, number=number)
    for field, building in enumerate(state.buildings, start=1):
        is_temple = building is not None and building.kind is BuildingKind.TEMPLE
        if is_temple and state.bonus_on(field) is not None:
            yield _problem(
                "field {field} cannot hold both a temple and a bonus chip; take one of them away",
                field=field,
            )
    for bonus in Bonus:
        number = state.bonus.count(bonus)
        if number > bonus.traits.number_in_box:
            yield _problem(
                "the game has {all} “{bonus}” chips, but {number} would lie on the board",
                all=bonus.traits.number_in_box,
                number=number,
                bonus=bonus,
            )
    at = state.druid.field
    if at is not None and not state.is_hut(at):
        yield _problem(
            "the druid cannot stand at field {field}, which has no hut; put him elsewhere", field=at
        )
    for player in state.players:
        if player.points < 0:
            yield _problem("{color} would have fewer than 0 points", color=player.color)
        if player.points != START_POINTS + player.breakdown.total:
            yield _problem("the points of {color} do not add up", color=player.color)
    if not areas_fit_ring(tuple(printed.rune for printed in state.board.fields)):
        yield _problem(
            "the nine areas would not follow each other in their fixed order; "
            "look at your board again"
        )
