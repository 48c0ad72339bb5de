"""Forks of a game, played by commands until a number is known: all players can pay anything.

The numbers of `companion.teaching` for choices and standings are compared with them.
"""

from collections.abc import Iterator
from itertools import takewhile

from msgspec.structs import replace

from companion import commands as do
from companion.events import Event, FinaleBegun, TurnStarted
from companion.evolution import fold
from companion.game import decide
from companion.pieces import MATERIALS, NO_CHIPS, BuildingKind, Chips, Color, Give
from companion.preview import sites
from companion.state import Breakdown, Finale, GameState, Phase
from companion.teaching.payoff import Gain, payoff_of
from companion.teaching.things import standing
from tests.companion.cardboard import huts_round
from tests.companion.predictions import Prediction, about_what
from tests.corrections import fitting
from tests.luck import Luck

PLENTY = Chips(200, 200, 200, 200)
POINT_NAMES = tuple(Breakdown.__struct_fields__)


def rich(state: GameState) -> GameState:
    """Return the state with enough chips for all players to pay anything."""
    players = tuple(replace(player, hand=PLENTY) for player in state.players)
    return replace(state, players=players)


def within_the_turn(state: GameState, command: do.Command) -> GameState:
    """Return the state after a command, before the next turn or the final circuit begins."""

    def goes_on(event: Event) -> bool:
        return not isinstance(event, FinaleBegun | TurnStarted)

    return fold(state, takewhile(goes_on, decide(state, command)))


def answered(state: GameState, give: Give) -> GameState:
    """Return the state after all pending answers to the druid; unread fields are read first."""
    while state.visits:
        field = state.visits[0]
        if give is Give.BOTH and not state.board.field(field).known:
            survey = do.Survey(field=field, needs=MATERIALS[:2], rune=fitting(state, field)[0])
            state = fold(state, decide(state, survey))
        needs = state.board.field(field).needs
        pay = Chips.of(*needs) if give is Give.BOTH and needs else NO_CHIPS
        offer = do.Offer(by=state.decider, give=give, pay=pay)
        if state.finale is Finale.CIRCUIT:
            state = fold(state, decide(state, offer))
        else:
            state = within_the_turn(state, offer)
    return state


def ended(state: GameState, give: Give) -> GameState:
    """Return the game after the table has ended it, with all giving the druid the same."""
    state = answered(rich(state), give)
    if state.phase is Phase.FINISHED:
        return state
    ready = replace(state, phase=Phase.ROLL, pending=(state.active,), supply=NO_CHIPS)
    return answered(fold(ready, decide(ready, do.DeclareEnd())), give)


def built(state: GameState, kind: BuildingKind, field: int, by: Color, give: Give) -> GameState:
    """Return the game after a building and its ritual, with all giving the same."""
    state = answered(rich(state), give)
    now = replace(state, phase=Phase.ACTION, active=by, pending=(by,))
    printed = state.board.field(field).price
    if kind is BuildingKind.TEMPLE:
        command: do.Command = do.BuildTemple(by=by, field=field, pay=printed)
    else:
        free = state.bonus_on(field) == "hut"
        pay = NO_CHIPS if free else printed * huts_round(state, field)
        command = do.BuildHut(by=by, field=field, pay=pay)
    return answered(within_the_turn(now, command), give)


def more(former: GameState, later: GameState, color: Color) -> Breakdown:
    """Return a player's gain from one state to another, by source."""
    one, other = former.player(color).breakdown, later.player(color).breakdown
    return Breakdown(*(getattr(other, name) - getattr(one, name) for name in POINT_NAMES))


WAYS = (Give.NONE, Give.BOTH)
Changes = dict[Color, Breakdown]


def changed(before: GameState, after: GameState) -> Changes:
    """Return the changes of points between two states, by player and source."""
    found = {color: more(before, after, color) for color in before.colors}
    return {color: change for color, change in found.items() if change != Breakdown()}


def told(gains: tuple[Gain, ...], give: Give) -> Changes:
    """Return the predicted changes, with all giving the druid the same."""
    found = {gain.color: gain.refusing if give is Give.NONE else gain.giving for gain in gains}
    return {color: change for color, change in found.items() if change != Breakdown()}


def of_buildings(state: GameState, number: int, luck: Luck) -> Iterator[Prediction]:
    """Yield predictions for some buildings beside their forks, before part 2 of a turn."""
    by = state.whose_turn
    kind = luck.pick((BuildingKind.HUT, BuildingKind.HUT, BuildingKind.TEMPLE))
    command = do.BuildHut if kind is BuildingKind.HUT else do.BuildTemple
    for field in luck.some(sites(state, kind), number):
        choice = command(by=by, field=field)
        brought, about = payoff_of(state, choice), about_what(state, choice)
        for give in WAYS:
            without, then = answered(rich(state), give), built(state, kind, field, by, give)
            now = changed(without, then)
            end = changed(ended(without, give), ended(then, give))
            yield Prediction(f"a {kind} now", told(brought.now, give), now, about)
            yield Prediction(f"a {kind} in the end", told(brought.end, give), end, about)
        held = {color: then.runes.count(color) - state.runes.count(color) for color in state.colors}
        river = {color: stones for color, stones in held.items() if stones}
        yield Prediction(f"a {kind} at each river", dict(brought.river), river, about)


def of_standings(state: GameState) -> Iterator[Prediction]:
    """Yield predicted standings beside the ends of forks; not in the final circuit."""
    ends = [ended(state, give) for give in WAYS]
    for color in state.colors:
        stands, about = standing(state, color), f"turn {state.turn}: {color}"
        points = tuple(end.player(color).points for end in ends)
        scored = ends[0].player(color).breakdown
        temples = sum(points for _field, points in stands.temples)
        yield Prediction("points in the end", stands.end, points, about)
        yield Prediction("rune stones in the end", stands.rune_points, scored.runes, about)
        yield Prediction("temples in the end", temples, scored.temples, about)
        yield Prediction("at each river", stands.river, state.runes.count(color), about)
