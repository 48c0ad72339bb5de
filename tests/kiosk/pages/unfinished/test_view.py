"""Which games are listed as unfinished, and that none is hidden."""

import pytest

from companion.memory.journal.index import Scored
from companion.memory.journal.journal import Journal
from companion.memory.journal.rows import Kind
from companion.memory.session import Session
from companion.pieces import Color
from companion.state import Phase
from kiosk.pages.unfinished.view import progress, unfinished_page
from tests.companion.playing import commands, two_players


@pytest.fixture
def journal(tmp_path) -> Journal:
    return Journal.open(tmp_path)


def play(journal: Journal, number: int) -> Session:
    session = Session.begin(journal, two_players())
    for command in commands(two_players(), number, seed=1):
        session.apply(command)
    return session


def listed(journal: Journal, most: int = 3) -> list[list[int]]:
    """The numbers of the games, page by page."""
    pages, after = [], None
    while True:
        page = unfinished_page(journal, after, most)
        pages.append([game.id for game in page.games])
        if not page.more:
            return pages
        after = page.games[-1]


def test_all_unfinished_games_are_listed_page_by_page_the_last_played_first(journal):
    sessions = [play(journal, 3) for _game in range(7)]
    sessions[2].undo()
    assert listed(journal) == [[3, 7, 6], [5, 4, 2], [1]]


def test_a_game_is_found_behind_however_many_that_ended_and_these_are_not_read_again(journal):
    play(journal, 3)
    ended = play(journal, 5000)
    assert ended.state.phase is Phase.FINISHED
    head = journal.games(limit=1)[0].head
    rows = journal.rows(ended.game_id)
    for number in range(30):
        journal.add(type(head)(f"copy {number}", head.started, head.setup, head.format), rows)
    assert listed(journal) == [[1]]
    assert [game.id for game in journal.games(unfinished=True)] == [1]


def test_an_end_that_was_taken_back_is_listed_again(journal):
    session = play(journal, 5000)
    assert listed(journal) == [[]]
    session.undo()
    assert listed(journal) == [[1]]


def test_each_game_tells_its_players_points_and_turn(journal):
    state = play(journal, 30).state
    (game,) = unfinished_page(journal, None, 1).games
    points = [player.points for player in state.players]
    names = [player.name for player in state.players]
    assert game.summary.players == (
        Scored(names[0], Color.PURPLE, points[0]),
        Scored(names[1], Color.BLUE, points[1]),
    )
    assert progress(game.summary) == f"Turn {state.turn}"
    play(journal, 1)
    assert progress(unfinished_page(journal, None, 1).games[0].summary) == "Before the first turn"


def test_a_game_is_summed_up_only_once(journal, monkeypatch):
    play(journal, 10)
    unfinished_page(journal, None, 1)
    monkeypatch.setattr(journal, "standing_rows", lambda _game: pytest.fail("read again"))
    assert listed(journal) == [[1]]


def test_a_game_that_cannot_be_read_is_left_out(journal):
    play(journal, 10)
    head = journal.games(limit=1)[0].head
    journal.add(type(head)("damaged", head.started, "{", head.format), ())
    assert listed(journal) == [[1]]
    assert journal.rows(1)[-1].kind is Kind.COMMAND
