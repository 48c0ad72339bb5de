"""The saved games are checked while people play, and set aside where damage is found."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.memory.session import Session
from kiosk.checking import Checking
from kiosk.desk import Desk
from tests.kiosk.laid_games import beginning, desk_with_game, left_game
from tests.kiosk.touch import Touchscreen

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


def checked(touch: Touchscreen) -> list[str]:
    """Check until the end, and what is called where that finds damage."""
    told: list[str] = []
    check = Checking(touch.desk, lambda: told.append("told"))
    check._thread.join()
    touch.wait(1)
    return told


def test_sound_games_are_left_alone(tmp_path: Path, desk: Desk) -> None:
    with Touchscreen(tmp_path, desk=desk) as touch:
        assert checked(touch) == []
        assert desk.notices == []
        assert len(desk.journal.games()) == 4


def test_damaged_games_are_set_aside_and_the_one_at_hand_is_saved_anew(
    tmp_path: Path, desk: Desk
) -> None:
    spoil_an_old_game(tmp_path)
    with Touchscreen(tmp_path, desk=desk) as touch:
        assert checked(touch) == ["told"]
        (kept,) = tmp_path.glob("games.unreadable-*.db")
        assert kept.name in str(desk.notices[-1])
        (game,) = desk.journal.games()
        again = Session.resume(desk.journal, game.id)
        assert (again.state, again.steps) == (desk.session.state, desk.session.steps)


def test_without_a_game_at_hand_a_new_file_is_begun(tmp_path: Path, desk: Desk) -> None:
    desk.session = None
    spoil_an_old_game(tmp_path)
    with Touchscreen(tmp_path, desk=desk) as touch:
        assert checked(touch) == ["told"]
        assert desk.journal.games() == ()
        assert desk.journal.trouble is None


def test_an_app_that_ends_sets_nothing_aside(tmp_path: Path, desk: Desk) -> None:
    spoil_an_old_game(tmp_path)
    with Touchscreen(tmp_path, desk=desk) as touch:
        told: list[str] = []
        check = Checking(touch.desk, lambda: told.append("told"))
        check.close()
        check._thread.join()
        touch.wait(1)
        assert (told, desk.notices) == ([], [])
