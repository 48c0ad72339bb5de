"""The end: last turns, final circuit, final scoring, winner (rules end.*, pp. 12-13)."""

from companion import events as ev
from companion.commands import DeclareEnd
from companion.errors import RuleViolation
from companion.pieces import TEMPLES_PER_PLAYER, BuildingKind, Color, huts_per_player
from companion.rules import druid
from companion.rules.consequences import Consequences
from companion.rules.settlements import huts_of_adjacent_settlements
from companion.state import FinaleStage, GameState, Phase, PointSource

_BETWEEN_PARTS = (Phase.ROLL, Phase.ACTION)
"""Phases in which the players may declare the end: before a roll, and before part 2 of a turn."""


def end_turn(consequences: Consequences) -> None:
    """End a turn: start the next player's turn or, after the last turns, the final circuit.

    If a player has no building left, the last turns begin first (rule end.trigger). Usually this
    is the active player. After a correction, several players may have no building left. Then the
    first of them clockwise from the active player triggers the last turns.
    """
    active = consequences.state.whose_turn
    if consequences.state.finale is None:
        done = players_who_built_all(consequences.state)
        if done:
            order = consequences.state.clockwise_from(active)
            consequences.add(ev.FinaleStarted(FinaleStage.LAST_TURNS, min(done, key=order.index)))
    state = consequences.state
    following = state.left_of(active)
    if following == state.finisher:
        begin_final_circuit(consequences)
        return
    consequences.add(ev.TurnStarted(following, state.turn + 1))


def cancel_last_turns_if_void(consequences: Consequences) -> None:
    """Cancel the last turns if the player who triggered them can build again (rule end.trigger)."""
    state = consequences.state
    if state.finisher is not None and state.finisher not in players_who_built_all(state):
        consequences.add(ev.LastTurnsCancelled(state.finisher))


def players_who_built_all(state: GameState) -> tuple[Color, ...]:
    """Return the players with no building left, in seating order (rule end.trigger)."""
    everything = huts_per_player(len(state.players)) + TEMPLES_PER_PLAYER
    owners = [building.owner for building in state.buildings if building is not None]
    return tuple(color for color in state.colors if owners.count(color) == everything)


def may_declare_end(state: GameState) -> bool:
    """Return whether the players may declare the end of the game now (rule end.exhausted)."""
    return state.phase in _BETWEEN_PARTS and not state.supply.total


def declare_end(state: GameState, command: DeclareEnd) -> Consequences:
    """Declare the end of the game, when all four supplies are empty (rule end.exhausted)."""
    rule = "end.exhausted"
    if state.phase not in _BETWEEN_PARTS:
        raise RuleViolation(
            rule, "the end can be declared only before a roll or before part 2 of a turn"
        )
    if command.by is not None and command.by != state.decider:
        raise RuleViolation("turn.decider", "it is {color}'s decision now", color=state.decider)
    if state.supply.total:
        raise RuleViolation(
            rule, "the high plains are not all empty yet; the end can be declared once they are"
        )
    consequences = Consequences(state)
    consequences.add(ev.EndDeclared())
    begin_final_circuit(consequences)
    return consequences


def begin_final_circuit(consequences: Consequences) -> None:
    """Start the final circuit, the druid's last round of all huts (rule end.circuit).

    The hut where the druid stands comes last.
    """
    state = consequences.state
    consequences.add(ev.FinaleStarted(FinaleStage.CIRCUIT, state.finisher))
    visits = tuple(filter(state.is_hut, state.board.fields_clockwise_after(state.druid.field or 0)))
    if not visits:
        score_game(consequences)
        return
    consequences.add(ev.RitualStarted(visits))
    druid.visit_next_hut(consequences)


def score_game(consequences: Consequences) -> None:
    """Score temples and runes; name the winners (rules end.temples, end.runes and end.winner)."""
    state = consequences.state
    for field, building in enumerate(state.buildings, start=1):
        if building is None or building.kind is not BuildingKind.TEMPLE:
            continue
        huts = temple_points(state, field)
        consequences.add(ev.TempleScored(building.owner, field, huts))
        consequences.score(building.owner, huts, PointSource.TEMPLES)
    for color in state.colors:
        stones = len(state.runes_of(color))
        consequences.score(color, rune_points(stones), PointSource.RUNES)
    consequences.add(ev.GameEnded(winners(consequences.state)))


def temple_points(state: GameState, field: int) -> int:
    """Return the points of a temple on `field` with the current huts (rule end.temples)."""
    return len(huts_of_adjacent_settlements(state, field))


def rune_points(stones: int) -> int:
    """Return the points for 0 to 9 rune stones: 1 + 2 + … + `stones` (rule end.runes)."""
    return stones * (stones + 1) // 2


def ranking_key(state: GameState, color: Color) -> tuple[int, int, int]:
    """Return a player's points, buildings and chips, which decide the rank (rule end.winner)."""
    buildings = sum(state.buildings_built(color, kind) for kind in BuildingKind)
    player = state.player(color)
    return (player.points, buildings, player.hand.total)


def winners(state: GameState) -> tuple[Color, ...]:
    """Return the winner or winners, in seating order (rule end.winner)."""
    best = max(ranking_key(state, color) for color in state.colors)
    return tuple(color for color in state.colors if ranking_key(state, color) == best)
