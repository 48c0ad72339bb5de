import gc
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest

from deploy.catalogues import compile_catalogues
from kiosk import routes
from kiosk.words.booklet import set_booklet_available
from kiosk.words.language import SOURCE_LANGUAGE, use_language
from tests.kiosk.touch import SIZES, Size, Touchscreen, configure

if TYPE_CHECKING:
    from kiosk.settings import Settings
    from tests.kiosk.touch_with_panel import PanelTouchscreen

compile_catalogues()
configure()


def _draws() -> bool:
    return "kiosk.ui.surface" in sys.modules


KEPT_TEXTS = 4096


@pytest.fixture(scope="session", autouse=True)
def _measured_once() -> Iterator[None]:
    """Measure each text once for all tests, which show more texts than the app keeps."""
    if not _draws():
        yield
        return
    from kiosk.ui import label, surface  # noqa: PLC0415 - Kivy is configured by now
    from tests.kiosk.unpainted import safely_released  # noqa: PLC0415 - likewise

    with (
        patch.object(label, "_word_extent", cache(label._word_extent.__wrapped__)),
        patch.object(surface, "_extent", cache(surface._extent.__wrapped__)),
        patch.object(surface, "_lettering", lru_cache(KEPT_TEXTS)(surface._lettering.__wrapped__)),
        safely_released(),
    ):
        yield


@pytest.fixture(scope="session", autouse=True)
def _however_busy_this_machine_is() -> Iterator[None]:
    if "kiosk.app_state" not in sys.modules:
        yield
        return
    from tests.kiosk.patience import patient  # noqa: PLC0415 - Kivy is configured by now

    with patient():
        yield


@pytest.fixture
def longest_words() -> Iterator[None]:
    """Each sentence in whichever language has the longest one for it."""
    from tests.kiosk.longest_language import longest_language  # noqa: PLC0415 - likewise

    with longest_language():
        yield


@pytest.fixture
def painted() -> None:
    """For tests that look at pictures, or at what is kept of them: all is painted."""


@pytest.fixture(autouse=True)
def _painted_where_somebody_looks(request: pytest.FixtureRequest) -> Iterator[None]:
    if "painted" in request.fixturenames or not _draws():
        yield
        return
    from tests.kiosk.unpainted import unpainted  # noqa: PLC0415 - Kivy is configured by now

    with unpainted():
        yield


@pytest.fixture(scope="module")
def only_new_garbage() -> None:
    """For tests of the garbage collector, which then passes over all that other tests have left."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def size() -> Size:
    return SIZES[0]


@pytest.fixture
def screen(tmp_path: Path, size: Size) -> Iterator[Touchscreen]:
    """An app that nobody has played with yet."""
    with Touchscreen(tmp_path, size) as screen:
        yield screen


@pytest.fixture
def started(screen: Touchscreen) -> Touchscreen:
    """The first page of that app."""
    screen.navigator.go(routes.Start())
    return screen


@pytest.fixture
def touch(screen: Touchscreen) -> Touchscreen:
    return screen


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Sets the machine's time zone; afterwards this process has its own one again."""

    def set_zone(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield set_zone
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def light(tmp_path: Path) -> Path:
    """The brightness of the one light that the system in `tmp_path / "lights"` knows, 0 to 200."""
    light = tmp_path / "lights/panel/brightness"
    light.parent.mkdir(parents=True)
    light.write_text("200\n")
    light.with_name("max_brightness").write_text("200\n")
    return light


@pytest.fixture
def rolling(tmp_path: Path) -> "Iterator[PanelTouchscreen]":
    from kiosk.settings import Settings  # noqa: PLC0415 - Kivy is configured by now

    yield from _asked_to_roll(tmp_path, Settings(motion=False))


@pytest.fixture
def lively(tmp_path: Path) -> "Iterator[PanelTouchscreen]":
    from kiosk.settings import Settings  # noqa: PLC0415 - Kivy is configured by now

    yield from _asked_to_roll(tmp_path, Settings())


def _asked_to_roll(folder: Path, settings: "Settings") -> "Iterator[PanelTouchscreen]":
    from companion.state import Phase  # noqa: PLC0415 - Kivy is configured by now
    from tests.kiosk.panel_tables import app_state_at  # noqa: PLC0415 - likewise
    from tests.kiosk.touch_with_panel import PanelTouchscreen  # noqa: PLC0415 - likewise

    app_state = app_state_at(folder, Phase.ROLL, settings)
    with PanelTouchscreen(folder, app_state=app_state) as touch:
        touch.navigator.go(routes.Table())
        yield touch


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """A test that speaks another language, or names pages, leaves none of it to the next."""
    yield
    use_language(SOURCE_LANGUAGE)
    set_booklet_available(available=False)


@pytest.fixture
def booklet() -> None:
    set_booklet_available(available=True)
