"""What comes from a file has its length and its range checked where it is read."""

import pytest
from msgspec.structs import replace

from companion.commands import Correct, SetPoints
from companion.errors import BoardError, JournalError, RecordError
from companion.history import make_step
from companion.memory.boards import board_file_text, parse_board_file
from companion.memory.clock import current_timestamp, parse_timestamp
from companion.memory.journal import GameHeader
from companion.memory.played_game import PlayedGame, decode_setup
from companion.memory.record import encode_header, parse_header
from companion.pieces import Color
from companion.state import Board
from tests.companion.memory.data_folders import small_game
from tests.companion.playing import two_players

LONG = "x" * 3_000_000


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yesterday",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00",
        "1969-12-31T23:59:59+00:00",
        "3000-01-01T00:00:00+00:00",
        f"2026-01-01T12:00:00.{'0' * 100}",
        LONG,
    ],
)
def test_what_no_clock_can_have_told_is_no_time(text):
    assert parse_timestamp(text) is None


def corrected(number: int, why: str) -> PlayedGame:
    """A game in which purple's points were set, as it is read after those were others."""
    game = small_game(6)
    command = Correct(changes=(SetPoints(Color.PURPLE, 123456),), why="a reason")
    game.add_step(make_step(game.state, command, current_timestamp()))
    row = game.rows.steps[-1]
    texts = (text.replace("123456", str(number)).replace("a reason", why) for text in row[3:5])
    game.rows.steps[-1] = (*row[:3], *texts, row[5])
    return PlayedGame.load(game.rows)


@pytest.mark.parametrize(("number", "why"), [(10**30, "x"), (-(10**7), "x"), (7, LONG)])
def test_a_step_with_a_number_or_a_text_larger_than_any_in_a_game_cannot_be_read(number, why):
    with pytest.raises(JournalError):
        corrected(number, why)


def test_a_step_with_the_largest_is_read():
    game = corrected(10**6, "y" * 200)
    assert game.steps[-1].command.why == "y" * 200
    assert game.state.player(Color.PURPLE).points == 10**6


def test_nobody_in_a_saved_game_has_a_name_that_fills_a_page():
    setup = two_players()
    first, *others = setup.players
    for name in ("", "x" * 41, LONG):
        told = GameHeader.new(replace(setup, players=(replace(first, name=name), *others)))
        with pytest.raises(JournalError):
            decode_setup(told)


def test_no_board_has_a_name_that_fills_a_page():
    setup = two_players()
    board = Board(LONG, setup.board.fields)
    with pytest.raises(JournalError):
        decode_setup(GameHeader.new(replace(setup, board=board)))
    with pytest.raises(BoardError):
        parse_board_file(board_file_text(replace(board, name="x" * 300)).encode(), "some.toml")
    with pytest.raises(RecordError, match="at most 200 characters"):
        parse_header(
            encode_header(replace(setup, board=replace(board, name="x" * 300))), lambda _name: None
        )
