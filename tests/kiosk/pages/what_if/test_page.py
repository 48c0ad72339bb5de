"""What if, under a finger: everything can be thought of, and nothing happens."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.pieces import MATERIALS
from companion.state import Phase
from kiosk import routes
from kiosk.pages.table.draft import Nothing, OnPlain, Site
from kiosk.routes import Building, Worker
from tests.kiosk.inspection import every_size, faults
from tests.kiosk.laid_games import app_state_with_game, beginning
from tests.kiosk.touch import Size, Touchscreen, says


def until(folder: Path, phase: Phase, *, longest: bool = False):
    """An app state with a game of four far on, at a decision of that kind."""
    app_state = app_state_with_game(folder, beginning(4, longest=longest), 91)
    while app_state.game.state.phase is not phase:
        app_state.game.undo()
    return app_state


def free_field(touch: Touchscreen) -> int:
    state = touch.app_state.game.state
    fields = range(1, len(state.board) + 1)
    return next(
        field for field in fields if state.board.field(field).known and not state.building(field)
    )


def journal(folder: Path) -> dict[str, bytes]:
    """All that is written; what those who read share in memory is not."""
    files = (path for path in folder.iterdir() if path.is_file() and path.suffix != ".db-shm")
    return {path.name: path.read_bytes() for path in files}


@pytest.mark.parametrize("phase", [Phase.ROLL, Phase.ACTION, Phase.OFFERING], ids=str)
def test_whatever_is_thought_of_the_game_and_its_journal_stay_as_they_are(tmp_path, phase) -> None:
    app_state = until(tmp_path, phase)
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        touch.step()
        before, log, written = app_state.game.state, app_state.game.log, journal(tmp_path)
        field = free_field(touch)
        touch.tap_field(field)
        touch.tap("what_if")
        assert touch.name == "what_if"
        for key in ("show.temple", "plan.red", "show.hut", "plan.blue", "why", "back"):
            touch.tap(key)
        for number in (3, 30, field):
            touch.tap_field(number)
        for plain in MATERIALS:
            touch.tap_plain(plain)
        touch.tap("leave")

        assert touch.name == "table"
        assert touch.page.draft == Site(field)
        assert (app_state.game.state, app_state.game.log) == (before, log)
        assert journal(tmp_path) == written


def test_a_plain_that_decides_nothing_leads_to_its_workers(tmp_path: Path) -> None:
    app_state = until(tmp_path, Phase.ROLL)
    stack = app_state.game.state.stacks
    plain = next(plain for plain, workers in zip(MATERIALS, stack, strict=True) if workers)
    with Touchscreen(tmp_path, app_state=app_state, at="table") as touch:
        touch.tap_plain(plain)
        assert touch.page.draft == OnPlain(plain)
        touch.tap("what_if.1")
        assert touch.name == "what_if"
        assert says(touch, "Big yield, at once:")
        touch.tap("leave", "back")
        assert (touch.name, touch.page.draft) == ("table", Nothing())


def test_the_board_shows_how_it_would_be(tmp_path: Path) -> None:
    with Touchscreen(tmp_path, app_state=until(tmp_path, Phase.ACTION), at="table") as touch:
        field = free_field(touch)
        touch.navigator.go(routes.WhatIf(Building(field)))
        assert touch.board.picture.fields[field - 1].building is not None
        assert touch.app_state.game.state.building(field) is None


@every_size
@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
def test_every_page_has_room(tmp_path: Path, size: Size, large: bool) -> None:  # noqa: FBT001
    app_state = until(tmp_path, Phase.ACTION, longest=True)
    app_state.set(replace(app_state.settings, large_letters=large))
    with Touchscreen(tmp_path, size, app_state=app_state, at="table") as touch:
        for thought in (
            *(Building(field) for field in (free_field(touch), 4, 30)),
            *map(Worker, MATERIALS),
        ):
            touch.navigator.go(routes.WhatIf(thought))
            assert faults(touch) == [], thought
            for _page in range(4):
                if touch.shows("more"):
                    touch.tap("more")
                    assert faults(touch) == [], thought
