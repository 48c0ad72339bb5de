"""Games that are taken away are in no list until they are brought back; nothing is deleted."""

from contextlib import closing

import pytest

from companion.errors import JournalError
from companion.memory.journal.journal import Journal
from companion.memory.journal.rows import new_head
from companion.memory.journal.taken_away import bring_back, take_away
from companion.memory.session import Session, summed_up
from tests.companion.memory.data_folders import ROWS, database
from tests.companion.memory.sessions import played
from tests.companion.memory.spoilt_disks import full_disk
from tests.companion.playing import two_players


def listed(journal, **which):
    return [game.id for game in journal.games(**which)]


def test_a_game_that_is_taken_away_is_only_in_the_list_of_those(folder, opened):
    journal = opened(folder)
    for _game in range(3):
        journal.save(new_head(two_players()), ROWS)
    take_away(journal, 2)
    assert listed(journal) == listed(journal, unfinished=True) == [3, 1]
    assert listed(journal, names=two_names()) == [3, 1]
    assert [(game.id, game.away) for game in journal.games(away=True)] == [(2, True)]
    bring_back(journal, 2)
    assert listed(journal) == [3, 2, 1]
    assert listed(journal, away=True) == []


def two_names():
    return tuple(seat.name for seat in two_players().players)


def test_it_can_be_taken_away_again_and_is_away_after_a_restart(folder, opened, saved):
    journal = opened(folder)
    for move in (take_away, bring_back, take_away):
        move(journal, 1)
    for way in (Journal.open, Journal.open_for_reading):
        assert listed(opened(folder, way)) == []
    with database(folder) as file:
        assert file.execute("SELECT game, away FROM taken_away").fetchall() == [
            (1, 1),
            (1, 0),
            (1, 1),
        ]


def test_every_row_of_a_game_that_is_away_is_still_there(folder, opened, saved):
    journal = opened(folder)
    take_away(journal, 1)
    assert (journal.head(1), journal.rows(1)) == (saved, ROWS)


def test_who_plays_on_with_a_game_that_is_away_does_not_bring_it_back(folder, opened):
    journal = opened(folder)
    game = played(Session.begin(journal, two_players()), 1).game_id
    take_away(journal, game)
    Session.resume(journal, game).undo()
    assert listed(journal) == []
    assert [one.rows for one in journal.games(away=True)] == [3]


def test_how_a_game_stands_need_not_be_worked_out_anew_when_it_is_brought_back(folder, opened):
    journal = opened(folder)
    Session.begin(journal, two_players())
    summary = summed_up(journal, journal.games()[0])
    take_away(journal, 1)
    bring_back(journal, 1)
    assert journal.games()[0].summary == summary


def test_a_game_that_is_not_there_cannot_be_taken_away(folder, opened, saved):
    with pytest.raises(JournalError, match="no saved game 7"):
        take_away(opened(folder), 7)


def test_on_a_full_disk_the_game_stays_and_the_reason_is_told(folder, saved):
    with closing(Journal.open(folder)) as journal:
        with full_disk(), pytest.raises(JournalError, match="nothing can be saved"):
            take_away(journal, 1)
        assert listed(journal) == [1]
        take_away(journal, 1)
        assert listed(journal) == []
