"""The app on a screen that nobody sees, and a finger on it.

`Touchscreen` shows the app's own navigator in one Kivy window for the whole process. A touch enters
where the window hands the app a press of the panel, so it takes the way of a real finger through
the input provider and the widget tree. Waiting moves the app's clock and costs no time.
"""

import atexit
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
    from kiosk.config import KioskConfig
    from kiosk.machine.backlight import Backlight
    from kiosk.navigator import Page
    from kiosk.panel_link import PanelLink
    from kiosk.pieces.board import BoardView
    from kiosk.ui.surface import Box, Inscription
    from kiosk.ui.tap import Tap

Point = tuple[float, float]
Size = tuple[int, int]

SIZES: tuple[Size, ...] = ((800, 480), (1024, 600), (1280, 720))
"""The sizes of screens that lie that the layouts are made for."""

UPRIGHT: tuple[Size, ...] = ((480, 800), (600, 1024), (720, 1280))
"""The same for screens that stand upright, or are turned to somebody at the side."""

SQUARER: tuple[Size, ...] = ((1280, 800), (800, 600), (1024, 768), (600, 800), (768, 1024))
"""Squarer ones that they are made for, too: what is shown in all others is shown in two of them."""

EXTREME: tuple[Size, ...] = ((480, 320), (480, 480), (720, 720), (720, 740), (2160, 1440))
"""The smallest and the largest, and square ones, one of which just stands."""


class Layout(NamedTuple):
    """The size that people see, how far the display is turned, and whether letters are large."""

    size: Size
    rotation: Rotation = Rotation.NONE
    large: bool = False

    @property
    def name(self) -> str:
        """What it is called on the command line."""
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
"""All layouts by their names."""

_FRAME = 1 / 30
_AWAY = 1.1
"""Seconds after which a finger comes to a place anew."""
WRITING = 60
"""Seconds after which a writer is taken for stuck."""


def route(page: str) -> routes.Route:
    """The plain way to a page by its name, such as `past_game`."""
    found: type[routes.Route] = getattr(routes, page.title().replace("_", ""))
    return found()


def read_size(text: str) -> Size:
    """A window size from the command line, such as 800x480; in pixels."""
    width, height = text.split("x")
    return int(width), int(height)


def configure() -> None:
    """Set Kivy up as the app does, but off screen and apart from this machine's Kivy.

    Has to run before anything of Kivy is imported.
    """
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
    # A machine without a time zone asks for one.
    os.environ.setdefault("TZ", "UTC")
    home = tempfile.mkdtemp(prefix="kivy-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    os.environ["KIVY_HOME"] = home
    process.configure(*SIZES[0], fullscreen=False)


class _Clock:
    """The app's clock: no time but what is skipped passes, however slow the machine is."""

    def __init__(self) -> None:
        from kivy.clock import Clock  # noqa: PLC0415

        # As the last frame knew it: what begins before the first one has not waited already.
        self._now = float(Clock.get_time())
        Clock.time = self

    def __call__(self) -> float:
        return self._now

    def skip(self, seconds: float) -> None:
        self._now += seconds


class _Window:
    """The one window of this process, its input, and its clock."""

    def __init__(self) -> None:
        from kivy.base import EventLoop, runTouchApp  # noqa: PLC0415
        from kivy.clock import Clock  # noqa: PLC0415
        from kivy.core.window import Window  # noqa: PLC0415

        self.kivy = Window
        self.clock = _Clock()
        self._frames = Clock
        Clock._max_fps = 0  # a frame comes when it is asked for
        self._loop = EventLoop
        runTouchApp(embedded=True)

    def resize(self, size: Size, below: int) -> None:
        """Be large enough for pages of that size as they lie in the window, and so much below."""
        from kivy.metrics import Metrics  # noqa: PLC0415

        from kiosk.ui import theme  # noqa: PLC0415

        if tuple(self.kivy.size) != (size[0], size[1] + below):
            self.kivy.size = (size[0], size[1] + below)
            self.draw()
        # Whoever has ever been measured is told of it, also where it is as it was.
        for measure, wanted in (("density", theme.scale(*size)), ("fontscale", 1.0)):
            if getattr(Metrics, measure) != wanted:
                setattr(Metrics, measure, wanted)
        self.kivy.clearcolor = (*theme.GROUND, 1)

    def step(self) -> None:
        """A frame as Kivy makes it, but for the drawing, which takes longest and nobody sees."""
        self._frames.tick()
        self._loop.dispatch_input()
        self._frames.tick_draw()

    def draw(self) -> None:
        """A frame and its picture."""
        self._loop.idle()

    def finger(self, what: str, point: Point, button: str = "left") -> None:
        """Tell what the panel tells: `down`, `move` or `up` at a point, y counted upwards.

        Another `button` is a mouse's: Kivy calls a notch of its wheel one, too.
        """
        x, y = point[0], self.kivy.height - 1 - point[1]
        values = (x, y, []) if what == "move" else (x, y, button, [])
        self.kivy.dispatch(f"on_mouse_{what}", *values)
        self.step()

    def key(self, what: str, key: int, held: Sequence[str] = ()) -> None:
        """Tell what a keyboard tells: a key goes `down` or `up`, while others are `held`."""
        self.kivy.dispatch(f"on_key_{what}", key, 0, None, [*held])
        self.step()


_window: list[_Window] = []


def the_window() -> _Window:
    """The window of this process, whose clock is its own from now on."""
    if not _window:
        _window.append(_Window())
    return _window[0]


class NotOnScreenError(Exception):
    """What somebody wants to tap is not shown."""


def says(touch: "Touchscreen", words: str) -> bool:
    """Whether those words stand in a text on the screen."""
    return any(words in text for text in touch.texts())


def needs_drawing() -> bool:
    """Whether the window has changed since it was drawn."""
    return bool(the_window().kivy.canvas.needs_redraw)


def comes_to_rest(touch: "Touchscreen", seconds: float = 2) -> bool:
    """Whether the picture stays as it is for so long.

    In a long run the window asks once in a while, by itself, to be drawn again: unrest goes on.
    """
    for _again in range(2):
        touch.draw()
        touch.wait(seconds)
        if not needs_drawing():
            return True
    return False


class Touchscreen(AbstractContextManager):
    """The app on `folder` with a screen of `size` pixels, and so many free `below` it.

    The screen is turned by `rotation`; its size is that which whoever faces it sees, and all points
    and boxes are told as they see them. The window has the display's size, which never turns.

    `panel` is the panel it is linked with, `panel_config` what panel.toml says of that.
    `dim_after` and `dark_after`: seconds until the screen would dim and go dark; 0 for never.
    `mounted` is how the display is, where that is the table's to set: its rotation is `rotation`
    then, whatever it says. `at` is the screen that is shown at first; "" for none.

    Before and after each touch, and in each frame, all is written that was handed over to be
    saved, unless `waits_for_writer` is taken back: on a disk that is slow on purpose.
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
        width, height = rotation.size(*size)
        self._window.resize((round(width), round(height)), below)
        self.app_state = app_state or AppState(folder)
        self.idle_timer = IdleTimer(Clock.get_time, dim_after, dark_after)
        self._unwatch = self.idle_timer.watch(self._window.kivy)
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
        """Leave the screen and let go of the data folder, as the app does when it ends."""
        if self.navigator.page is not None:
            self.navigator.page.close()
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

    def __exit__(self, *_details: object) -> None:
        self.close()

    # What is shown

    @property
    def link(self) -> "PanelLink":
        """The link to the panel. Raises NotOnScreenError where there is none."""
        if self._link is None:
            raise NotOnScreenError("there is no panel")
        return self._link

    @property
    def page(self) -> "Page":
        """The screen that is shown."""
        if self.navigator.page is None:
            raise NotOnScreenError("no screen is shown")
        return self.navigator.page

    @property
    def name(self) -> str:
        """The name of the screen that is shown."""
        shown = self.navigator.shown
        return "" if shown is None else routes.name_of(shown)

    def widgets(self) -> "Iterator[Widget]":
        """Every widget of the screen."""
        yield from self.page.walk(restrict=True)

    def taps(self) -> "list[Tap]":
        """Everything on the screen that can be tapped."""
        from kiosk.ui.tap import Tap  # noqa: PLC0415

        return [widget for widget in self.widgets() if isinstance(widget, Tap)]

    def keys(self) -> list[str]:
        """The keys of all that can be tapped."""
        return [tap.key for tap in self.taps()]

    def shows(self, key: str) -> bool:
        """Whether something with that key can be tapped."""
        return any(tap.key == key for tap in self.taps())

    def find(self, key: str) -> "Tap":
        """The one thing with that key. Raises NotOnScreenError where there is none, or two."""
        found = [tap for tap in self.taps() if tap.key == key]
        if len(found) != 1:
            shown = " ".join(self.keys())
            raise NotOnScreenError(f"{len(found)} of {key!r} on {self.name!r}: {shown}")
        return found[0]

    @property
    def board(self) -> "BoardView":
        """The board that is shown. Raises NotOnScreenError where there is none, or two."""
        from kiosk.pieces.board import BoardView  # noqa: PLC0415

        found = [widget for widget in self.widgets() if isinstance(widget, BoardView)]
        if len(found) != 1:
            raise NotOnScreenError(f"{len(found)} boards on {self.name!r}")
        return found[0]

    def texts(self) -> list[str]:
        """Every text on the screen."""
        return [inscription.text for inscription in self.inscriptions()]

    def inscriptions(self) -> list["Inscription"]:
        """All that is written on the screen."""
        return [
            inscription
            for widget in self.widgets()
            for inscription in getattr(widget, "inscriptions", ())
        ]

    # What a finger does

    def tap(self, *keys: str) -> None:
        """Tap the one thing with each key in its middle, one after the other, and look at each."""
        for key in keys:
            _wait_for_writer(self)
            self._look()
            self.tap_at(self.place(key).center)

    def tap_at_once(self, key: str) -> None:
        """Tap the one thing with that key, as soon as it is there."""
        self.tap_at(self.place(key).center)

    def tap_field(self, field: int) -> None:
        """Look, and tap a field of the board."""
        self._look()
        self.tap_at(self.board.field_center(field))

    def tap_plain(self, plain: object) -> None:
        """Look, and tap a high plain of the board."""
        self._look()
        self.tap_at(self.board.plain_center(plain))

    def drag_worker(self, plain: object, level: int, target: object) -> None:
        """Look, and carry a worker of a plain, `level` 1 at the bottom, to another one."""
        self._look()
        self.slide([self.board.worker_center(plain, level), self.board.plain_center(target)])

    def drag_building(self, key: str, field: int) -> None:
        """Look, and carry a building from what has that key onto a field."""
        self._look()
        self.slide([self.place(key).center, self.board.field_center(field)])

    def _look(self) -> None:
        """Let so much time pass that the next tap is meant, wherever it is."""
        self._window.clock.skip(_AWAY)

    def place(self, key: str) -> "Box":
        """Where the one thing with that key lies on the page, however far it is turned there."""
        return self.find(key).box_on(self.page)

    def tap_at(self, point: Point) -> None:
        """Put a finger down at a point in pixels and lift it there."""
        with self.held_at(point):
            pass

    def tap_in_window(self, point: Point) -> None:
        """Tap a point of the window, however the screen is turned by then."""
        _wait_for_writer(self)
        self._window.finger("down", point)
        self._window.finger("up", point)
        _wait_for_writer(self)

    def slide(self, points: Iterable[Point]) -> None:
        """Put a finger down at the first point, go along the others as they come, and lift it."""
        way = iter(points)
        with self.held_at(next(way)):
            for point in way:
                self._finger("move", point)

    @contextmanager
    def held(self, key: str) -> Iterator[None]:
        """Keep a finger on the thing with that key."""
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

    # What a mouse does

    def click(self, button: str, point: Point, seconds: float = 0) -> None:
        """Press a button of a mouse for so long; its wheel tells of each notch as of a button."""
        place = self.navigator.to_window(*point)
        self._window.finger("down", place, button)
        self.wait(seconds)
        self._window.finger("up", place, button)

    # What a keyboard does

    def press(self, *keys: int, seconds: float = 0.4, held: Sequence[str] = ()) -> None:
        """Press keys by Kivy's numbers one after the other, as slowly as people do."""
        for key in keys:
            _wait_for_writer(self)
            self._window.key("down", key, held)
            self._window.key("up", key)
            self.wait(seconds)

    def hold_key(self, key: int, times: int) -> None:
        """Hold a key so long that it comes so many times."""
        for _again in range(times):
            self._window.key("down", key)
            self.wait(0.05)
        self._window.key("up", key)
        self.wait(0.4)

    def type(self, text: str) -> None:
        """Type characters."""
        for sign in text:
            self._window.key("down", ord(sign.lower()))
            self._window.kivy.dispatch("on_textinput", sign)
            self._window.key("up", ord(sign.lower()))
        self.step()

    # Time

    def step(self) -> None:
        """Let one frame pass."""
        _wait_for_writer(self)
        self._window.step()

    def wait(self, seconds: float) -> None:
        """Let that much of the app's time pass, frame by frame."""
        for _frame in range(round(seconds / _FRAME)):
            self._window.clock.skip(_FRAME)
            self.step()

    def draw(self) -> None:
        """Draw the picture, which a step leaves out."""
        self._window.draw()

    def shot(self, path: Path, part: "Box | None" = None) -> None:
        """Keep a picture of the window, or of that part of it, as a PNG file."""
        from kivy.core.image import Image  # noqa: PLC0415

        from tests.kiosk.picture_of import picture_of  # noqa: PLC0415

        self._window.draw()
        picture = picture_of(self.navigator)
        if part is not None:
            picture = picture.get_region(*map(round, (part.x, part.y, part.width, part.height)))
        # Kivy turns the rows of a region round by itself.
        Image(picture).save(str(path), flipped=part is None)


def _wait_for_writer(touch: Touchscreen) -> None:
    """Nobody is quicker than a disk should be; how slow this machine's is tells nothing."""
    if touch.waits_for_writer and not touch.app_state.finish(WRITING):
        raise TimeoutError("the writer does not come to an end")
