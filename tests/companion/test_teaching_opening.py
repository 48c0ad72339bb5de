"""What lies in the box, how it is laid, and the first round: numbers of the box, steps of the "
"rules."""

import pytest
from hypothesis import given, settings

from companion import commands as do
from companion.events import Event
from companion.evolution import apply_events
from companion.game import events_of_command, legal_commands, state_after_command
from companion.memory.boards import shipped_boards
from companion.pieces import (
    BONUS_CHIPS,
    CHIPS_PER_MATERIAL,
    MATERIALS,
    TEMPLES_PER_PLAYER,
    Color,
    Face,
)
from companion.rules.setup import Seat, Setup, check_bonus_chips, initial_state
from companion.state import Board, GameState, Phase
from companion.teaching.first_game import (
    BoardSide,
    SetupStep,
    board_side_for,
    box_contents,
    first_game_bonus_chips,
    setup_steps,
    suggest_command,
)
from companion.teaching.illustration import Piece
from companion.telling.places import FieldPlace
from tests.companion.positions import gained
from tests.legal_commands import legal_command
from tests.luck import Luck
from tests.strategies import lucks
from tests.tables import LARGEST, SMALLEST, TWO, board_of

PLAYERS = {2: TWO, 3: (Color.GREEN, Color.RED, Color.BLUE), 4: tuple(Color)}


def shipped(players: int) -> Board:
    return next(file.board for file in shipped_boards() if players in file.player_counts)


def first_game(players: int, board: Board | None = None) -> GameState:
    board = board or shipped(players)
    seats = tuple(Seat(color, f"player {color}") for color in PLAYERS[players])
    return initial_state(Setup(board, seats, 0, first_game_bonus_chips(board)))


@pytest.mark.parametrize(("players", "huts", "workers"), [(2, 12, 3), (3, 8, 2), (4, 8, 2)])
def test_the_box_holds_so_many_for_so_many_players(players: int, huts: int, workers: int) -> None:
    found = {one.piece: one for one in box_contents(PLAYERS[players])}
    assert (found[Piece.HUT].number_per_player, found[Piece.HUT].total_number) == (
        huts,
        huts * players,
    )
    assert found[Piece.WORKER].number_per_player == workers
    assert found[Piece.TEMPLE].total_number == TEMPLES_PER_PLAYER * players
    assert (found[Piece.CHIP].total_number, found[Piece.CHIP].number_per_player) == (72, None)
    assert (found[Piece.RUNE_STONE].total_number, found[Piece.BONUS_CHIP].total_number) == (
        9,
        len(BONUS_CHIPS),
    )
    assert set(found) == set(Piece) - {Piece.TRAY, Piece.EXCHANGE_ARROW}, (
        "what is on the screen alone"
    )
    for one in found.values():
        assert one.total_number == sum(drawn.number for drawn in one.piece_groups)
        assert str(one.name)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_laid_is_how_the_game_begins(players: int) -> None:
    state = first_game(players)
    layers = {layer.id: layer for layer in setup_steps(state)}
    assert len(layers) == len(list(setup_steps(state)))
    chips = layers["chips"]
    hand = {
        one.material: one.number for one in chips.picture.piece_groups if one.piece is Piece.CHIP
    }
    for material in MATERIALS:
        on_plain = chips.text.facts["number"]
        assert on_plain == state.supply.number(material)
        assert on_plain + players * hand[material] == CHIPS_PER_MATERIAL
    bonus = layers["bonus"]
    told = bonus.text.facts["places"]
    assert isinstance(told, tuple)
    placed = tuple((field, one.facts["bonus"]) for one in told for field in one.facts["fields"])
    assert sorted(placed) == sorted(first_game_bonus_chips(state.board))
    assert {FieldPlace(field) for field, _kind in placed} == set(bonus.picture.highlighted)
    assert "12 huts" in str(layers["own-pieces"].text) or players > 2
    assert "on space 5 of the point track" in str(layers["own-pieces"].text)
    assert all(isinstance(layer, SetupStep) and str(layer.text) for layer in layers.values())
    assert board_side_for(players) is (BoardSide.FOUR if players == 4 else BoardSide.FEW)


@pytest.mark.parametrize("size", range(SMALLEST, LARGEST + 1))
def test_the_bonus_chips_of_the_opening_lie_as_they_may_on_any_ring(size: int) -> None:
    check_bonus_chips(size, first_game_bonus_chips(board_of(size, 0, Luck(size))))


@settings(max_examples=10)
@given(lucks)
def test_whatever_is_rolled_the_opening_suggests_what_may_be_done(luck: Luck) -> None:
    players = 2 + luck.below(3)
    board = (
        shipped(players)
        if luck.once_in(2)
        else board_of(SMALLEST + luck.below(LARGEST - SMALLEST + 1), luck.pick((0, 2)), luck)
    )
    state = first_game(players, board)
    happened: list[Event] = []
    while state.turn <= 2:
        command = suggest_command(state, happened) or legal_command(state, luck)
        events = events_of_command(state, command)
        happened += events
        state = apply_events(state, events)
    assert suggest_command(state, happened) is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_where_nobody_has_put_anything_back_it_shows_each_kind_of_turn(players: int) -> None:
    state, happened, kinds = first_game(players), [], []
    while state.turn <= 2:
        command = suggest_command(state, happened)
        if state.phase is Phase.ACTION:
            kinds.append(type(command))
        if isinstance(command, do.MoveWorker):
            moves = (one for one in legal_commands(state) if isinstance(one, do.MoveWorker))
            after = [gained(state, state_after_command(state, one)) for one in (command, *moves)]
            best, *earned = [sum(hands[state.active].counts) for hands in after]
            assert best == max(earned) > min(earned)
        command = command or do.Roll(by=state.decider, face=Face.WOOD)
        events = events_of_command(state, command)
        happened += events
        state = apply_events(state, events)
    assert kinds == [do.MoveWorker, do.BuildHut]
    first, second = state.colors[0], state.colors[1]
    assert state.player(second).breakdown.bonus == 2
    assert len(state.runes_of(second)) == 1
    assert state.druid.stone == 1
    assert state.player(first).hand.total > 4


def test_after_a_chip_was_put_back_the_second_turn_moves_a_worker() -> None:
    state, happened = first_game(2), []
    faces = iter((Face.MINUS, Face.WOOD))
    while state.turn < 2 or state.phase is not Phase.ACTION:
        command = suggest_command(state, happened)
        if command is None and state.phase is Phase.ROLL:
            command = do.Roll(by=state.decider, face=next(faces))
        elif command is None:
            command = do.GiveBackChip(by=state.decider, material=MATERIALS[0])
        events = events_of_command(state, command)
        happened += events
        state = apply_events(state, events)
    assert isinstance(suggest_command(state, happened), do.MoveWorker)
