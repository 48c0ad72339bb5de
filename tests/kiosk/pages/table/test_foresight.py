"""What taps lead to is made while nobody touches; a tap that was foreseen only lays it."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands import Roll
from companion.pieces import Face
from companion.state import Phase
from companion.teaching.hint_setting import HintSetting
from kiosk import routes
from kiosk.pages.table import lookahead
from kiosk.pages.table.draft import EmptyDraft
from kiosk.ui import surface
from kiosk.ui.graphics_memory import drop_cached_drawings
from kiosk.ui.label import Label
from kiosk.ui.surface import Surface
from tests.kiosk.laid_games import beginning
from tests.kiosk.pages.table.laid_tables import WORKERS, lay_table, state
from tests.kiosk.touch import Touchscreen, needs_drawing
from tests.legal_commands import legal_command
from tests.luck import Luck

COMMANDS = 10


@pytest.fixture
def touch(screen: Touchscreen) -> Touchscreen:
    lay_table(screen, beginning(2), WORKERS, app_die=False)
    return screen


def pause(touch: Touchscreen) -> int:
    """Nobody touches until all is prepared; how many steps that takes."""
    return sum(1 for _step in touch.page.prepare_in_steps())


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """Count the sheets that are worked out, the widgets made and the texts drawn."""
    count: Counter[str] = Counter()
    made, drawn, sheet_of = Surface.__init__, Label.refresh, lookahead.sheet_of

    def work_out(*inputs: object) -> object:
        count["sheets"] += 1
        return sheet_of(*inputs)

    def make(widget: Surface, *args: object) -> None:
        count["widgets"] += 1
        made(widget, *args)

    def draw(label: Label) -> None:
        count["texts"] += 1
        drawn(label)

    with monkeypatch.context() as patched:
        patched.setattr(Surface, "__init__", make)
        patched.setattr(Label, "refresh", draw)
        patched.setattr(lookahead, "sheet_of", work_out)
        yield count


def test_a_tap_that_was_foreseen_makes_no_widget_and_draws_no_text(touch, monkeypatch) -> None:
    surface.clear_text_cache()
    tray = f"tray.{state(touch).decider}"
    for key in ("face.wood", "aim.hut", "menu", "back", tray):
        pause(touch)
        with counted(monkeypatch) as count:
            touch.tap(key)
        assert (key, count) == (key, Counter())


def test_a_tap_after_which_something_is_taught_makes_no_widget_and_draws_no_text(
    touch: Touchscreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    app_state = touch.app_state
    app_state.set_settings(replace(app_state.settings, hints=HintSetting.FIRST_GAME))
    touch.navigator.go(routes.Table())
    if touch.shows("hint.got"):
        touch.tap("hint.got")
    taught = 0
    for key in ("face.wood", "hint.got"):
        surface.clear_text_cache()
        pause(touch)
        with counted(monkeypatch) as count:
            touch.tap(key)
        assert (key, count) == (key, Counter())
        taught += touch.shows("hint.got")
    assert taught


@pytest.mark.usefixtures("painted")  # what was never painted may want drawing for that alone
def test_nothing_is_shown_saved_or_decided_ahead_or_prepared_twice(touch, monkeypatch) -> None:
    def seen() -> object:
        return state(touch), touch.texts(), len(touch.app_state.session.log), touch.page.draft

    drop_cached_drawings()  # other tests have drawn all that comes
    touch.draw()
    before = seen()
    assert pause(touch) > 0
    assert seen() == before
    assert not needs_drawing()
    with counted(monkeypatch) as count:
        assert pause(touch) == 0
    assert count == Counter()


def test_what_a_touch_has_interrupted_is_prepared_in_the_next_pause(
    touch: Touchscreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = touch.page.prepare_in_steps()
    while not touch.page._lookahead._layouts:
        next(begun)
    next(begun)
    begun.close()
    pause(touch)
    with counted(monkeypatch) as count:
        touch.tap("face.wood")
    assert count == Counter()


def test_every_face_of_the_die_that_the_app_rolls_is_foreseen(tmp_path: Path) -> None:
    with Touchscreen(tmp_path) as touch:
        lay_table(touch, beginning(2), WORKERS)
        pause(touch)
        found = [one.sheet.inputs for one in touch.page._lookahead._layouts.values()]
    assert {one.die_face for one in found if one.state.phase is not Phase.ROLL} == set(Face)


def test_most_commands_of_a_game_are_foreseen_as_they_are_shown(tmp_path, monkeypatch) -> None:
    foreseen, chance = 0, Luck(3)
    with Touchscreen(tmp_path) as touch:
        lay_table(touch, beginning(3), app_die=False, open_chips=True)
        page, ahead = touch.page, touch.page._lookahead
        for widget in (page.board, page.column):
            monkeypatch.setattr(widget, "prepare_in_steps", lambda _shown: iter(()))
        for _command in range(COMMANDS):
            pause(touch)
            touch.step()
            known = [*ahead._layouts.values()]
            by = chance.pick(state(touch).deciders)
            page.decide(legal_command(replace(state(touch), pending=(by,)), chance))
            shown = page.column._shown
            if any(one is shown for one in known):
                foreseen += 1
                ahead._layouts.clear()
                assert ahead.layout(page._inputs).sheet == shown.sheet
            page.set_draft(EmptyDraft())
    assert foreseen > COMMANDS / 2


def test_after_another_decision_than_foreseen_the_table_shows_that(touch: Touchscreen) -> None:
    pause(touch)
    touch.step()
    touch.page.decide(Roll(by=state(touch).decider, face=Face.WOOD))
    touch.tap("undo")
    pause(touch)
    touch.tap("redo")
    assert touch.page.board.picture.die_face is Face.WOOD
    assert touch.shows("aim.hut")
