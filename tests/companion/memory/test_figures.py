"""The figures that are kept beside the games."""

import tempfile
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.memory.journal import Journal
from companion.memory.session import Session, read_game
from companion.memory.statistics import store
from companion.memory.statistics.figures import Done, Feat, figures_of, result_of
from companion.memory.statistics.store import (
    catch_up,
    fallen,
    last_points,
    number_behind,
    records,
    sums_by_name,
)
from companion.memory.statistics.sums import HOUSE, Totals
from tests.companion.memory.data_folders import changed, small_game
from tests.companion.memory.finished_games import Ended, ended_game, game, player
from tests.companion.memory.plays import named
from tests.companion.memory.spoilt_disks import full_disk, read_only
from tests.companion.playing import commands, two_players

BEGIN, UNDO, REDO, TAKE_AWAY, BRING_BACK, SUM_UP, A_STEP, FORGET = range(8)
DEEDS = st.lists(st.tuples(st.integers(BEGIN, FORGET), st.sampled_from((0, 2, 4))), max_size=14)


def sum_up(journal):
    for _step in catch_up(journal):
        pass


def told(journal):
    """All that is told of the games, once all are summed up."""
    sum_up(journal)
    names = tuple(sums_by_name(journal))
    return (
        sums_by_name(journal),
        records(journal),
        {name: last_points(journal, [name], 99) for name in names},
    )


def forget():
    """What has been added up is gone, as when the app starts anew."""
    store._cache.clear()


def worked_out(journal, games):
    """The sums of the games that count, each read whole and added up."""
    totals = Totals()
    for number in games:
        found = figures_of(read_game(journal, number))
        if found is not None:
            totals.add(number, found)
    return totals.sums()


@settings(max_examples=20, deadline=None)
@given(DEEDS)
def test_sums_that_are_forgotten_are_added_up_anew_as_they_were(deeds):
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        journal, games, away = Journal.open(folder), [], set()
        for deed, more in deeds:
            game = games[more % len(games)] if games else None
            match deed:
                case _ if deed == BEGIN or game is None:
                    games.append(Ended(journal, more))
                case _ if deed == UNDO and not game.game.history.can_redo:
                    game.undo()
                case _ if deed == REDO and game.game.history.can_redo:
                    game.redo()
                case _ if deed == TAKE_AWAY:
                    journal.archive(game.id, archived=True)
                    away.add(game.id)
                case _ if deed == BRING_BACK:
                    journal.archive(game.id, archived=False)
                    away.discard(game.id)
                case _ if deed == SUM_UP:
                    sum_up(journal)
                case _ if deed == A_STEP:
                    next(catch_up(journal), None)
                case _:
                    forget()
        here = told(journal)
        assert number_behind(journal) == 0
        assert here[0] == worked_out(journal, [game.id for game in games if game.id not in away])
        forget()
        assert told(journal) == here
        journal.close()


def test_a_game_counts_once_it_has_ended_and_only_then(journal):
    game = Ended(journal, 0)
    assert number_behind(journal) == 1
    assert told(journal)[0] == worked_out(journal, [game.id])
    game.undo()
    assert number_behind(journal) == 0
    assert told(journal) == ({}, (), {})
    game.redo()
    assert number_behind(journal) == 1
    assert told(journal)[0][HOUSE].games == 1


def test_a_game_that_is_being_played_is_not_behind(journal):
    session = Session.begin(journal, two_players())
    for command in commands(session.setup, 30):
        session.apply(command)
    assert number_behind(journal) == 0
    assert list(catch_up(journal)) == []


def test_what_a_game_counted_is_taken_away_once_it_is_played_on(journal):
    game = Ended(journal, 0)
    sum_up(journal)
    game.undo()
    assert sums_by_name(journal) == {}
    assert list(catch_up(journal)) == []


def test_it_is_done_in_short_steps_which_may_be_left_at_any(journal, monkeypatch):
    monkeypatch.setattr(store, "_GAMES_AT_ONCE", 2)
    games = [Ended(journal, 0).id for _number in range(5)]
    assert len(list(catch_up(journal))) == 3
    for enough in range(4):
        forget()
        for _step, _number in zip(catch_up(journal), range(enough), strict=False):
            pass
        assert told(journal)[0] == worked_out(journal, games)


def test_a_game_that_is_undone_while_games_are_added_up_does_not_count(journal, monkeypatch):
    monkeypatch.setattr(store, "_GAMES_AT_ONCE", 1)
    games = [Ended(journal, 0) for _number in range(2)]
    steps = catch_up(journal)
    next(steps)
    games[1].undo()
    list(steps)
    assert sums_by_name(journal) == worked_out(journal, [games[0].id])
    assert number_behind(journal) == 0


ONE_FACE = msgspec.json.encode(game(player("Ada", faces=(1,)))).decode()


@pytest.mark.parametrize(
    "rot",
    [ONE_FACE, "", "{", '{"players":[],"minutes":null}', '{"players":[{"name":"Ada"}]}', "[]"],
)
def test_a_result_that_has_rotted_is_left_out_and_costs_no_other(folder, opened, rot):
    journal = opened(folder)
    games = [Ended(journal, number).id for number in (0, 2)]
    assert told(journal)[0] == worked_out(journal, games)
    journal.close()
    changed(folder, f"UPDATE results SET result = '{rot}' WHERE game = 1")  # noqa: S608 - our own
    journal = opened(folder)
    assert told(journal)[0] == worked_out(journal, games[1:])
    assert number_behind(journal) == 0


def test_what_games_add_up_to_is_worked_out_anew_in_another_file(folder, opened):
    journal = opened(folder)
    Ended(journal, 0)
    assert told(journal)[0][HOUSE].games == 1
    for path in folder.glob("games.db*"):
        path.unlink()
    assert journal.save(small_game().rows) == 1
    assert told(journal) == ({}, (), {})
    for number in (0, 1):
        for path in folder.glob("games.db*"):
            path.unlink()
        assert Ended(journal, number).id == 1
        assert told(journal)[0] == worked_out(journal, [1])


def test_points_are_told_in_the_order_of_the_games(journal):
    games = [Ended(journal, number) for number in (0, 2, 4)]
    for one in games[::-1]:
        one.undo()
        one.redo()
    sum_up(journal)
    states = [one.game.state for one in games]
    name, other = (seat.name for seat in two_players().players)
    first = [state.players[0].points for state in states]
    assert last_points(journal, [name], 9) == tuple(first)
    assert last_points(journal, [name], 2) == tuple(first[1:])
    best = tuple(max(player.points for player in state.players) for state in states)
    assert last_points(journal, [HOUSE], 9) == best
    both = last_points(journal, [name, other], 9)
    assert sorted(both) == sorted(player.points for state in states for player in state.players)


def test_a_record_is_whose_who_was_first(journal):
    games = [Ended(journal, number) for number in (0, 0, 2)]
    sum_up(journal)
    held = {record.feat: record for record in records(journal)}
    states = [one.game.state for one in games]
    most = max(player.points for state in states for player in state.players)
    assert held[Feat.MOST_POINTS].number == most
    assert held[Feat.MOST_POINTS].game != games[1].id
    assert {record.number for record in records(journal, excluding=games[0].id)} == {
        record.number for record in records(journal)
    }
    assert games[0].id not in {record.game for record in records(journal, excluding=games[0].id)}


def test_everybody_who_reached_it_in_that_game_holds_a_record():
    totals = Totals()
    totals.add(1, game(player("Ada", 50, 2), player("Zoë", 50, 2), player("Bo", 1)))
    totals.add(2, game(player("Cem", 50, 1), player("Bo", 1)))
    assert totals.best(Feat.MOST_POINTS).names == ("Ada", "Zoë")
    assert totals.best(Feat.CLEAREST_WIN).names == ("Cem",)


def save_namesakes(journal):
    """Save a finished game of two who are called alike."""
    game = ended_game(0, named(two_players(), ("Ann", "Ann")))
    journal.save(game.rows, result_of(game))


def test_of_two_who_are_called_alike_neither_has_points_in_a_last_game(journal):
    save_namesakes(journal)
    sum_up(journal)
    assert last_points(journal, ["Ann"], 9) == ()
    assert len(last_points(journal, [HOUSE], 9)) == 1


GREAT = game(player("Ada", 999, 1), player("Bo", 1))


def test_a_record_falls_after_the_first_games_once_all_others_are_summed_up(journal, monkeypatch):
    for number in range(5):
        assert fallen(journal, GREAT, None) == ()
        Ended(journal, 2 * number)
    assert fallen(journal, GREAT, None) == (
        Done(Feat.MOST_POINTS, 999, "Ada"),
        Done(Feat.CLEAREST_WIN, 998, "Ada"),
    )
    Ended(journal, 0)
    monkeypatch.setattr(store, "_MOST_AWAITED", 0)
    assert fallen(journal, GREAT, None) == (), "the one that is behind may be better"
    sum_up(journal)
    assert fallen(journal, GREAT, None) != ()


def test_a_game_is_compared_with_all_others_whether_it_is_summed_up_or_not(journal):
    for number in range(5):
        Ended(journal, 2 * number)
    sum_up(journal)
    last = Ended(journal, 0)
    assert fallen(journal, GREAT, last.id) != ()
    sum_up(journal)
    assert fallen(journal, GREAT, last.id) != ()
    last.undo()
    last.redo()
    assert fallen(journal, GREAT, last.id) != ()


def test_what_was_only_reached_again_is_no_new_record(journal):
    for _number in range(6):
        last = Ended(journal, 0)
    sum_up(journal)
    same = figures_of(last.game)
    assert fallen(journal, same, last.id) == ()


def test_games_that_were_taken_away_hold_no_record_and_are_no_first_games(journal):
    games = [Ended(journal, 0) for _number in range(5)]
    sum_up(journal)
    assert fallen(journal, GREAT, None) != ()
    journal.archive(games[0].id, archived=True)
    sum_up(journal)
    assert fallen(journal, GREAT, None) == ()


@pytest.mark.parametrize("disk", ["full", "read-only"])
def test_where_nothing_can_be_written_figures_are_told_all_the_same(folder, opened, disk):
    Ended(opened(folder), 0)
    with full_disk() if disk == "full" else read_only(folder):
        journal = opened(folder)
        assert told(journal)[0] == worked_out(journal, [1])


def test_who_only_reads_tells_them_and_changes_no_byte(folder, opened):
    writing = opened(folder)
    Ended(writing, 0)
    sum_up(writing)
    Ended(writing, 1)
    writing.close()
    before = (folder / "games.db").read_bytes()
    reading = opened(folder, Journal.open_for_reading)
    assert number_behind(reading) == 2
    assert told(reading)[0] == worked_out(reading, [1, 2])
    assert (folder / "games.db").read_bytes() == before
    with closing(Journal.open_for_reading(folder)) as another:
        assert sums_by_name(another)[HOUSE].games == 2
