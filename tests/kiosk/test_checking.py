"""The saved games are checked while people play, and set aside where damage is found."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.memory.session import Session
from kiosk.checking import Checking
from kiosk.desk import Desk
from tests.companion.memory.data_folders import changed
from tests.kiosk.laid_games import beginning, desk_with_game, left_game
from tests.kiosk.touch import Touchscreen, says

PAGE = 1024


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk with a game on it, and others in the file."""
    for seed in range(3):
        left_game(tmp_path, beginning(2), seed=seed)
    return desk_with_game(tmp_path, beginning(3), 20)


def spoil_an_old_game(folder: Path) -> None:
    """Damage a page of steps that nobody reads when the app starts."""
    with (folder / "games.db").open("r+b") as file:
        file.seek(30 * PAGE)
        file.write(b"\xa5" * PAGE)


def check(touch: Touchscreen) -> None:
    """Check until the end, and let the app hear of it."""
    checking = Checking(touch.stage)
    checking.job.wait()
    touch.wait(1)


def test_sound_games_are_left_alone(tmp_path: Path, desk: Desk) -> None:
    with Touchscreen(tmp_path, desk=desk) as touch:
        check(touch)
        assert desk.notices == []
        assert len(desk.journal.games()) == 4


def test_damaged_games_are_set_aside_and_the_one_at_hand_is_saved_anew(
    tmp_path: Path, desk: Desk
) -> None:
    spoil_an_old_game(tmp_path)
    with Touchscreen(tmp_path, desk=desk, at="table") as touch:
        check(touch)
        assert touch.name == "table"
        (kept,) = tmp_path.glob("games.unreadable-*.db")
        assert kept.name in str(desk.notices[-1])
        (game,) = desk.journal.games()
        again = Session.resume(desk.journal, game.id)
        assert (again.state, again.steps) == (desk.session.state, desk.session.steps)


def test_without_a_game_at_hand_a_new_file_is_begun(tmp_path: Path, desk: Desk) -> None:
    desk.session = None
    spoil_an_old_game(tmp_path)
    with Touchscreen(tmp_path, desk=desk) as touch:
        check(touch)
        assert desk.journal.games() == ()
        assert desk.journal.trouble is None


@pytest.mark.parametrize("page", ["start", "unfinished", "history", "statistics"])
def test_a_list_of_games_that_are_gone_gives_way_to_why(
    tmp_path: Path, desk: Desk, page: str
) -> None:
    desk.session = None
    spoil_an_old_game(tmp_path)
    with Touchscreen(tmp_path, desk=desk, at=page) as touch:
        check(touch)
        assert touch.name == "start"
        assert says(touch, "games.unreadable-")


def test_a_game_that_is_looked_at_is_gone_too_and_no_other_one_is_taken_for_it(
    tmp_path: Path, desk: Desk
) -> None:
    with Touchscreen(tmp_path, desk=desk, at="history") as touch:
        touch.tap("game.3", "log")
        spoil_an_old_game(tmp_path)
        check(touch)
        assert (touch.name, desk.past) == ("start", None)
        touch.tap("history")
        assert [tap.key for tap in touch.taps() if tap.key.startswith("game.")] == ["game.1"]
        assert desk.session is not None
        assert desk.session.game_id == 1


def test_an_app_that_ends_sets_nothing_aside(tmp_path: Path, desk: Desk) -> None:
    spoil_an_old_game(tmp_path)
    with Touchscreen(tmp_path, desk=desk, at="start") as touch:
        checking = Checking(touch.stage)
        checking.close()
        checking.job.wait()
        touch.wait(1)
        assert desk.notices == []


def test_a_game_that_is_damaged_is_told_and_the_others_stay(tmp_path: Path, desk: Desk) -> None:
    changed(tmp_path, "UPDATE steps_in_short SET time = '2027' WHERE game = 2 AND number = 2")
    desk.session = None
    with Touchscreen(tmp_path, desk=desk) as touch:
        check(touch)
        assert len(desk.journal.games()) == 4
        (notice,) = desk.notices
        assert str(notice).startswith("1 saved game is damaged. It can be resumed as it stood")
