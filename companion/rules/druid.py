"""The druid's moves, his rituals, and the points for crossing the river.

Rules druid.*, ritual.* and river.*, pp. 8-9.
"""

from companion import events as ev
from companion.pieces import DRUID_STONES, Color
from companion.rules.consequences import Consequences
from companion.state import FinaleStage, GameState, Phase, PointSource


def move_druid_after_building(consequences: Consequences) -> None:
    """Move the druid after something was built, to his next stone or to the next hut.

    If he reaches a hut, a ritual starts: he visits huts and asks their owners for offerings. If no
    ritual starts, `visits` in the state is empty afterwards. Rules druid.stones and druid.walk.
    """
    state = consequences.state
    if state.druid.stone is not None and state.druid.stone < DRUID_STONES:
        consequences.add(ev.DruidMovedToStone(state.druid.stone + 1))
        return
    target = druids_next_hut(state)
    if target is None:
        consequences.add(ev.DruidStayed())
        return
    consequences.add(ev.RitualStarted(ritual_huts(state, target)))
    visit_next_hut(consequences)


def druids_next_hut(state: GameState) -> int | None:
    """Return the field of the next hut clockwise from the druid, or None if there are no huts.

    If there is no other hut, this is the hut where he stands. Rules druid.walk and druid.full-lap.
    """
    return next(
        filter(state.is_hut, state.board.fields_clockwise_after(state.druid.field or 0)), None
    )


def ritual_huts(state: GameState, first: int) -> tuple[int, ...]:
    """Return the fields of a ritual's huts in order, beginning with `first` (rule ritual.order)."""
    visits = [first]
    while (
        state.is_hut(state.board.next_field(visits[-1]))
        and state.board.next_field(visits[-1]) != first
    ):
        visits.append(state.board.next_field(visits[-1]))
    return tuple(visits)


def visit_next_hut(consequences: Consequences) -> None:
    """Move the druid to the next hut of the ritual, and ask its owner for an offering."""
    state = consequences.state
    field = state.visits[0]
    source = state.druid.field
    crosses = source is not None and crosses_river(source, field)
    if crosses and state.finale is not FinaleStage.CIRCUIT:
        consequences.add(ev.RiverCrossed())
        for color, points in river_points(consequences.state):
            consequences.score(color, points, PointSource.INTERIM_RUNES)
    consequences.add(ev.DruidWalked(source, field, crosses))
    consequences.add(ev.DecisionRequested(Phase.OFFERING, (state.hut_owner(field),)))


def crosses_river(source: int, target: int) -> bool:
    """Return whether the druid crosses the river when he walks clockwise from `source` to `target`.

    Both fields have huts. If they are the same field, he walks a full lap. Rules river.interim and
    druid.full-lap.
    """
    return target <= source


def river_points(state: GameState) -> tuple[tuple[Color, int], ...]:
    """Return the players' points for a river crossing: 1 for each rune stone (rule river.interim).

    Players are in seating order. Players without rune stones are left out.
    """
    stones = ((color, len(state.runes_of(color))) for color in state.colors)
    return tuple((color, number) for color, number in stones if number)
