"""Setup: players, their pieces, bonus chips, workers (rules setup.*, pp. 4-5)."""

from itertools import pairwise
from typing import Annotated

import msgspec

from companion.commands import PlaceWorker
from companion.errors import RuleViolation
from companion.events import DecisionRequested, TurnStarted, WorkerPlaced
from companion.pieces import (
    CHIPS_PER_MATERIAL,
    FREE_BETWEEN_BONUS,
    MATERIALS,
    RUNES,
    STACK_LIMIT,
    START_HAND,
    START_POINTS,
    Bonus,
    Chips,
    Color,
    Material,
    workers_per_player,
)
from companion.rules.consequences import Consequences
from companion.state import Board, GameState, Phase, Player

LONGEST_NAME = 40
_PLAYERS = range(2, 5)
_TWO_PLAYER_COLORS = frozenset({Color.PURPLE, Color.BLUE})


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colour and the name (1 to 40 characters) of a player in a new game."""

    color: Color
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choices made before a game.

    `players` are in clockwise order. `first` is the index of the starting player in `players`.
    `bonus` has pairs of a field number and the chip on that field.
    """

    board: Board
    players: tuple[Seat, ...]
    first: int
    bonus: tuple[tuple[int, Bonus], ...]


def initial_state(setup: Setup) -> GameState:
    """Return the state before the first worker is placed.

    Raises RuleViolation if the players (rule setup.players) or the bonus chips (rule setup.bonus)
    are not allowed.
    """
    check_players(setup.players, setup.first)
    check_bonus_chips(len(setup.board), setup.bonus)
    count = len(setup.players)
    each = CHIPS_PER_MATERIAL - count
    chips = dict(setup.bonus)
    first = setup.players[setup.first].color
    return GameState(
        board=setup.board,
        players=tuple(
            Player(seat.color, seat.name, START_POINTS, START_HAND) for seat in setup.players
        ),
        phase=Phase.PLACING,
        active=first,
        pending=(first,),
        turn=0,
        supply=Chips(each, each, each, each),
        stacks=((),) * len(MATERIALS),
        buildings=(None,) * len(setup.board),
        bonus=tuple(chips.get(field) for field in range(1, len(setup.board) + 1)),
        runes=(None,) * len(RUNES),
    )


def check_players(players: tuple[Seat, ...], first: int) -> None:
    """Raise RuleViolation for invalid players or an invalid first player (rule setup.players)."""
    rule = "setup.players"
    check_number_of_players(len(players))
    colors = [seat.color for seat in players]
    for color in colors:
        if colors.count(color) > 1:
            raise RuleViolation(
                rule,
                "two players have taken {color}; each needs a colour of their own",
                color=color,
            )
    if len(players) == min(_PLAYERS) and set(colors) != _TWO_PLAYER_COLORS:
        raise RuleViolation(rule, "with two players, one takes purple and one blue")
    if not 0 <= first < len(players):
        raise RuleViolation(
            rule,
            "there is no seat {seat} to start the game; seats are numbered from 0 to {last}",
            seat=first,
            last=len(players) - 1,
        )


def check_number_of_players(number: int) -> None:
    """Raise RuleViolation unless there are 2 to 4 players (rule setup.players)."""
    if number not in _PLAYERS:
        raise RuleViolation(
            "setup.players", "the game is for two to four players, not {players}", players=number
        )


def check_bonus_chips(number_of_fields: int, bonus: tuple[tuple[int, Bonus], ...]) -> None:
    """Raise RuleViolation if these bonus chips are not allowed on a ring of this size."""
    rule = "setup.bonus"
    chips = [chip for _, chip in bonus]
    for chip in Bonus:
        if chips.count(chip) != chip.traits.number_in_box:
            raise RuleViolation(
                rule,
                "{all} “{bonus}” chips must be on the board, not {number}",
                all=chip.traits.number_in_box,
                bonus=chip,
                number=chips.count(chip),
            )
    places = sorted(field for field, _ in bonus)
    for field in places:
        check_field_on_board(number_of_fields, field, rule)
    for here, there in pairwise([*places, places[0]]):
        check_bonus_chip_field(number_of_fields, frozenset({there}), here)


def check_bonus_chip_field(
    number_of_fields: int, fields_with_chips: frozenset[int], field: int
) -> None:
    """Raise RuleViolation if a bonus chip on `field` would be too close to another bonus chip.

    `fields_with_chips` has the fields of the other bonus chips. Rule setup.bonus.
    """
    other = min(
        fields_with_chips, key=lambda other: _apart(number_of_fields, field, other), default=None
    )
    if other is not None and _apart(number_of_fields, field, other) <= FREE_BETWEEN_BONUS:
        raise RuleViolation(
            "setup.bonus",
            "bonus chips need three free fields between them; fields {field} and {other} are "
            "too close",
            field=field,
            other=other,
        )


def fields_left_for_bonus_chip(
    number_of_fields: int, fields_with_chips: frozenset[int]
) -> frozenset[int]:
    """Return the fields where one more bonus chip is allowed.

    `fields_with_chips` have bonus chips already. Rule setup.bonus.
    """
    return frozenset(
        field
        for field in range(1, number_of_fields + 1)
        if all(
            _apart(number_of_fields, field, other) > FREE_BETWEEN_BONUS
            for other in fields_with_chips
        )
    )


def _apart(fields: int, field: int, other: int) -> int:
    """Return the distance between two fields along the shorter way round the ring."""
    return min((field - other) % fields, (other - field) % fields)


def place_worker(state: GameState, command: PlaceWorker) -> Consequences:
    """Place a worker; after the last worker, the first turn starts (rule setup.workers)."""
    check_plain_has_room(state, command.plain, "setup.workers")
    consequences = Consequences(state)
    consequences.add(WorkerPlaced(command.by, command.plain))
    placed = sum(len(stack) for stack in consequences.state.stacks)
    left = state.left_of(command.by)
    if placed == len(state.players) * workers_per_player(len(state.players)):
        consequences.add(TurnStarted(left, 1))
    else:
        consequences.add(DecisionRequested(Phase.PLACING, (left,)))
    return consequences


def plain_has_room(state: GameState, plain: Material) -> bool:
    """Return whether a plain has room for one more worker (rule setup.workers)."""
    return len(state.stack(plain)) < STACK_LIMIT


def check_plain_has_room(state: GameState, plain: Material, rule: str) -> None:
    """Raise RuleViolation, with the id `rule`, if a plain has no room for one more worker."""
    if not plain_has_room(state, plain):
        raise RuleViolation(
            rule,
            "three workers already stand on the {plain} plain; choose another plain",
            plain=plain,
        )


def check_field_on_board(number_of_fields: int, field: int, rule: str) -> None:
    """Raise RuleViolation, with the id `rule`, if a board of this size has no such field."""
    if not 1 <= field <= number_of_fields:
        raise RuleViolation(
            rule,
            "there is no field {field} on this board; its fields are 1 to {last}",
            field=field,
            last=number_of_fields,
        )
