"""Forks of a game, played by commands to where a number is counted: everybody can pay anything."""

from itertools import takewhile

from msgspec.structs import replace

from companion import commands as do
from companion.events import Event, FinaleBegun, TurnStarted
from companion.game import decide, fold
from companion.pieces import MATERIALS, NO_CHIPS, BuildingKind, Chips, Color, Give
from companion.state import Breakdown, Finale, GameState, Phase
from tests.companion.cardboard import huts_round
from tests.corrections import fitting

PLENTY = Chips(200, 200, 200, 200)
POINT_NAMES = tuple(Breakdown.__struct_fields__)


def rich(state: GameState) -> GameState:
    """The same where everybody can pay anything."""
    players = tuple(replace(player, hand=PLENTY) for player in state.players)
    return replace(state, players=players)


def within_the_turn(state: GameState, command: do.Command) -> GameState:
    """The state after a command, before the next turn or the final circuit begins."""

    def goes_on(event: Event) -> bool:
        return not isinstance(event, FinaleBegun | TurnStarted)

    return fold(state, takewhile(goes_on, decide(state, command)))


def answered(state: GameState, give: Give) -> GameState:
    """The state once all whom the druid asks now have given that; what is unread is read first."""
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
    """The game once the table has ended it, everybody giving the druid that."""
    state = answered(rich(state), give)
    if state.phase is Phase.FINISHED:
        return state
    ready = replace(state, phase=Phase.ROLL, decider=state.active, supply=NO_CHIPS)
    return answered(fold(ready, decide(ready, do.DeclareEnd())), give)


def built(state: GameState, kind: BuildingKind, field: int, by: Color, give: Give) -> GameState:
    """The game once somebody has built there and the ritual has ended, everybody giving that."""
    state = answered(rich(state), give)
    now = replace(state, phase=Phase.ACTION, active=by, decider=by)
    printed = state.board.field(field).price
    if kind is BuildingKind.TEMPLE:
        command: do.Command = do.BuildTemple(by=by, field=field, pay=printed)
    else:
        free = state.bonus_on(field) == "hut"
        pay = NO_CHIPS if free else printed * huts_round(state, field)
        command = do.BuildHut(by=by, field=field, pay=pay)
    return answered(within_the_turn(now, command), give)


def more(former: GameState, later: GameState, color: Color) -> Breakdown:
    """What a player has more in one state than in another, by where it comes from."""
    one, other = former.player(color).breakdown, later.player(color).breakdown
    return Breakdown(*(getattr(other, name) - getattr(one, name) for name in POINT_NAMES))
