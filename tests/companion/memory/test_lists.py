"""The lists of saved games: a page at a time, up to date, no slower with many games."""

import sqlite3
from contextlib import closing
from itertools import pairwise

import pytest

from companion.game import legal_commands
from companion.memory.journal import Journal, SavedGame
from companion.memory.people import People
from companion.memory.session import Session
from companion.memory.statistics.queries import (
    game_figures_of_year,
    house_records,
    statistics_by_person,
)
from tests.companion.memory.data_folders import go_on, small_game
from tests.companion.playing import named, two_players


def add_games(journal, number):
    """So many games, in every third of which Cem and Dora play, and of which every fifth ended."""
    for game in range(number):
        setup = two_players() if game % 3 else named(two_players(), "Cem", "Dora")
        journal.add_game(small_game(2, setup).rows, None if game % 5 else "{}")


@pytest.mark.parametrize(
    ("way", "number"),
    [
        ({}, 15),
        ({"ended": False}, 12),
        ({"ended": True}, 3),
        ({"archived": True}, 6),
        ({"player_names": ("Cem", "Nobody")}, 5),
        ({"player_names": ("Cem",), "ended": False}, 4),
        ({"player_names": ("Cem",), "archived": True}, 2),
    ],
)
def test_the_list_is_read_page_by_page(folder, opened, way, number):
    journal = opened(folder)
    add_games(journal, 21)
    for game in journal.games()[::4]:
        journal.set_archived(game.id, archived=True)
    whole = journal.games(**way)
    pages = [journal.games(3, **way)]
    while pages[-1]:
        pages.append(journal.games(3, pages[-1][-1], **way))
    assert len(whole) == number
    assert all(len(page) == 3 for page in pages[:-2])
    assert [game for page in pages for game in page] == [*whole]


def steps(games: tuple[SavedGame, ...]) -> list[tuple[int, int]]:
    return [(game.id, game.number_of_steps) for game in games]


def test_steps_that_another_app_added_are_listed_for_whoever_only_reads_too(folder, opened):
    reading, game = opened(folder, Journal.open_for_reading), small_game(5)
    for number in (5, 6, 7):
        with closing(Journal.open(folder)) as other:
            other.save(game.rows)
        assert steps(reading.games()) == [(1, number)]
        go_on(game)


@pytest.fixture
def deeds(monkeypatch):
    """One entry for each thing that SQLite does from now on."""
    done, connect = [], sqlite3.connect

    def counted(*values, **named):
        file = connect(*values, **named)
        file.set_progress_handler(lambda: done.append(1), 1)
        return file

    monkeypatch.setattr(sqlite3, "connect", counted)
    return done


def start(folder, deeds):
    """How much SQLite does to open the journal, to list its first games, and to save a step."""
    before = len(deeds)
    with closing(Journal.open(folder)) as journal:
        journal.games(limit=12)
        session = Session.begin(journal, two_players())
        session.apply(next(legal_commands(session.state)))
        journal.games(limit=12)
    return len(deeds) - before


def test_a_start_does_the_same_with_few_games_and_with_many(folder, opened, deeds):
    journal = opened(folder)
    add_games(journal, 20)
    few = max(start(folder, deeds) for _time in range(2))
    add_games(journal, 200)
    assert start(folder, deeds) < few * 1.2


def test_people_and_figures_cost_the_same_with_few_games_and_with_many(folder, opened, deeds):
    questions = (
        People.from_journal,
        statistics_by_person,
        house_records,
        lambda journal: game_figures_of_year(journal, 2026),
    )

    def costs() -> list[int]:
        for ask in questions:
            ask(journal)
        counts = [len(deeds)]
        for ask in questions:
            ask(journal)
            counts.append(len(deeds))
        return [later - former for former, later in pairwise(counts)]

    journal = opened(folder)
    add_games(journal, 20)
    few = costs()
    add_games(journal, 200)
    assert all(many < one * 1.2 for one, many in zip(few, costs(), strict=True))
