"""What would come of a building, a worker's move or a ritual, to its end, as things stand.

The rules unfold what was only thought of; no hand is looked at, so that what owners will answer
the druid is told from the least that it can bring to the most. Nothing is decided by any of it.
"""

import msgspec

from companion.events import Share, WorkerPlaced
from companion.evolution import evolve
from companion.game import fold
from companion.pieces import Bonus, BuildingKind, Color, Give, Material
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
    """A hut at which the druid would ask, and what its owner could give.

    `needs` are the materials that he asks for, None where nobody has read them; `huts` is how many
    its settlement has: what both score. `chip`: the druid chip under the hut could be given.
    """

    field: int
    owner: Color
    needs: tuple[Material, Material] | None
    huts: int
    chip: bool


class PointsRange(msgspec.Struct, frozen=True):
    """A player's points now, and afterwards: the `least` and the `most` that answers can bring.

    A ritual that is on counts to its end: its answers, and the river where it lies on its way.
    """

    color: Color
    now: int
    least: int
    most: int


class BuildingOutlook(msgspec.Struct, frozen=True):
    """What a building would cost and cause until the ritual has ended.

    `asked` are the huts of that ritual in order, `points` everybody's in seating order. `before` is
    the state in which it was put up: a ritual that is on has ended in it; `after` tells the board,
    and is the game where everybody refused, `given` that where everybody gave both.
    """

    preview: BuildPreview
    asked: tuple[AskedHut, ...]
    points: tuple[PointsRange, ...]
    before: GameState
    after: GameState
    given: GameState


class MoveOutlook(msgspec.Struct, frozen=True):
    """What a worker's move would bring at once, and what small yields would bring after it.

    `small` is for the plain that the worker leaves and the one he comes to: who would get how many
    chips when the die shows that material, whose worker is highest first; `after` tells the board.
    """

    preview: MovePreview
    small: tuple[tuple[Material, tuple[tuple[Color, int], ...]], ...]
    after: GameState


def if_built(
    state: GameState, kind: BuildingKind, field: int, builder: Color | None = None
) -> BuildingOutlook:
    """What would come of a building on `field`, of `builder` or else the active player.

    Raises as `preview_build`.
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
    """What would come of a move of the worker at `level` (1 at the bottom), whosever he is.

    Raises RuleViolation where he may not go there, and IndexError where none stands so high.
    """
    mover = state.stack(source)[level - 1]
    preview = preview_move(state, source, level, target, mover)
    after = fold(state, preview.events)
    small = tuple((plain, if_rolled(after, plain)) for plain in (source, target))
    return MoveOutlook(preview, small, after)


def if_answered(state: GameState, give: Give) -> GameState:
    """The state once every owner whom the druid asks now has given that."""
    unfolding = Unfolding(state)
    while unfolding.state.visits:
        offering.answer(unfolding, give)
        if unfolding.state.visits:
            druid.visit(unfolding)
    return unfolding.state


def if_offered(state: GameState, give: Give) -> GameState:
    """The state once the owner whom the druid asks has given that, before he goes on."""
    unfolding = Unfolding(state)
    offering.answer(unfolding, give)
    return unfolding.state


def if_rolled(state: GameState, plain: Material) -> tuple[tuple[Color, int], ...]:
    """Who would get how many chips if the die showed that material, whose worker is highest first.

    Everybody with a worker there is named, also with 0.
    """
    return _earned(state, plain, by_height=False)


def if_landed(state: GameState, color: Color, plain: Material) -> tuple[tuple[Color, int], ...]:
    """Who would get how many chips if a worker of that player came to a plain from elsewhere.

    Everybody with a worker there is named, also with 0, whose is highest first. Where he comes from
    makes no difference. Raises RuleViolation where three stand there already.
    """
    check_room(state, plain, "big.move")
    return _earned(evolve(state, WorkerPlaced(color, plain)), plain, by_height=True)


def workers_if_rolled(state: GameState, plain: Material) -> tuple[Share, ...]:
    """What each worker would bring if the die showed that material, the highest first."""
    return shares(state, plain, by_height=False)


def workers_if_landed(state: GameState, color: Color, plain: Material) -> tuple[Share, ...]:
    """What each worker would bring if one of that player came to a plain from elsewhere: he first.

    Raises RuleViolation where three stand there already.
    """
    check_room(state, plain, "big.move")
    return shares(evolve(state, WorkerPlaced(color, plain)), plain, by_height=True)


def if_ended(state: GameState, give: Give) -> GameState:
    """The game as it would end if nobody built any more, and everybody gave the druid that.

    A ritual that is on ends first; then come the final circuit, temples and rune stones. Both
    materials are the most even where nobody has read them yet. Who wins such a game is nobody's
    business: where points are level it would tell of hands.
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
        chip=state.bonus_on(field) is Bonus.DRUID,
    )


def _built(state: GameState, preview: BuildPreview, builder: Color | None, give: Give) -> GameState:
    """The state after the building where everybody gives the druid that, now and then.

    Both materials are the most even where nobody has read them yet: who is asked may read them.
    """
    unfolding = Unfolding(if_answered(state, give))
    building.put_up(unfolding, builder or state.whose_turn, preview.kind, preview.field)
    return if_answered(unfolding.state, give)


def _points(now: GameState, least: GameState, most: GameState) -> tuple[PointsRange, ...]:
    return tuple(
        PointsRange(one.color, one.points, low.points, high.points)
        for one, low, high in zip(now.players, least.players, most.players, strict=True)
    )


def _earned(state: GameState, plain: Material, *, by_height: bool) -> tuple[tuple[Color, int], ...]:
    earned: dict[Color, int] = {}
    for share in shares(state, plain, by_height=by_height):
        earned[share.color] = earned.get(share.color, 0) + share.got
    return tuple(earned.items())
