"""Apply events to states, without checking any rule."""

from collections.abc import Iterable
from typing import TypeVar, assert_never

from msgspec.structs import replace

from companion import commands as do
from companion import events as ev
from companion.pieces import MATERIALS, NO_CHIPS, ONE_CHIP, RUNES, Chips, Color, Material
from companion.state import (
    Board,
    Building,
    Druid,
    Field,
    FinaleStage,
    GameState,
    Phase,
    Player,
    PointSource,
)

T = TypeVar("T")


def apply_event(state: GameState, event: ev.Event) -> GameState:  # noqa: C901, PLR0911, PLR0912 - one flat case an event
    """Return the state after `event`, an event of a legal command."""
    match event:  # the most frequent first
        case ev.YieldEarned(material, _, shares):
            for share in shares:
                if share.got:
                    earned = NO_CHIPS.with_number(material, share.got)
                    state = _with_chips(state, share.color, earned=earned)
            return state
        case ev.DecisionRequested(phase, colors):
            if phase is Phase.PLACING:
                return replace(state, active=colors[0], pending=colors)
            return replace(state, phase=phase, pending=colors)
        case ev.TurnStarted(color, turn):
            return replace(
                state, active=color, pending=(color,), turn=turn, phase=Phase.ROLL, visits=()
            )
        case ev.DieRolled():
            return state
        case ev.WorkerMoved(color, source, level, target):
            stacks = list(state.stacks)
            here, there = MATERIALS.index(source), MATERIALS.index(target)
            stacks[here] = stacks[here][: level - 1] + stacks[here][level:]
            stacks[there] = (*stacks[there], color)
            return replace(state, stacks=tuple(stacks))
        case ev.ChipTaken(color, material):
            state = _answered(state, color)
            return _with_chips(state, color, earned=ONE_CHIP[material]) if material else state
        case ev.ChipReturned(color, material):
            return _with_chips(_answered(state, color), color, paid=ONE_CHIP[material])
        case ev.ChipsPaid(color, chips):
            return _with_chips(state, color, paid=chips)
        case ev.ChipsSwapped(color, paid, taken):
            return _with_chips(state, color, paid=paid, earned=ONE_CHIP[taken])
        case ev.BuildingBuilt(color, kind, field):
            return _with_building(state, field, Building(kind, color))
        case ev.BonusUsed(_, field, _):
            return replace(state, bonus=_put(state.bonus, field - 1, None))
        case ev.RuneTaken(color, rune, _):
            return replace(state, runes=_put(state.runes, RUNES.index(rune), color))
        case ev.PointsScored(color, points, total, source):
            return _with_points(state, color, total, points, source)
        case ev.DruidMovedToStone(stone):
            return replace(state, druid=Druid(stone=stone))
        case ev.DruidWalked(_, field, _):
            return replace(state, druid=Druid(stone=None, field=field))
        case ev.RitualStarted(visits):
            return replace(state, visits=visits)
        case ev.OfferingMade():
            return replace(state, visits=state.visits[1:])
        case ev.FinalOfferingsDeclined(color):
            return replace(state, passed=(*state.passed, color))
        case ev.FinaleStarted(FinaleStage.LAST_TURNS, finisher):
            return replace(state, finale=FinaleStage.LAST_TURNS, finisher=finisher)
        case ev.FinaleStarted(finale, _):
            return replace(state, finale=finale)
        case ev.LastTurnsCancelled():
            return replace(state, finale=None, finisher=None)
        case ev.GameEnded(winners):
            return replace(
                state, phase=Phase.FINISHED, active=None, pending=(), visits=(), winners=winners
            )
        case ev.WorkerPlaced(color, plain):
            return _with_stack(state, plain, (*state.stack(plain), color))
        case ev.PrintedFieldEntered(field, needs, rune):
            return _with_printed(state, field, Field(needs, rune))
        case ev.Corrected(changes, _):
            return apply_changes(state, changes)
        case ev.DruidStayed() | ev.RiverCrossed() | ev.EndDeclared() | ev.TempleScored():
            return state
        case _:
            assert_never(event)


def apply_events(state: GameState, events: Iterable[ev.Event]) -> GameState:
    """Return the state after all `events`, in order."""
    for event in events:
        state = apply_event(state, event)
    return state


def apply_changes(state: GameState, changes: tuple[do.Change, ...]) -> GameState:
    """Return the state after the changes of a correction, even if the result is impossible."""
    for change in changes:
        state = _changed(state, change)
    return state


def _changed(state: GameState, change: do.Change) -> GameState:
    match change:
        case do.SetPoints(color, points):
            more = points - state.player(color).points
            return _with_points(state, color, points, more, PointSource.CORRECTIONS)
        case do.SetHand(color, material, number):
            player = state.player(color)
            return _with_player(
                state, replace(player, hand=player.hand.with_number(material, number))
            )
        case do.SetSupply(material, number):
            return replace(state, supply=state.supply.with_number(material, number))
        case do.SetStack(plain, workers):
            return _with_stack(state, plain, workers)
        case do.SetRune(rune, holder):
            return replace(state, runes=_put(state.runes, RUNES.index(rune), holder))
        case do.SetBuilding(field, building):
            return _with_building(state, field, building)
        case do.SetBonus(field, bonus):
            return replace(state, bonus=_put(state.bonus, field - 1, bonus))
        case do.SetDruid(stone, field):
            return replace(state, druid=Druid(stone, field))
        case do.SetActive(color):
            return replace(state, active=color, pending=(color,))
        case do.SetPrintedField(field, needs, rune):
            return _with_printed(state, field, Field(needs, rune))
        case _:
            assert_never(change)


def _answered(state: GameState, color: Color) -> GameState:
    return replace(state, pending=tuple([other for other in state.pending if other != color]))


def _put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _with_player(state: GameState, player: Player) -> GameState:
    return replace(state, players=_seated(state, player))


def _seated(state: GameState, player: Player) -> tuple[Player, ...]:
    return tuple([player if other.color is player.color else other for other in state.players])


def _with_stack(state: GameState, plain: Material, workers: tuple[Color, ...]) -> GameState:
    return replace(state, stacks=_put(state.stacks, MATERIALS.index(plain), workers))


def _with_printed(state: GameState, field: int, printed: Field) -> GameState:
    fields = _put(state.board.fields, field - 1, printed)
    return replace(state, board=Board(state.board.name, fields))


def _with_building(state: GameState, field: int, building: Building | None) -> GameState:
    return replace(state, buildings=_put(state.buildings, field - 1, building))


def _with_chips(
    state: GameState, color: Color, *, earned: Chips = NO_CHIPS, paid: Chips = NO_CHIPS
) -> GameState:
    player, supply = state.player(color), state.supply
    hand = player.hand
    # Usually nothing is paid, and each addition would create a new object.
    if paid is not NO_CHIPS:
        hand, supply = hand - paid, supply + paid
    if earned is not NO_CHIPS:
        hand, supply = hand + earned, supply - earned
    return replace(state, supply=supply, players=_seated(state, replace(player, hand=hand)))


def _with_points(
    state: GameState, color: Color, total: int, points: int, source: PointSource
) -> GameState:
    player = state.player(color)
    former = getattr(player.breakdown, source.value)
    breakdown = replace(player.breakdown, **{source.value: former + points})
    return _with_player(state, replace(player, points=total, breakdown=breakdown))


def is_final_scoring_event(event: ev.Event) -> bool:
    """Return whether an event belongs to the final scoring, after the final circuit."""
    runes = isinstance(event, ev.PointsScored) and event.source is PointSource.RUNES
    return runes or isinstance(event, ev.TempleScored | ev.GameEnded)


def state_before_final_scoring(before: GameState, events: Iterable[ev.Event]) -> GameState:
    """Return the state of a finished game just before its final scoring.

    `before` is the state before the last step, and `events` are the events of that step. The result
    has the points before the scoring, and no winners.
    """
    state, players = before, None
    for event in events:
        if players is None and is_final_scoring_event(event):
            players = state.players
        state = apply_event(state, event)
    return replace(state, players=players or state.players, winners=None)
