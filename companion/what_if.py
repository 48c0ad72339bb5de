"""Consequences of a possible building, worker's move or answer to the druid.

The rules carry out a hypothetical command; the real game stays unchanged. Hidden hands are not
used. Results that depend on answers to the druid are ranges: from all owners refusing him to all
owners giving both materials.
"""

import msgspec

from companion.events import WorkerPlaced, YieldShare, sum_by_player
from companion.evolution import apply_event
from companion.game import apply_events
from companion.pieces import BuildingKind, Color, Material, OfferingAnswer
from companion.preview import (
    BuildPreview,
    MovePreview,
    preview_build,
    preview_move,
    state_after_ritual,
)
from companion.rules import building, druid, finale, offering
from companion.rules.consequences import Consequences
from companion.rules.setup import check_plain_has_room
from companion.rules.small_yield import yield_shares
from companion.state import FinaleStage, GameState, Phase


class PointsRange(msgspec.Struct, frozen=True):
    """A player's points now, and the range of points after a choice.

    `least` and `most` differ because the players can answer the druid in different ways. If a
    ritual is going on, both include the points of the ritual and of its river crossing.
    """

    color: Color
    now: int
    least: int
    most: int


class BuildingOutcome(msgspec.Struct, frozen=True):
    """Price and consequences of a building, until the end of the ritual that it starts.

    `points` are in seating order. In `state_before`, any current ritual has ended. The other
    states are those if all owners refuse the druid, and if all give both materials.
    """

    preview: BuildPreview
    points: tuple[PointsRange, ...]
    state_before: GameState
    state_if_refused: GameState
    state_if_given: GameState


class Yields(msgspec.Struct, frozen=True):
    """Chips that the workers on a plain earn.

    `workers` has the number of chips that each worker earns, top worker first. `shares` has the
    total of each player, beginning with the owner of the top worker. `big` is true if a worker
    has just moved to the plain, so that the plain pays its big yield.
    """

    plain: Material
    shares: tuple[tuple[Color, int], ...]
    workers: tuple[tuple[Color, int], ...] = ()
    big: bool = False


class MoveOutcome(msgspec.Struct, frozen=True):
    """Consequences of a worker's move.

    `preview` has the chips earned at once. `small_yields` are those of two plains after the move:
    the one that the worker leaves, and the one that the worker reaches.
    """

    preview: MovePreview
    small_yields: tuple[Yields, ...]
    state_after: GameState


def building_outcome(
    state: GameState, kind: BuildingKind, field: int, builder: Color | None = None
) -> BuildingOutcome:
    """Return the consequences of a building on `field`; `builder` defaults to the active player.

    Raises RuleViolation if the builder may not build there at any price. Raises ValueError if
    `builder` is None after the end of the game.
    """
    before = state_after_ritual(state)
    preview = preview_build(before, kind, field, builder)
    least, most = (
        _built(state, preview, builder, give) for give in (OfferingAnswer.NONE, OfferingAnswer.BOTH)
    )
    return BuildingOutcome(
        preview,
        tuple(
            PointsRange(now.color, now.points, low.points, high.points)
            for now, low, high in zip(state.players, least.players, most.players, strict=True)
        ),
        before,
        least,
        most,
    )


def move_outcome(state: GameState, source: Material, level: int, target: Material) -> MoveOutcome:
    """Return the consequences of moving the worker at `level` (1 is the bottom) of a stack.

    The worker may belong to any player. Raises RuleViolation if the worker may not go there, and
    IndexError if there is no worker at that level.
    """
    mover = state.stack(source)[level - 1]
    preview = preview_move(state, source, level, target, mover)
    after = apply_events(state, preview.events)
    small = (yields_if_rolled(after, source), yields_if_rolled(after, target))
    return MoveOutcome(preview, small, after)


def state_if_all_answer(state: GameState, give: OfferingAnswer) -> GameState:
    """Return the state after the current ritual if all owners of its huts answer `give`."""
    consequences = Consequences(state)
    while consequences.state.visits:
        offering.carry_out_offering(consequences, give)
        if consequences.state.visits:
            druid.visit_next_hut(consequences)
    return consequences.state


def state_if_answered(state: GameState, give: OfferingAnswer) -> GameState:
    """Return the state after the druid's current question is answered with `give`.

    The druid has not yet moved on to the next hut.
    """
    consequences = Consequences(state)
    offering.carry_out_offering(consequences, give)
    return consequences.state


def yields_if_rolled(state: GameState, plain: Material) -> Yields:
    """Return the yields of a plain if the die shows its material."""
    return _yields(plain, yield_shares(state, plain, by_height=False))


def yields_if_worker_lands(state: GameState, color: Color, plain: Material) -> Yields:
    """Return the yields of a plain if a worker of `color` moves there from any other plain.

    Raises RuleViolation if the plain is full.
    """
    check_plain_has_room(state, plain, "big.move")
    landed = apply_event(state, WorkerPlaced(color, plain))
    return _yields(plain, yield_shares(landed, plain, by_height=True), big=True)


def _yields(plain: Material, earned: tuple[YieldShare, ...], *, big: bool = False) -> Yields:
    workers = tuple((share.color, share.got) for share in earned)
    return Yields(plain, sum_by_player(workers), workers, big)


def state_if_game_ends(state: GameState, give: OfferingAnswer) -> GameState:
    """Return the final state if nothing more is built and all owners answer `give`.

    If a ritual is going on, it ends first; then come the final circuit and the scoring of temples
    and rune stones. An owner whose field is unknown is assumed to be able to give both materials.
    Callers must not use the winners in this state, because hidden hands can decide a tie.
    """
    if state.phase is Phase.FINISHED:
        return state
    consequences = Consequences(state_if_all_answer(state, give))
    if state.finale is not FinaleStage.CIRCUIT:
        finale.begin_final_circuit(consequences)
        if consequences.state.phase is Phase.FINISHED:  # No hut stands: it has scored already.
            return consequences.state
        consequences = Consequences(state_if_all_answer(consequences.state, give))
    finale.score_game(consequences)
    return consequences.state


def _built(
    state: GameState, preview: BuildPreview, builder: Color | None, give: OfferingAnswer
) -> GameState:
    """Return the state after the building in `preview` is built and its ritual has ended.

    If another ritual is going on, it ends first. In both rituals, all owners answer `give`.
    `builder` None stands for the active player.
    """
    consequences = Consequences(state_if_all_answer(state, give))
    building.place_building(consequences, builder or state.whose_turn, preview.kind, preview.field)
    return state_if_all_answer(consequences.state, give)
