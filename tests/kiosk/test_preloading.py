"""The pages are loaded after the first picture, one at a time, while nobody touches the screen."""

import gc
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from weakref import ref

import pytest

from companion.memory.statistics.store import sums_by_name
from kiosk import navigator, preloading
from kiosk.navigator import Page
from kiosk.pages.history import HistoryPage
from kiosk.pages.settings import SettingsPage
from kiosk.pages.start import StartPage
from kiosk.pieces import drawing
from kiosk.pieces.drawing import die
from kiosk.preloading import MODULES, Preloading
from kiosk.ui import sprite_atlas, surface
from tests.companion.playing import commands
from tests.kiosk.all_pages import all_pages
from tests.kiosk.laid_games import beginning, left_game
from tests.kiosk.touch import SIZES, UPRIGHT, Touchscreen

FIRST = "start"
BEHIND_THE_FIRST = "machine"
"""Only where there is a machine that can be asked."""


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names that are imported, in order; they are imported for real."""
    names = []
    import_module = preloading.import_module

    def noting(name: str) -> object:
        names.append(name)
        return import_module(name)

    monkeypatch.setattr(preloading, "import_module", noting)
    return names


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    with Touchscreen(tmp_path, at=FIRST) as shown:
        shown.draw()
        yield shown


@pytest.fixture
def done(touch: Touchscreen) -> Iterator[list[str]]:
    """Preloads, and holds a word once that is done."""
    said = []
    begun = Preloading(touch.idle_timer, touch.navigator, lambda: said.append("done"))
    yield said
    begun.close()


def redraw(touch: Touchscreen) -> None:
    touch.navigator.go(FIRST)
    touch.draw()


def test_nothing_is_loaded_before_the_first_picture(touch, loaded, done):
    touch.wait(5)
    assert loaded == []


def test_after_it_everything_is_loaded_in_order_and_that_is_told_once(touch, loaded, done):
    redraw(touch)
    touch.wait(5)
    redraw(touch)
    touch.wait(5)
    assert tuple(loaded) == MODULES
    assert done == ["done"]
    assert set(MODULES) <= set(sys.modules)


def test_one_module_a_frame_so_that_no_touch_waits_for_two(touch, loaded, done):
    redraw(touch)
    touch.wait(0.6)
    before = len(loaded)
    touch.wait(1 / 30)
    assert len(loaded) <= before + 1


def test_nothing_is_loaded_while_fingers_follow_each_other(touch, loaded, done):
    redraw(touch)
    for _tap in range(20):
        touch.tap_at((1, 1))
        touch.wait(0.3)
    assert loaded == []
    touch.wait(2)
    assert loaded != []


def test_nothing_is_loaded_once_the_app_has_ended(touch, loaded):
    ended = Preloading(touch.idle_timer, touch.navigator, list)
    redraw(touch)
    ended.close()
    touch.wait(5)
    assert loaded == []


def drawn_ahead(touch: Touchscreen) -> tuple[set, set, int]:
    """What is kept of the game that waits, what its board needs, and the most of that in a frame.

    A card that is made meanwhile may come with more than one sign: only the board's pieces count.
    """
    session = touch.app_state.begin(beginning(3))
    for command in commands(beginning(3), 60):
        session.apply(command)
    touch.step()
    touch.navigator.go(FIRST)
    touch.draw()
    sprite_atlas.forget()
    kept = sprite_atlas._atlas.kept
    begun = Preloading(touch.idle_timer, touch.navigator, list)
    redraw(touch)
    frames = []
    for _frame in range(200):
        before = set(kept)
        touch.wait(1 / 30)
        frames.append(kept.keys() - before)
    ahead = set(kept)
    touch.tap("resume")
    kept.clear()
    list(touch.board._pieces.draw_ahead(touch.board.picture))
    begun.close()
    return ahead, set(kept), max(len(new & kept.keys()) for new in frames)


@pytest.mark.parametrize("size", [SIZES[0], UPRIGHT[0]], ids=str)
def test_the_pieces_of_the_game_that_waits_are_drawn_ahead(tmp_path, size):
    with Touchscreen(tmp_path, size) as touch:
        ahead, on_the_board, _most = drawn_ahead(touch)
    assert {drawing.worker, drawing.rune_stone} <= {key[0] for key in on_the_board}
    assert on_the_board <= ahead


def test_one_piece_a_frame_is_drawn_ahead(tmp_path):
    with Touchscreen(tmp_path) as touch:
        _ahead, _on_the_board, most = drawn_ahead(touch)
    assert most == 1


@pytest.mark.parametrize("size", [SIZES[0], UPRIGHT[0]], ids=str)
def test_the_way_to_the_table_of_the_game_that_waits_finds_nearly_all_drawn(tmp_path, size):
    with Touchscreen(tmp_path, size) as touch:
        session = touch.app_state.begin(beginning(3))
        for command in commands(beginning(3), 60):
            session.apply(command)
        touch.step()
        touch.navigator.go(FIRST)
        sprite_atlas.forget()
        for _step in touch.page.prepare():
            pass
        kept, written = set(sprite_atlas._atlas.kept), surface._lettering.cache_info().misses
        touch.tap("resume", "play")
        assert touch.name == "table"
        anew = {key[0] for key in sprite_atlas._atlas.kept.keys() - kept}
        assert anew <= {drawing.druid, die}
        assert surface._lettering.cache_info().misses - written <= 20  # of fifty: buttons, numbers


@pytest.fixture
def asked(touch: Touchscreen, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Preloads, and tells the pages that were asked to prepare."""
    pages = []

    def prepare(screen: Page) -> Iterator[None]:
        pages.append(screen.navigator.page_name)
        yield

    monkeypatch.setattr(StartPage, "prepare", prepare)
    monkeypatch.setattr(SettingsPage, "prepare", prepare)
    begun = Preloading(touch.idle_timer, touch.navigator, list)
    redraw(touch)
    touch.wait(5)
    yield pages
    begun.close()


def test_a_page_is_asked_anew_after_each_touch_and_then_left_alone(touch, asked):
    assert asked == [FIRST]
    touch.tap_at((1, 1))
    touch.wait(5)
    assert asked == [FIRST, FIRST]
    touch.wait(5)
    assert asked == [FIRST, FIRST]


def test_a_page_that_comes_without_a_touch_is_asked_too(touch, asked):
    touch.navigator.go("settings")
    touch.wait(5)
    assert asked == [FIRST, "settings"]


def test_no_page_is_asked_once_the_app_has_ended(touch):
    ended = Preloading(touch.idle_timer, touch.navigator, list)
    redraw(touch)
    touch.wait(5)
    ended.close()
    touch.tap_at((1, 1))
    touch.navigator.go("settings")
    touch.wait(5)
    assert not ended._clock.is_triggered


def summarize(touch: Touchscreen) -> bool:
    return bool(sums_by_name(touch.app_state.journal))


def test_finished_games_are_added_up_when_all_else_is_done(tmp_path):
    left_game(tmp_path, beginning(2))
    with Touchscreen(tmp_path, at=FIRST) as touch:
        said = []
        begun = Preloading(touch.idle_timer, touch.navigator, lambda: said.append(summarize(touch)))
        touch.draw()
        redraw(touch)
        touch.wait(10)
        assert said == [False]
        assert summarize(touch)
        assert not begun._clock.is_triggered
        begun.close()


def test_nothing_is_added_up_while_fingers_follow_each_other(tmp_path):
    left_game(tmp_path, beginning(2))
    with Touchscreen(tmp_path, at="settings") as touch:
        begun = Preloading(touch.idle_timer, touch.navigator, list)
        touch.draw()
        touch.navigator.go("settings")
        touch.draw()
        touch.wait(0.7 + len(MODULES) / 30)
        for _tap in range(40):
            touch.tap_at((1, 1))
            touch.wait(0.3)
        assert not summarize(touch)
        touch.wait(5)
        assert summarize(touch)
        begun.close()


class Ring:
    """Holds itself: only the garbage collector frees it."""

    def __init__(self) -> None:
        self.itself = self


def test_garbage_of_a_touch_is_collected_in_the_pause_after_it(touch, loaded, done):
    redraw(touch)
    touch.wait(5)
    touch.tap_at((1, 1))
    left = ref(Ring())
    touch.wait(0.3)
    assert left() is not None
    touch.wait(2)
    assert left() is None


def test_garbage_that_survived_many_pauses_is_collected_in_a_later_one(touch, loaded, done):
    redraw(touch)
    touch.wait(5)
    ring = Ring()
    left = ref(ring)
    for _touch in range(4):
        touch.tap_at((1, 1))
        touch.wait(2)
    del ring
    for _touch in range(24):
        touch.tap_at((1, 1))
        touch.wait(2)
    assert left() is None


def test_python_collects_nothing_while_taps_with_pauses_are_answered(tmp_path):
    with Touchscreen(tmp_path) as touch:
        touch.app_state.begin(beginning(3))
        touch.navigator.go("table")
        begun = Preloading(touch.idle_timer, touch.navigator, list)
        touch.draw()
        touch.wait(5)
        collected = []

        def note(phase: str, _info: dict[str, int]) -> None:
            collected.append(phase)

        touch.tap("menu", "back")  # what is kept of both from then on is made only once
        touch.wait(2)
        for _pair in range(8):
            for key in ("menu", "back"):
                gc.callbacks.append(note)
                touch.tap(key)
                gc.callbacks.remove(note)
                touch.wait(2)
        begun.close()
    assert collected == []


def test_python_collects_as_before_once_the_app_has_ended(touch):
    before = gc.get_threshold()
    begun = Preloading(touch.idle_timer, touch.navigator, list)
    assert gc.get_threshold() != before
    begun.close()
    assert gc.get_threshold() == before


def screens() -> dict[str, type[Page]]:
    """The screen of every page."""
    return {page: navigator._page(page) for page in sorted(all_pages())}


def test_every_page_is_preloaded_or_lies_behind_one_that_is_before_it() -> None:
    loaded = {FIRST, *(page for page in screens() if navigator.module_of(page) in MODULES)}
    loaded.add(BEHIND_THE_FIRST)
    behind = {page: screen.leads_to for page, screen in screens().items()}
    found = loaded & behind.keys()
    while found != (further := found.union(*(behind[page] for page in found))):
        found = further
    assert found == behind.keys()
    assert not {page for pages in behind.values() for page in pages} & loaded
    assert all(find_spec(name) for name in MODULES)


@pytest.fixture
def unloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies behind pages counts as not loaded yet."""
    for page in {page for screen in screens().values() for page in screen.leads_to}:
        monkeypatch.delitem(sys.modules, navigator.module_of(page))


def test_what_lies_behind_a_page_is_loaded_while_that_is_shown(touch, loaded, done, unloaded):
    redraw(touch)
    touch.wait(5)
    assert tuple(loaded) == MODULES
    touch.navigator.go("history")
    touch.wait(5)
    behind = [navigator.module_of(page) for page in HistoryPage.leads_to]
    assert loaded[len(MODULES) :] == behind
    touch.navigator.go(FIRST)
    touch.navigator.go("history")
    touch.wait(5)
    assert loaded[len(MODULES) :] == behind
