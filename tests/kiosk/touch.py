"""The app on an off-screen window, and a finger on it.

`Touchscreen` shows the app's own navigator in one Kivy window for the whole process. A touch enters
where the window passes on input of the panel, so it takes the way of a real finger through the
input provider and the widget tree. Waiting moves the app's clock and costs no time.
"""

import atexit
import math
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from kiosk import process, routes
from kiosk.rotation import Rotation

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from hardware.panel import Panel
    from hardware.panel_config import PanelConfig
    from kiosk.app_state import AppState
    from kiosk.machine.backlight import Backlight
    from kiosk.navigator import Page
    from kiosk.panel_link import PanelLink
    from kiosk.pieces.board import BoardView
    from kiosk.settings import KioskConfig
    from kiosk.ui.surface import Box, WrittenText
    from kiosk.ui.tap import TapButton

Point = tuple[float, float]
Size = tuple[int, int]

SIZES: tuple[Size, ...] = ((800, 480), (1024, 600), (1280, 720))
"""Sizes of wide screens that the layouts are made for."""

UPRIGHT: tuple[Size, ...] = ((480, 800), (600, 1024), (720, 1280))
"""The same for upright screens, or rotated ones."""

SQUARER: tuple[Size, ...] = ((1280, 800), (800, 600), (1024, 768), (600, 800), (768, 1024))
"""Squarer sizes; pages shown in all other sizes are shown in two of them."""

EXTREME: tuple[Size, ...] = ((480, 320), (480, 480), (720, 720), (720, 740), (2160, 1440))
"""The smallest and the largest size, and square ones, one of which counts as upright."""


class Layout(NamedTuple):
    """The visible size, the rotation of the display, and whether letters are large."""

    size: Size
    rotation: Rotation = Rotation.NONE
    large: bool = False

    @property
    def name(self) -> str:
        width, height = self.size
        return f"{width}x{height}-{self.rotation:d}-{'large' if self.large else 'usual'}"


LAYOUTS = {
    layout.name: layout
    for layout in (
        Layout(size, rotation, large)
        for size in (*SIZES, *UPRIGHT, *SQUARER, *EXTREME)
        for rotation in Rotation
        for large in (False, True)
    )
}
"""All layouts by name."""

FRAME = 1 / 32
"""Seconds. Sums of it are exact, so that no comparison depends on how long this machine has run."""
COARSE_FRAME = 1 / 4
"""Seconds. For waits in which nothing moves: a frame costs as much however long it is."""
_AWAY = 1.125
"""Seconds after which a finger at the same place counts as new."""
WRITING = 60
"""Seconds after which a writer counts as stuck."""


def route(page: str) -> routes.Route:
    found: type[routes.Route] = getattr(routes, page.title().replace("_", ""))
    return found()


def read_size(text: str) -> Size:
    """Parse a window size from the command line, such as 800x480; in pixels."""
    width, height = text.split("x")
    return int(width), int(height)


def configure() -> None:
    """Set up Kivy as the app does, but off screen and with a separate home.

    Call it before anything of Kivy is imported.
    """
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
    # A machine without a time zone asks for one.
    os.environ.setdefault("TZ", "UTC")
    home = tempfile.mkdtemp(prefix="kivy-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    os.environ["KIVY_HOME"] = home
    process.configure_kivy(*SIZES[0], fullscreen=False)


class _Clock:
    """The app's clock: only skipped time passes, however slow the machine is."""

    def __init__(self) -> None:
        from kivy.clock import Clock  # noqa: PLC0415

        # About as of the last frame: events before the first one have hardly waited yet.
        self._now = float(math.ceil(Clock.get_time()))
        Clock.time = self

    def __call__(self) -> float:
        return self._now

    def skip(self, seconds: float) -> None:
        self._now += seconds


class _Window:
    def __init__(self) -> None:
        from kivy.base import EventLoop, runTouchApp  # noqa: PLC0415
        from kivy.clock import Clock  # noqa: PLC0415
        from kivy.core.window import Window  # noqa: PLC0415

        self.kivy = Window
        self.clock = _Clock()
        self._frames = Clock
        Clock._max_fps = 0  # frames come only on request
        self._loop = EventLoop
        runTouchApp(embedded=True)

    def resize(self, size: Size, below: int) -> None:
        """Resize for pages of that size as they appear in the window, with room `below`."""
        from kivy.metrics import Metrics  # noqa: PLC0415

        from kiosk.ui import theme  # noqa: PLC0415

        if tuple(self.kivy.size) != (size[0], size[1] + below):
            self.kivy.size = (size[0], size[1] + below)
            self.draw()
        # Every widget ever measured is notified, even without a change.
        for measure, wanted in (("density", theme.pixels_per_dp(*size)), ("fontscale", 1.0)):
            if getattr(Metrics, measure) != wanted:
                setattr(Metrics, measure, wanted)
        self.kivy.clearcolor = (*theme.GROUND, 1)

    @staticmethod
    def use_usual_letters() -> None:
        from kivy.metrics import Metrics  # noqa: PLC0415

        if Metrics.fontscale != 1:
            Metrics.fontscale = 1.0

    def step(self) -> None:
        """Run a frame as Kivy does, but without drawing, which takes longest."""
        self._frames.tick()
        self._loop.dispatch_input()
        self._frames.tick_draw()

    def draw(self) -> None:
        self._loop.idle()

    def finger(self, what: str, point: Point, button: str = "left") -> None:
        """Send input of the panel: `down`, `move` or `up` at a point, y counted upwards.

        Another `button` is a mouse's: Kivy treats a notch of its wheel as one, too.
        """
        x, y = point[0], self.kivy.height - 1 - point[1]
        values = (x, y, []) if what == "move" else (x, y, button, [])
        self.kivy.dispatch(f"on_mouse_{what}", *values)
        self.step()

    def key(self, what: str, key: int, held: Sequence[str] = ()) -> None:
        """Send input of a keyboard: a key goes `down` or `up`, while others are `held`."""
        self.kivy.dispatch(f"on_key_{what}", key, 0, None, [*held])
        self.step()


_window: list[_Window] = []


def the_window() -> _Window:
    """Return the window of this process, whose clock is manual from now on."""
    if not _window:
        _window.append(_Window())
    return _window[0]


class NotOnScreenError(Exception):
    """The target of a tap is not on the screen."""


def says(touch: "Touchscreen", words: str) -> bool:
    return any(words in text for text in touch.texts())


def needs_drawing() -> bool:
    return bool(the_window().kivy.canvas.needs_redraw)


def comes_to_rest(touch: "Touchscreen", seconds: float = 2) -> bool:
    """Whether the picture stays the same for some seconds.

    The window itself requests a redraw occasionally; real motion continues.
    """
    for _again in range(2):
        touch.draw()
        touch.wait(seconds)
        if not needs_drawing():
            return True
    return False


class Touchscreen(AbstractContextManager):
    """The app on `folder` with a screen of `size` pixels, and free pixels `below` it.

    The screen is turned by `rotation`; `size`, points and boxes are those of a viewer who faces it.
    The window has the display's size, which never turns. `panel` is the linked panel,
    `panel_config` its panel.toml. `dim_after` and `dark_after`: seconds until the screen would dim
    and go dark; 0 for never. `mounted` is the mounting of the display if the table can set it: its
    rotation is then `rotation`, whatever it says. `at` is the first page; "" for none.

    Before and after each touch, and in each frame, all pending saves are written, unless
    `waits_for_writer` is set to false: on a disk that is slow on purpose.
    """

    def __init__(
        self,
        folder: Path,
        size: Size = SIZES[0],
        *,
        below: int = 0,
        rotation: Rotation = Rotation.NONE,
        app_state: "AppState | None" = None,
        panel: "Panel | None" = None,
        panel_config: "PanelConfig | None" = None,
        backlight: "Backlight | None" = None,
        dim_after: float = 0,
        dark_after: float = 0,
        mounted: "KioskConfig | None" = None,
        at: str = "",
    ) -> None:
        from kivy.clock import Clock  # noqa: PLC0415

        from kiosk.app_state import AppState  # noqa: PLC0415
        from kiosk.display import Display  # noqa: PLC0415
        from kiosk.idle_timer import IdleTimer  # noqa: PLC0415
        from kiosk.keys import Keys  # noqa: PLC0415
        from kiosk.navigator import Navigator  # noqa: PLC0415
        from kiosk.panel_link import PanelLink  # noqa: PLC0415
        from kiosk.ui.rotated_view import RotatedView  # noqa: PLC0415
        from kiosk.ui.surface import Box  # noqa: PLC0415

        self._window = the_window()
        self.waits_for_writer = True
        width, height = rotation.rotated_size(*size)
        self._window.resize((round(width), round(height)), below)
        self.app_state = app_state or AppState(folder)
        self.idle_timer = IdleTimer(Clock.get_time, dim_after, dark_after)
        self._unwatch = self.idle_timer.watch_touches(self._window.kivy)
        self._link = None
        if panel is not None:
            self._link = PanelLink(panel, self.app_state, self.idle_timer, panel_config)
        self.rotated_view = RotatedView(Box(0, below, width, height), rotation)
        self.display = None
        if mounted is not None:
            config = replace(mounted, rotation=rotation)
            self.display = Display(self.app_state, self.rotated_view, config)
        self.navigator = Navigator(
            self.app_state,
            self.rotated_view,
            panel=self._link,
            backlight=backlight,
            display=self.display,
        )
        self.keyboard = Keys(self.navigator, self.idle_timer)
        self._leave_keys = self.keyboard.watch(self._window.kivy)
        self._window.kivy.add_widget(self.rotated_view)
        if at:
            self.navigator.go(route(at))

    def close(self) -> None:
        """Close the page and the data folder, as the app does when it ends."""
        if self.navigator.page is not None:
            self.navigator.page.destroy()
        self._unwatch()
        self._leave_keys()
        if self._link is not None:
            self._link.close()
        if self.display is not None:
            self.display.close()
        self.navigator.announcer.close()
        self._window.kivy.remove_widget(self.rotated_view)
        self.rotated_view.remove_widget(self.navigator)
        self.app_state.close()
        self.step()
        # Tests that only measure texts follow with usual letters.
        self._window.use_usual_letters()

    def __exit__(self, *_details: object) -> None:
        self.close()

    # Content

    @property
    def link(self) -> "PanelLink":
        """The link to the panel. Raises NotOnScreenError if there is none."""
        if self._link is None:
            raise NotOnScreenError("there is no panel")
        return self._link

    @property
    def page(self) -> "Page":
        if self.navigator.page is None:
            raise NotOnScreenError("no screen is shown")
        return self.navigator.page

    @property
    def name(self) -> str:
        shown = self.navigator.current_route
        return "" if shown is None else routes.page_module_name(shown)

    def widgets(self) -> "Iterator[Widget]":
        yield from self.page.walk(restrict=True)

    def taps(self) -> "list[TapButton]":
        from kiosk.ui.tap import TapButton  # noqa: PLC0415

        return [widget for widget in self.widgets() if isinstance(widget, TapButton)]

    def keys(self) -> list[str]:
        return [tap.key for tap in self.taps()]

    def shows(self, key: str) -> bool:
        return any(tap.key == key for tap in self.taps())

    def find(self, key: str) -> "TapButton":
        """Return the one button with that key. Raises NotOnScreenError if there is none, or two."""
        found = [tap for tap in self.taps() if tap.key == key]
        if len(found) != 1:
            shown = " ".join(self.keys())
            raise NotOnScreenError(f"{len(found)} of {key!r} on {self.name!r}: {shown}")
        return found[0]

    @property
    def board(self) -> "BoardView":
        """The board on the page. Raises NotOnScreenError if there is none, or two."""
        from kiosk.pieces.board import BoardView  # noqa: PLC0415

        found = [widget for widget in self.widgets() if isinstance(widget, BoardView)]
        if len(found) != 1:
            raise NotOnScreenError(f"{len(found)} boards on {self.name!r}")
        return found[0]

    def texts(self) -> list[str]:
        return [inscription.text for inscription in self.written_texts()]

    def written_texts(self) -> list["WrittenText"]:
        return [
            inscription
            for widget in self.widgets()
            for inscription in getattr(widget, "written_texts", ())
        ]

    # Fingers

    def tap(self, *keys: str) -> None:
        """Tap the middle of the button with each key, one after the other, looking at each."""
        for key in keys:
            _wait_for_writer(self)
            self._look()
            self.tap_at(self.place(key).center)

    def tap_at_once(self, key: str) -> None:
        """Tap the one button with that key as soon as it appears."""
        self.tap_at(self.place(key).center)

    def tap_field(self, field: int) -> None:
        self._look()
        self.tap_at(self.board.field_center(field))

    def tap_plain(self, plain: object) -> None:
        self._look()
        self.tap_at(self.board.plain_center(plain))

    def drag_worker(self, plain: object, level: int, target: object) -> None:
        """Look, and carry a worker of a plain, `level` 1 at the bottom, to another one."""
        self._look()
        self.slide([self.board.worker_center(plain, level), self.board.plain_center(target)])

    def drag_building(self, key: str, field: int) -> None:
        """Look, and carry a building from the button with that key onto a field."""
        self._look()
        self.slide([self.place(key).center, self.board.field_center(field)])

    def _look(self) -> None:
        self._window.step()  # what the last tap led to comes into sight
        self._window.clock.skip(_AWAY)

    def place(self, key: str) -> "Box":
        """Return the box of the one button with that key on the page, however it is rotated."""
        return self.find(key).box_to_ancestor(self.page)

    def tap_at(self, point: Point) -> None:
        """Put a finger down at a point in pixels and lift it there."""
        with self.held_at(point):
            pass

    def tap_in_window(self, point: Point) -> None:
        """Tap a point of the window, however the screen is rotated by then."""
        _wait_for_writer(self)
        self._window.finger("down", point)
        self._window.finger("up", point)
        _wait_for_writer(self)

    def slide(self, points: Iterable[Point]) -> None:
        """Put a finger down at the first point, move it along the others, and lift it."""
        way = iter(points)
        with self.held_at(next(way)):
            for point in way:
                self._finger("move", point)

    @contextmanager
    def held(self, key: str) -> Iterator[None]:
        """Keep a finger on the button with that key."""
        with self.held_at(self.place(key).center):
            yield

    @contextmanager
    def held_at(self, point: Point) -> Iterator[None]:
        """Keep a finger at a point, in pixels."""
        _wait_for_writer(self)
        self._finger("down", point)
        yield
        self._finger("up", point)
        _wait_for_writer(self)

    def _finger(self, what: str, point: Point) -> None:
        self._window.finger(what, self.navigator.to_window(*point))

    # Mouse

    def click(self, button: str, point: Point, seconds: float = 0) -> None:
        """Press a button of a mouse for some time; its wheel sends each notch as a button."""
        place = self.navigator.to_window(*point)
        self._window.finger("down", place, button)
        self.wait(seconds)
        self._window.finger("up", place, button)

    # Keyboard

    def press(self, *keys: int, seconds: float = 0.4, held: Sequence[str] = ()) -> None:
        """Press keys by Kivy's numbers one after the other, as slowly as people do."""
        for key in keys:
            _wait_for_writer(self)
            self._window.key("down", key, held)
            self._window.key("up", key)
            self.wait(seconds)

    def hold_key(self, key: int, times: int) -> None:
        """Hold a key so that it repeats a number of times."""
        for _again in range(times):
            self._window.key("down", key)
            self.wait(0.05)
        self._window.key("up", key)
        self.wait(0.4)

    def type(self, text: str) -> None:
        for sign in text:
            self._window.key("down", ord(sign.lower()))
            self._window.kivy.dispatch("on_textinput", sign)
            self._window.key("up", ord(sign.lower()))
        self.step()

    # Time

    def step(self) -> None:
        """Run one frame."""
        _wait_for_writer(self)
        self._window.step()

    def wait(self, seconds: float, frame: float = FRAME) -> None:
        """Run the app for some of its time, in frames of `frame` seconds."""
        for _frame in range(round(seconds / frame)):
            self._window.clock.skip(frame)
            self.step()

    def delay_next_frame(self, seconds: float) -> None:
        """Let some time pass in which the app shows nothing and hears of no touch."""
        self._window.clock.skip(seconds)

    def draw(self) -> None:
        self._window.draw()

    def shot(self, path: Path, part: "Box | None" = None) -> None:
        """Save a picture of the window, or of a part of it, as a PNG file."""
        from kivy.core.image import Image  # noqa: PLC0415

        from tests.kiosk.picture_of import picture_of  # noqa: PLC0415

        self._window.draw()
        picture = picture_of(self.navigator)
        if part is not None:
            picture = picture.get_region(*map(round, (part.x, part.y, part.width, part.height)))
        # Kivy returns the rows of a region upside down.
        Image(picture).save(str(path), flipped=part is None)


def _wait_for_writer(touch: Touchscreen) -> None:
    """Wait for the writer: how slow this machine's disk is must not matter."""
    if touch.waits_for_writer and not touch.app_state.wait_for_writes(WRITING):
        raise TimeoutError("the writer does not come to an end")
