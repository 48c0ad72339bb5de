"""A game is read from its rows as it was played, or not at all."""

import io
import random

import pytest
from hypothesis import given
from msgspec.structs import replace

from companion.game import legal_commands
from companion.history import make_step
from companion.memory.amending import RemoveStep, prepare_amendment
from companion.memory.clock import current_timestamp
from companion.memory.journal import DamagedGameError
from companion.memory.played_game import PlayedGame, decode_setup
from companion.memory.record import commands_for_record, encode_record, replayed_states
from companion.state import Phase
from tests.companion.changed_steps import some_edits
from tests.companion.memory.data_folders import small_game
from tests.companion.playing import four_players, luck
from tests.legal_commands import legal_command
from tests.strategies import games


def all_of(game: PlayedGame) -> tuple[object, ...]:
    """Everything that can be told of a game."""
    history = game.history
    return (
        game.setup,
        history.steps,
        history.path,
        history.moves,
        (history.can_undo, history.can_redo),
        game.log,
        game.revealing_refusals,
        game.trays.pending_moves(),
        [*game.timed_changes()],
    )


@given(games())
def test_a_game_is_read_replayed_and_undone_as_it_was_played(told):
    game = PlayedGame.begin(told.setup)
    for command in told.commands:
        game.add_step(make_step(game.state, command, current_timestamp()))
    assert decode_setup(game.rows.header) == told.setup
    read = PlayedGame.load(game.rows.copy())
    assert all_of(read) == all_of(game)
    assert [step.command for step in read.steps] == [*told.commands]
    record = encode_record(told.setup, commands_for_record(game.steps))
    assert [*replayed_states(io.BytesIO(record), lambda _name: None)] == [*told.states]
    for state in reversed(told.states[:-1]):
        game.undo()
        assert game.state == state


@pytest.mark.parametrize("seed", range(8))
def test_a_game_that_was_put_right_undone_and_moved_is_read_as_it_was_played(seed):
    chance = luck(seed)
    picks = random.Random(seed)
    game = PlayedGame.begin(four_players())
    for _act in range(120):
        choice = picks.randrange(8)
        if choice == 0 and game.history.can_undo:
            game.undo()
        elif choice == 1 and game.history.can_redo:
            game.redo()
        elif choice == 2:
            game.mark_done(picks.choice(game.state.colors), game.state)
        elif choice == 3 and game.steps and picks.random() < 0.3:
            _, amending = some_edits(game.steps, chance)
            if amending.has_effect:
                game.branch(amending.fork, amending.new_steps)
        elif choice == 4:
            game.record_refusal(
                next(iter(legal_commands(game.state)), legal_command(game.state, chance))
            )
        elif game.state.phase is not Phase.FINISHED:
            game.add_step(
                make_step(game.state, legal_command(game.state, chance), current_timestamp())
            )
    assert all_of(PlayedGame.load(game.rows.copy())) == all_of(game)


@pytest.fixture
def game() -> PlayedGame:
    """A game of nine steps, one taken out of its middle, then an undo and a redo; all moved."""
    game = small_game(9)
    game.mark_all_done()
    amending = prepare_amendment(game.steps, [RemoveStep(9)], current_timestamp())
    game.branch(amending.fork, amending.new_steps)
    game.undo()
    game.redo()
    return game


NO_COMMANDS_AND_NO_EVENTS = (
    "", "{", "{}", "null", "[" * 5000, '[{"do":"fly"}]', '[{"do":"roll","by":"pink"}]',
    "[]", '[{"do":"roll","by":"blue","face":"plus","luck":1}]',
    '[["die_rolled","blue","plus"]]', '[[["die_rolled","blue","plus",1]]]',
    '[[["corrected","",[{"type":"active","color":"blue","no":1}]]]]',
    '[{"do":"correct","changes":[],"why":"x","luck":1}]',
    '[{"do":"roll","by":"blue","face":"plus"},{"do":"roll","by":"blue","face":"plus"}]',
)  # fmt: skip


@pytest.mark.parametrize("text", ["", "{", "{}", "null", "[" * 5000, '{"players":[]}'])
def test_a_setup_that_means_nothing_is_an_unreadable_game(game, text):
    rows = game.rows.copy()
    rows.header = replace(rows.header, setup=text)
    with pytest.raises(DamagedGameError):
        PlayedGame.load(rows)
    with pytest.raises(DamagedGameError):
        decode_setup(rows.header)


@pytest.mark.parametrize(
    ("table", "place", "column", "value"),
    [
        *(("steps", 6, column, text) for column in (3, 4) for text in NO_COMMANDS_AND_NO_EVENTS),
        ("steps", 3, 1, 1),  # its parent
        ("steps", 3, 1, 7),
        ("steps", 3, 1, -1),
        ("steps", 3, 2, 4),  # the step that it repeats
        ("steps", 3, 2, 0),
        ("heads", 0, 1, 20),  # when it was
        ("heads", 0, 1, -1),
        ("heads", 0, 2, "dance"),
        ("heads", 0, 2, "redo"),
        ("heads", 0, 3, 3),  # where it leads
        ("heads", 0, 3, 99),
        ("heads", 0, 4, 1),  # how many steps it made
        ("heads", 1, 3, 3),
        ("heads", 2, 3, 7),
        ("settled", 0, 1, "[[99,0,null]]"),
        ("settled", 0, 1, "[[1,99,null]]"),
        ("settled", 0, 1, '[[1,0,"perhaps"]]'),
        ("settled", 0, 1, "x"),
    ],
)
def test_rows_that_make_no_game_are_an_unreadable_game(game, table, place, column, value):
    rows = game.rows.copy()
    changed = list(rows.table_rows(table)[place])
    changed[column] = value
    rows.table_rows(table)[place] = tuple(changed)
    with pytest.raises(DamagedGameError):
        PlayedGame.load(rows)


@pytest.mark.parametrize(
    ("head", "command"),
    [
        (0, '{"do":"fly"}'),
        (0, ""),
        (99, '{"do":"roll","by":"blue","face":"plus"}'),
        (0, '{"do":"build_hut","by":"blue","field":99}'),
        (0, '{"do":"build_hut","by":"green","field":9}'),
        (0, '{"do":"correct","changes":[{"type":"druid","stone":4,"field":null}],"why":"x"}'),
    ],
)
def test_a_look_that_means_nothing_is_an_unreadable_game(game, head, command):
    game.rows.looks.append((1, 9, head, command, current_timestamp()))
    with pytest.raises(DamagedGameError):
        PlayedGame.load(game.rows)
