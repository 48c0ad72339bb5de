import pytest
from companion.memory.journal.migrations import Migration
from companion.memory.journal.rows import (
    JournalRow,
    Kind,
    amend_row,
    amended_rows,
    command_row,
    new_head,
    read_command,
    read_events,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.commands import Correct, Roll
from companion.errors import JournalError
from companion.game import decide
from companion.memory.journal import UNREADABLE_GAME, migrations
from companion.memory.played_game import read_setup
from companion.pieces import Color, Face
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


def amend_row_of(command, events):
    """The row of an amendment with these texts."""
    return JournalRow(7, Kind.AMEND, "2026", command, events)


@settings(max_examples=40)
@given(games(), st.randoms(use_true_random=False))
def test_the_steps_of_an_amendment_are_read_as_they_were_written(game, chance):
    pairs = list(zip(game.states, game.commands, strict=False))
    steps = [(command, decide(state, command)) for state, command in pairs]
    places = sorted(chance.sample(range(2 * len(steps)), len(steps)))
    instead = tuple(None if chance.random() < 0.2 else of for of in places)
    row = amend_row(len(steps) + 1, 3, steps, instead)
    assert (row.number, row.kind) == (len(steps) + 1, Kind.AMEND)
    first, rows, told = amended_rows(row)
    assert (first, told) == (3, instead)
    assert [(read_command(one), read_events(one)) for one in rows] == steps
    assert all((one.number, one.time) == (row.number, row.time) for one in rows)


@pytest.mark.parametrize(
    ("command", "events"),
    [
        ("", ""),
        ("[]", "[]"),
        ('{"first":1}', "[]"),
        ('{"first":1,"commands":[{}]}', "[]"),
        ('{"first":1,"commands":[]}', "[[]]"),
        ('{"first":1,"commands":[{}],"luck":1}', "[[]]"),
        ('{"first":"1","commands":[{}]}', "[[]]"),
        ('{"first":1,"commands":[]}', "[]"),
        ('{"first":1,"commands":[{}],"instead":[]}', "[[]]"),
        ('{"first":1,"commands":[{}],"instead":[-1]}', "[[]]"),
        ('{"first":1,"commands":[{},{}],"instead":[1,0]}', "[[],[]]"),
        ('{"first":1,"commands":[{},{}],"instead":[1,1]}', "[[],[]]"),
        ('{"first":1,"commands":[{}],"instead":["0"]}', "[[]]"),
    ],
)
def test_an_amendment_that_means_nothing_is_an_unreadable_game(command, events):
    with pytest.raises(JournalError) as caught:
        amended_rows(amend_row_of(command, events))
    assert caught.value.args == (UNREADABLE_GAME,)


def test_the_steps_of_an_amendment_are_led_to_the_newest_format_like_all_others(monkeypatch):
    def named_anew(command):
        return {**command, "do": "roll"} if command["do"] == "throw" else command

    row = amend_row_of('{"first":1,"commands":[{"do":"throw","by":"red","face":"plus"}]}', "[[]]")
    later = Migration("the die is rolled", command=named_anew)
    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, later))
    (one,) = amended_rows(row).rows
    assert read_command(one) == Roll(by=Color.RED, face=Face.PLUS)
    with pytest.raises(JournalError):
        read_command(replace(one, format=migrations.newest()))


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
