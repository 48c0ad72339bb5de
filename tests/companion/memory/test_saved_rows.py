import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from companion.commands import Correct
from companion.errors import JournalError
from companion.game import decide
from companion.memory.saved_rows import (
    UNREADABLE_GAME,
    command_row,
    new_head,
    read_command,
    read_events,
    read_setup,
)
from tests.companion.playing import two_players
from tests.strategies import games


@settings(max_examples=40)
@given(games())
def test_every_command_event_and_setup_is_read_as_it_was_written(game):
    assert read_setup(new_head(game.setup)) == game.setup
    for number, (state, command) in enumerate(zip(game.states, game.commands, strict=False)):
        events = decide(state, command)
        row = command_row(number, command, events)
        assert read_command(row) == command
        assert read_events(row) == events


def test_no_two_games_have_the_same_key():
    assert new_head(two_players()).key != new_head(two_players()).key


@pytest.mark.parametrize(
    "text", ["", "{", "{}", "null", "[" * 5000, '{"do":"fly"}', '{"do":"roll","by":"pink"}']
)
def test_text_that_means_nothing_is_an_unreadable_game(text):
    row = replace(command_row(1, Correct(changes=(), why="why"), ()), command=text, events=text)
    head = replace(new_head(two_players()), setup=text)
    for read, value in ((read_command, row), (read_events, row), (read_setup, head)):
        with pytest.raises(JournalError) as caught:
            read(value)
        assert caught.value.args == (UNREADABLE_GAME,)


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (read_events, '[{"event":"die_rolled","color":"red","face":"plus","luck":1}]'),
        (
            read_events,
            '[{"event":"corrected","why":"","changes":[{"type":"active","color":"red","no":1}]}]',
        ),
        (read_command, '{"do":"correct","changes":[],"why":"x","luck":1}'),
    ],
)
def test_a_field_that_nobody_knows_makes_a_game_unreadable_rather_than_wrong(read, text):
    row = replace(command_row(1, Correct(changes=(), why="why"), ()), command=text, events=text)
    with pytest.raises(JournalError):
        read(row)
