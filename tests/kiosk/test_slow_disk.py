import errno
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.commands import PlaceWorker
from companion.errors import JournalError
from companion.memory.people import People, rename_person
from companion.pieces import MATERIALS
from kiosk.app_state import AppState
from kiosk.settings import Settings, load_settings
from tests.companion.memory.failing_calls import asked
from tests.companion.memory.watched_disk import DO_IT, why_not
from tests.kiosk.laid_games import beginning, left_game
from tests.kiosk.slow_disk import SlowDisk
from tests.kiosk.touch import WRITING, Touchscreen, route, says

pytestmark = pytest.mark.skipif(why_not() is not None, reason=str(why_not()))


@pytest.fixture
def disk() -> SlowDisk:
    return SlowDisk()


@pytest.fixture
def touch(tmp_path: Path, disk: SlowDisk) -> Iterator[Touchscreen]:
    left_game(tmp_path, beginning(3))
    with asked(tmp_path, disk.ask), Touchscreen(tmp_path) as touch:
        touch.app_state.begin_game(beginning(2))
        touch.app_state.wait_for_writes(WRITING)
        touch.waits_for_writer = False
        yield touch


def begin_to_save(touch: Touchscreen, disk: SlowDisk) -> int:
    session = touch.app_state.session
    assert session is not None
    session.apply(PlaceWorker(by=session.state.decider, plain=MATERIALS[0]))
    disk.wait_for_writer()
    return session.game_id


def test_no_page_waits_for_a_step_on_its_way_to_the_disk_and_a_list_shows_a_game_once_it_is_there(
    touch: Touchscreen, disk: SlowDisk
) -> None:
    disk.waited_for.clear()
    with disk.held():
        session = touch.app_state.required_session
        session.apply(PlaceWorker(by=session.state.decider, plain=MATERIALS[0]))
        disk.wait_for_writer()
        for page in ("start", "people", "statistics", "new_game", "games"):
            touch.navigator.go(route(page))
            touch.wait(1)
            assert not says(touch, "Another program"), page
    assert touch.app_state.wait_for_writes(WRITING)
    with disk.held():
        session = touch.app_state.begin_game(beginning(4))
        disk.wait_for_writer()
        touch.wait(1)
        assert not touch.shows("game.3")
    touch.waits_for_writer = True
    touch.step()
    assert (session.game_id, touch.shows("game.3")) == (3, True)
    assert disk.waited_for == []


@pytest.fixture
def app_state(tmp_path: Path, disk: SlowDisk) -> Iterator[AppState]:
    left_game(tmp_path, beginning(2), 12)
    with asked(tmp_path, disk.ask):
        app_state = AppState(tmp_path)
        disk.waited_for.clear()
        yield app_state
        app_state.close()


def test_settings_hold_at_once_and_are_kept_when_the_disk_has_them_or_that_is_told(
    app_state: AppState, disk: SlowDisk
) -> None:
    person = People.from_journal(app_state.journal).everybody[0]
    with disk.held():
        app_state.set_settings(Settings(open_chips=True))
        disk.wait_for_writer()
        assert app_state.settings.open_chips
        assert not load_settings(app_state.folder).settings.open_chips
        with pytest.raises(JournalError, match="still being saved"):
            app_state.change_journal(lambda journal: rename_person(journal, person, "Ada"))
    assert app_state.wait_for_writes(WRITING)
    assert load_settings(app_state.folder).settings.open_chips
    assert disk.waited_for == []
    app_state.change_journal(lambda journal: rename_person(journal, person, "Ada"))
    assert People.from_journal(app_state.journal).find_by_id(person.id).name == "Ada"
    assert app_state.wait_for_writes(WRITING)
    with disk.held():
        app_state.set_settings(Settings())
        disk.wait_for_writer()
        assert app_state.settings_save_error is None
        disk.refusal = errno.ENOSPC
    assert app_state.wait_for_writes(WRITING)
    assert app_state.settings_save_error is not None
    disk.refusal = DO_IT


def test_a_game_is_taken_away_at_once_and_for_good_when_the_disk_has_it(
    app_state: AppState, disk: SlowDisk
) -> None:
    (game,) = app_state.journal.games()
    with disk.held():
        app_state.set_archived(game, archived=True)
        assert app_state.journal.games() == ()
        disk.wait_for_writer()
    assert app_state.wait_for_writes(WRITING)
    assert disk.waited_for == []


def test_while_a_step_is_saved_again_after_a_failure_all_can_be_read(
    app_state: AppState, disk: SlowDisk
) -> None:
    session = app_state.begin_game(beginning(2))
    assert app_state.wait_for_writes(WRITING)
    games = len(app_state.journal.games())
    disk.refusal = errno.EIO
    for plain in MATERIALS[:2]:
        session.apply(PlaceWorker(by=session.state.decider, plain=plain))
        assert app_state.wait_for_writes(WRITING)
    assert session.unsaved is not None
    assert app_state.journal.trouble is not None
    disk.refusal = DO_IT
    with disk.held():
        session.save_pending()
        disk.wait_for_writer()
        assert len(app_state.journal.games()) == games
    assert app_state.wait_for_writes(WRITING)
    assert session.unsaved is None
    assert disk.waited_for == []
