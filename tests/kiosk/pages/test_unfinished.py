"""Any unfinished game can be gone on with."""

import pytest
from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory.database import UNREADABLE
from companion.memory.journal import Journal
from companion.memory.session import Session
from companion.memory.statistics.figures import result_of
from companion.memory.summary import PlayerScore
from companion.pieces import Color
from companion.state import Phase
from kiosk import routes
from kiosk.app_state import AppState
from kiosk.pages.unfinished import progress, unfinished_page
from tests.companion.memory.data_folders import unreadable_game
from tests.companion.playing import commands, two_players
from tests.kiosk.laid_games import beginning
from tests.kiosk.touch import Touchscreen, says


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
        pages.append([game.id for game, _summary in page.games])
        if not page.more:
            return pages
        after = page.games[-1][0]


def test_all_unfinished_games_are_listed_page_by_page_the_last_played_first(journal):
    for _game in range(7):
        play(journal, 3)
    Session.resume(journal, 3).undo()
    assert listed(journal) == [[3, 7, 6], [5, 4, 2], [1]]


def test_a_game_is_found_behind_however_many_that_ended_and_these_are_not_read_again(
    journal, monkeypatch
):
    play(journal, 3)
    ended = play(journal, 5000)
    assert ended.state.phase is Phase.FINISHED
    for number in range(30):
        copy = ended.game.rows.copy()
        copy.head = replace(copy.head, key=f"copy {number}")
        journal.add(copy, result_of(ended.game))
    read = journal.game
    monkeypatch.setattr(
        journal, "game", lambda number: read(number) if number == 1 else pytest.fail("read again")
    )
    assert listed(journal) == [[1]]
    assert [game.id for game in journal.games(unfinished=True)] == [1]


def test_an_end_that_was_taken_back_is_listed_again(journal):
    session = play(journal, 5000)
    assert listed(journal) == [[]]
    session.undo()
    assert listed(journal) == [[1]]


def test_each_game_tells_its_players_points_and_turn(journal):
    state = play(journal, 30).state
    ((_game, summary),) = unfinished_page(journal, None, 1).games
    points = [player.points for player in state.players]
    names = [player.name for player in state.players]
    assert summary.players == (
        PlayerScore(names[0], Color.PURPLE, points[0]),
        PlayerScore(names[1], Color.BLUE, points[1]),
    )
    assert progress(summary) == f"Turn {state.turn}"
    play(journal, 1)
    assert progress(unfinished_page(journal, None, 1).games[0][1]) == "Before the first turn"


def test_a_game_that_cannot_be_read_is_left_out(journal):
    play(journal, 10)
    journal.add(unreadable_game())
    assert listed(journal) == [[1]]


def begin_games(touch: Touchscreen, number: int, *, longest: bool = False) -> None:
    """Games of two, three and four players in turn, one after the other."""
    for game in range(number):
        start = beginning(2 + game % 3, longest=longest)
        session = touch.app_state.begin(start)
        for command in commands(start, 20, seed=1):
            session.apply(command)
        assert touch.app_state.finish(60)


def test_a_game_that_another_one_took_the_place_of_is_gone_on_with(tmp_path):
    with Touchscreen(tmp_path) as touch:
        begin_games(touch, 2)
        touch.navigator.go(routes.Start())
        touch.tap("unfinished", "game.1")
        assert touch.name == "resume"
        assert len(touch.app_state.session.setup.players) == 2
        touch.tap("back")
        assert touch.name == "start"


def test_a_single_unfinished_game_needs_no_list(tmp_path):
    with Touchscreen(tmp_path) as touch:
        begin_games(touch, 1)
        touch.navigator.go(routes.Start())
        assert not touch.shows("unfinished")


def test_older_games_stand_on_further_pages_and_all_lead_back(tmp_path):
    with Touchscreen(tmp_path) as touch:
        begin_games(touch, 6)
        touch.navigator.go(routes.Start())
        touch.tap("unfinished")
        first = touch.keys()
        assert not touch.shows("game.1")
        touch.tap("more")
        assert touch.shows("game.1")
        assert not touch.shows("more")
        touch.tap("newer")
        assert touch.keys() == first
        touch.tap("back")
        assert touch.name == "start"


def test_why_a_game_cannot_be_gone_on_with_is_told_until_another_page_is_shown(tmp_path):
    with Touchscreen(tmp_path) as touch:
        begin_games(touch, 6)
        touch.navigator.go(routes.Unfinished())
        with pytest.MonkeyPatch.context() as disk:
            disk.setattr(AppState, "resume", fail)
            touch.tap("game.4")
        assert (touch.name, says(touch, str(UNREADABLE))) == ("unfinished", True)
        touch.tap("more")
        assert not says(touch, str(UNREADABLE))


def fail(*_which):
    raise JournalError(UNREADABLE)


def test_without_one_the_list_says_so(tmp_path):
    with Touchscreen(tmp_path, at="unfinished") as touch:
        assert says(touch, "Every game is played to the end.")


def test_a_new_game_says_that_the_unfinished_one_is_kept(tmp_path):
    with Touchscreen(tmp_path, at="new_game") as touch:
        assert not says(touch, "is kept")
        begin_games(touch, 1)
        touch.navigator.go(routes.Start())
        touch.tap("new_game")
        assert says(touch, "Your unfinished game is kept: see the start screen.")
        touch.app_state.session = None
        touch.navigator.go(routes.Start())
        touch.tap("new_game")
        assert says(touch, "is kept")
