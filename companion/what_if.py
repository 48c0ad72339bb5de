"""Outlooks: the consequences of a building, a worker's move or a ritual, as things stand.

The rules unfold a hypothetical command; hands are not used, so answers to the druid are a range
from the worst to the best. Nothing is decided.
"""

import msgspec

from companion.events import Share, WorkerPlaced, by_player
from companion.evolution import evolve
from companion.game import fold
from companion.pieces import BuildingKind, Color, Give, Material
from companion.preview import (
    BuildPreview,
    MovePreview,
    after_ritual,
    preview_build,
    preview_move,
    settlement,
)
from companion.rules import building, druid, finale, offering
from companion.rules.setup import check_room
from companion.rules.small_yield import shares
from companion.rules.unfolding import Unfolding
from companion.state import Finale, GameState, Phase


class AskedHut(msgspec.Struct, frozen=True):
    """A hut whose owner the druid would ask, and the materials that the owner could give.

    `needs` are the two materials, None if unknown; `huts` is the size of the settlement, and so the
    points of both. `chip`: the druid chip under the hut could be given.
    """

    field: int
    owner: Color
    needs: tuple[Material, Material] | None
    huts: int
    chip: bool


class PointsRange(msgspec.Struct, frozen=True):
    """A player's points now, and the `least` and the `most` after a choice.

    `least` and `most` depend on what players answer the druid. A current ritual is included, with
    its river crossing.
    """

    color: Color
    now: int
    least: int
    most: int


class BuildingOutlook(msgspec.Struct, frozen=True):
    """Price and consequences of a building until its ritual has ended.

    `asked` are the huts of that ritual in order, `points` are in seating order. `before` is the
    state in which the building is put up, after a current ritual. `after` is the state if everybody
    refuses the druid, `given` the one if everybody gives both materials.
    """

    preview: BuildPreview
    asked: tuple[AskedHut, ...]
    points: tuple[PointsRange, ...]
    before: GameState
    after: GameState
    given: GameState


class Yields(msgspec.Struct, frozen=True):
    """Chips that players get on a plain, the highest worker's owner first, also 0.

    `workers` lists the chips worker by worker, the highest first, or 0 for their positions only.
    `landed`: a worker has just arrived, and so all of them work.
    """

    plain: Material
    shares: tuple[tuple[Color, int], ...]
    workers: tuple[tuple[Color, int], ...] = ()
    landed: bool = False


class MoveOutlook(msgspec.Struct, frozen=True):
    """Chips that a worker's move brings now, and that its two plains bring later.

    `small` has, for the plain that the worker leaves and the one it reaches, what each player earns
    if the die shows it, the owner of the top worker first. `after` is the state after the move.
    """

    preview: MovePreview
    small: tuple[Yields, ...]
    after: GameState


def if_built(
    state: GameState, kind: BuildingKind, field: int, builder: Color | None = None
) -> BuildingOutlook:
    """Return the outlook of a building on `field`, by `builder` or the active player.

    Raises RuleViolation and ValueError like `preview_build`.
    """
    before = after_ritual(state)
    preview = preview_build(before, kind, field, builder)
    built = fold(before, preview.events)
    least, most = (_built(state, preview, builder, give) for give in (Give.NONE, Give.BOTH))
    return BuildingOutlook(
        preview,
        tuple(_asked(built, visited) for visited in built.visits),
        _points(state, least, most),
        before,
        least,
        most,
    )


def if_moved(state: GameState, source: Material, level: int, target: Material) -> MoveOutlook:
    """Return the outlook of a move of any player's worker at `level` (1 at the bottom).

    Raises RuleViolation if it may not go there, and IndexError without a worker at that level.
    """
    mover = state.stack(source)[level - 1]
    preview = preview_move(state, source, level, target, mover)
    after = fold(state, preview.events)
    small = (if_rolled(after, source), if_rolled(after, target))
    return MoveOutlook(preview, small, after)


def if_answered(state: GameState, give: Give) -> GameState:
    """Return the state after the current ritual if all owners answer `give`."""
    unfolding = Unfolding(state)
    while unfolding.state.visits:
        offering.answer(unfolding, give)
        if unfolding.state.visits:
            druid.visit(unfolding)
    return unfolding.state


def if_offered(state: GameState, give: Give) -> GameState:
    """Return the state after the current owner's answer, before the druid goes on."""
    unfolding = Unfolding(state)
    offering.answer(unfolding, give)
    return unfolding.state


def if_rolled(state: GameState, plain: Material) -> Yields:
    """Return the yields of a plain if the die shows it."""
    return _yields(plain, shares(state, plain, by_height=False))


def if_landed(state: GameState, color: Color, plain: Material) -> Yields:
    """Return the yields of a plain if a worker of `color` moves there, from whatever plain.

    Raises RuleViolation if the plain is full.
    """
    check_room(state, plain, "big.move")
    landed = evolve(state, WorkerPlaced(color, plain))
    return _yields(plain, shares(landed, plain, by_height=True), landed=True)


def _yields(plain: Material, earned: tuple[Share, ...], *, landed: bool = False) -> Yields:
    workers = tuple((share.color, share.got) for share in earned)
    return Yields(plain, by_player(workers), workers, landed)


def if_ended(state: GameState, give: Give) -> GameState:
    """Return the end of the game without further buildings, if all answers to the druid are `give`.

    A current ritual ends first, then come the final circuit, temples and rune stones. Unread fields
    count as if both materials were possible. The winner is meaningless: ties would reveal hands.
    """
    if state.phase is Phase.FINISHED:
        return state
    unfolding = Unfolding(if_answered(state, give))
    if state.finale is not Finale.CIRCUIT:
        finale.begin_circuit(unfolding)
        if unfolding.state.phase is Phase.FINISHED:  # No hut stands: it has scored already.
            return unfolding.state
        unfolding = Unfolding(if_answered(unfolding.state, give))
    finale.score(unfolding)
    return unfolding.state


def _asked(state: GameState, field: int) -> AskedHut:
    return AskedHut(
        field,
        state.hut_owner(field),
        state.board.field(field).needs,
        len(settlement(state, field)),
        chip=state.staying_bonus(field) is not None,
    )


def _built(state: GameState, preview: BuildPreview, builder: Color | None, give: Give) -> GameState:
    """Return the state after a building if all answers to the druid are `give`.

    Unread fields count as if both materials were possible: the owner may read them.
    """
    unfolding = Unfolding(if_answered(state, give))
    building.put_up(unfolding, builder or state.whose_turn, preview.kind, preview.field)
    return if_answered(unfolding.state, give)


def _points(now: GameState, least: GameState, most: GameState) -> tuple[PointsRange, ...]:
    return tuple(
        PointsRange(one.color, one.points, low.points, high.points)
        for one, low, high in zip(now.players, least.players, most.players, strict=True)
    )
