import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

from kiosk import preloading, routes
from kiosk.navigator import Page
from kiosk.pages.settings import SettingsPage
from kiosk.pages.start import StartPage
from kiosk.preloading import MODULES, Preloader
from kiosk.routes import Route
from tests.kiosk.laid_games import beginning
from tests.kiosk.touch import FRAME, Touchscreen, route

pytestmark = pytest.mark.usefixtures("painted", "only_new_garbage")

FIRST = "start"


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str | type[Route]]:
    names = []

    def with_note(load: Callable[[Any], object], what: Any) -> object:
        names.append(what)
        return load(what)

    for name in ("import_module", "page_class"):
        monkeypatch.setattr(preloading, name, partial(with_note, getattr(preloading, name)))
    return names


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Touchscreen]:
    with Touchscreen(tmp_path, at=FIRST) as shown:
        shown.draw()
        yield shown


@pytest.fixture
def done(touch: Touchscreen) -> Iterator[list[str]]:
    said = []
    with closing(Preloader(touch.idle_timer, touch.navigator, lambda: said.append("done"))):
        yield said


def redraw(touch: Touchscreen) -> None:
    touch.navigator.go(route(FIRST))
    touch.draw()


def test_after_the_first_picture_all_is_loaded_in_order_a_module_a_frame_and_that_is_told_once(
    touch, loaded, done
):
    touch.wait(5)
    assert loaded == []
    redraw(touch)
    touch.wait(0.6)
    while not done:
        before = len(loaded)
        touch.wait(FRAME)
        assert len(loaded) <= before + 1
    redraw(touch)
    touch.wait(5)
    assert tuple(loaded) == MODULES
    assert done == ["done"]
    assert {name for name in MODULES if isinstance(name, str)} <= set(sys.modules)


def test_nothing_is_loaded_while_fingers_follow_each_other(touch, loaded, done):
    redraw(touch)
    for _tap in range(20):
        touch.tap_at((1, 1))
        touch.wait(0.3)
    assert loaded == []
    touch.wait(2)
    assert loaded != []


@pytest.fixture
def asked(touch: Touchscreen, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    pages = []

    def prepare_in_steps(screen: Page) -> Iterator[None]:
        pages.append(routes.page_module_name(screen.navigator.current_route))
        yield

    monkeypatch.setattr(StartPage, "prepare_in_steps", prepare_in_steps)
    monkeypatch.setattr(SettingsPage, "prepare_in_steps", prepare_in_steps)
    with closing(Preloader(touch.idle_timer, touch.navigator, list)):
        redraw(touch)
        touch.wait(5)
        yield pages


def test_a_page_is_asked_anew_after_each_touch_and_then_left_alone(touch, asked):
    assert asked == [FIRST]
    touch.tap_at((1, 1))
    touch.wait(5)
    assert asked == [FIRST, FIRST]
    touch.wait(5)
    assert asked == [FIRST, FIRST]


def test_as_many_steps_are_taken_in_a_frame_as_a_touch_may_wait_for(touch, monkeypatch):
    taken = []

    def prepare_in_steps(_screen: Page) -> Iterator[None]:
        for step in range(100):
            taken.append(step)
            yield

    monkeypatch.setattr(StartPage, "prepare_in_steps", prepare_in_steps)
    monkeypatch.setattr(preloading, "perf_counter", count(0, 0.003).__next__)
    in_a_frame = set()
    with closing(Preloader(touch.idle_timer, touch.navigator, list)):
        redraw(touch)
        while len(taken) < 50:
            before = len(taken)
            touch.wait(FRAME)
            in_a_frame.add(len(taken) - before)
    assert in_a_frame <= {0, 3}


class Ring:
    """Holds itself: only the garbage collector frees it."""

    def __init__(self) -> None:
        self.itself = self


def test_memory_is_given_back_once_a_page_has_prepared_for_the_first_time(
    touch, loaded, done, monkeypatch
):
    given = []
    monkeypatch.setattr(preloading, "return_unused_memory", lambda: given.append(touch.name))
    monkeypatch.setattr(preloading, "_THRESHOLDS", (2_000, 6, 1_000_000))  # no garbage is due
    redraw(touch)
    touch.wait(5)
    for page in ("settings", FIRST, "settings", FIRST):
        touch.navigator.go(route(page))
        touch.wait(5)
    assert given == [FIRST, "settings"]


def test_garbage_is_collected_in_the_pause_after_a_touch_and_if_it_survived_many_in_a_later_one(
    touch, loaded, done
):
    redraw(touch)
    touch.wait(5)
    ring = Ring()
    long_kept = ref(ring)
    touch.tap_at((1, 1))
    left = ref(Ring())
    touch.wait(0.3)
    assert left() is not None
    touch.wait(2)
    assert left() is None
    for _touch in range(3):
        touch.tap_at((1, 1))
        touch.wait(2)
    del ring
    for _touch in range(24):
        touch.tap_at((1, 1))
        touch.wait(2)
    assert long_kept() is None


def test_python_collects_nothing_while_taps_with_pauses_are_answered(tmp_path):
    with Touchscreen(tmp_path) as touch:
        touch.app_state.begin_game(beginning(3))
        touch.navigator.go(routes.Table())
        collected = []

        def note(phase: str, _info: dict[str, int]) -> None:
            collected.append(phase)

        with closing(Preloader(touch.idle_timer, touch.navigator, list)):
            touch.draw()
            touch.wait(5)
            touch.tap("menu", "back")  # what is kept of both from then on is made only once
            touch.wait(2)
            for _pair in range(8):
                for key in ("menu", "back"):
                    gc.callbacks.append(note)
                    touch.tap(key)
                    gc.callbacks.remove(note)
                    touch.wait(2)
    assert collected == []


def test_python_collects_as_before_once_the_app_has_ended(touch):
    before = gc.get_threshold()
    with closing(Preloader(touch.idle_timer, touch.navigator, list)):
        assert gc.get_threshold() != before
    assert gc.get_threshold() == before
