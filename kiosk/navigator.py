"""The window's one child: shows a page at a time and moves between them."""

from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.input.motionevent import MotionEvent
from kivy.metrics import Metrics
from kivy.uix.widget import Widget

from companion.memory.played_game import PlayedGame
from kiosk import routes
from kiosk.app_state import AppState
from kiosk.back_stack import BackStack
from kiosk.background import Job, Result
from kiosk.display import Display
from kiosk.hearing import Hearing
from kiosk.machine.backlight import Backlight
from kiosk.machine.requests import this_machine
from kiosk.panel_link import PanelLink
from kiosk.rotation import Rotation
from kiosk.routes import Route
from kiosk.ui import sprite_atlas, theme
from kiosk.ui.debounce import Fingers
from kiosk.ui.rotated_view import QUIET_SECONDS, RotatedView
from kiosk.ui.surface import Box, Surface
from kiosk.words.booklet import use_booklet

if TYPE_CHECKING:
    from kiosk.machine.stick_job import StickJob

_MOTION_SECONDS = 1.1
"""So many seconds after a decision the druid has walked and points are counted."""


class Page(Surface):
    """What fills the window; `navigator` leads to other pages, `app_state` to the game.

    `route` is the way by which it was opened; None where people come back to it, and where it is
    made anew in another size: then `half_entered` is what they left. A page that its route says
    more of names its own one: `route: routes.Rules | None`. `leads_to` are the pages that people
    come to from here, and hardly from any that comes sooner: they are loaded while it is shown.
    """

    leads_to: tuple[type[Route], ...] = ()
    route: Route | None

    def __init__(self, navigator: "Navigator") -> None:
        super().__init__(navigator.box)
        self.navigator = navigator
        self.app_state = navigator.app_state
        self.route = navigator.route
        self.is_closed = False
        self._jobs: list[Job[Any]] = []

    def close(self) -> None:
        """Stop what it does in the background, too; it is told no more of that."""
        self.is_closed = True
        for job in self._jobs:
            job.stop()
        super().close()

    def in_background(
        self,
        work: Callable[[Job[Result]], Result],
        failed: str,
        then: Callable[[Job[Result]], object],
        *,
        name: str,
    ) -> None:
        """Run a `background.Job`; `then` is called with it, unless the page is closed by then."""
        job = Job(work, failed, name=name)
        self._jobs = [*(one for one in self._jobs if not one.is_done), job]
        self.navigator.run_job(job, then)

    def prepare(self) -> Iterator[None]:
        """Make ready what probably comes next, in short steps; asked for after each touch.

        Steps are taken while nobody touches the screen; the next touch or page drops the rest.
        """
        return iter(())

    @property
    def faces(self) -> Rotation | None:
        """How far from home the screen turns for whom this page asks; None: it stays as it is.

        Unless a page says otherwise it is turned to whoever has asked for it.
        """
        top = self.navigator.back_stack.top
        return None if top is None else top.facing

    @property
    def half_entered(self) -> object | None:
        """What people would have to enter again when this screen comes again; frozen, or None."""
        return None

    @property
    def asks_roll(self) -> bool:
        """Whether this screen asks for a roll of the die now."""
        return False

    def roll(self) -> None:
        """Roll the app's die, on a screen that asks for it."""

    def press_refused(self) -> None:
        """Called when the panel's die button was pressed and rolled nothing: say why."""

    def told(self) -> str:
        """What it shows and asks, for somebody who only hears it."""
        return ""

    def told_of(self, target: str) -> str:  # noqa: ARG002 - for pages on which such things lie
        """What stands on a target that is not a button, such as `field.3` or `tray.red`."""
        return ""

    def label_of(self, button: object) -> str:  # noqa: ARG002 - for pages with rows of buttons
        """What is written before a button and says what it is about."""
        return ""

    def panel_changed(self) -> None:
        """Called when the panel's state has changed."""


class Navigator(Widget):
    """Holds the app state and the page that is shown; knows what `fingers` have done.

    `stack` is where one is. It lies on `rotated_view` and fills it. `panel` is the link to a panel,
    `backlight` the light behind the display where it is ours to set, `display` how that is mounted
    where that is ours too, `hearing` what is heard. `on_show` is called when another page is shown,
    or the same one anew.
    """

    def __init__(
        self,
        app_state: AppState,
        rotated_view: RotatedView,
        *,
        panel: PanelLink | None = None,
        backlight: Backlight | None = None,
        display: Display | None = None,
        hearing: Hearing | None = None,
    ) -> None:
        super().__init__(size_hint=(None, None), size=rotated_view.turned_size)
        self.app_state = app_state
        self.rotated_view = rotated_view
        rotated_view.on_turn = self._fit
        rotated_view.may_turn = lambda: self.page is not None and self.page.faces is not None
        rotated_view.add_widget(self)
        self.machine = this_machine()
        self.box = Box(0, 0, self.width, self.height)
        self.panel = panel
        self.backlight = backlight
        self.display = display
        self.hearing = hearing or Hearing(app_state)
        self.on_show: Callable[[], object] | None = None
        self.page: Page | None = None
        self.back_stack = BackStack()
        self.route: Route | None = None
        self.fingers = Fingers()
        self._draw_ground()
        app_state.writer.on_news = lambda: Clock.schedule_once(self._hear)
        if panel is not None:
            panel.serve(self)
            self.hearing.buzzer = panel.buzz

    def _hear(self, _delta: float) -> None:
        """Let the app state's writer report, in the thread that draws."""
        self.app_state.writer.hear()

    def _draw_ground(self) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*theme.GROUND)
            Rectangle(pos=self.pos, size=self.size)

    @staticmethod
    def run_job(job: Job[Result], then: Callable[[Job[Result]], object]) -> None:
        """Run a job in a thread of its own; `then` is called in the thread that draws.

        For a job that was stopped it is not called.
        """
        job.begin(lambda: Clock.schedule_once(lambda _delta: job.is_stopped or then(job)))

    @cached_property
    def stick_job(self) -> "StickJob":
        """What is on its way to a stick, whichever page started it."""
        from kiosk.machine.stick_job import StickJob  # noqa: PLC0415 - no start waits for it

        return StickJob(self.machine, self.app_state.folder)

    @property
    def shown(self) -> type[Route] | None:
        """The route of the page that is shown; None before the first."""
        return self.back_stack.top.page if self.back_stack.top else None

    @property
    def half_entered(self) -> object | None:
        """What was half entered when the page that is shown was last left, or None."""
        return self.back_stack.top.half_entered if self.back_stack.top else None

    @property
    def was_aside(self) -> bool:
        """Whether somebody had gone away from the page that is shown, and has come back."""
        return self.back_stack.top is not None and self.back_stack.top.was_aside

    @property
    def viewed(self) -> PlayedGame:
        """The game that the page is about: the past one whose page lies below, else that at hand.

        Raises ValueError where there is none.
        """
        past = self.app_state.past
        if past is not None and self.back_stack.has(routes.PastGame):
            return past.game
        return self.app_state.game.game

    def go(self, route: Route, facing: Rotation | None = None) -> None:
        """Show the page that it leads to; where that lies on the stack, all above it are removed.

        `facing` is how far from home the screen turns to who has asked for it; None: it stays.
        """
        self._show(self._left().go(type(route), facing), route)

    def replace(self, route: Route) -> None:
        """Show that page in place of the current one, to which nobody will come back."""
        self._show(self._left().replace(type(route)), route)

    def go_from_start(self, route: Route) -> None:
        """Show that page above the first one; all others leave the stack."""
        self._show(self._left().go(routes.Start).go(type(route)), route)

    def back(self) -> None:
        """Show the page that lies beneath the current one."""
        self._show(self._left().back())

    def ignore_bounces(self) -> None:
        """The last touch did something: the same finger must not tap what has appeared there."""
        self.fingers.act()

    def _left(self) -> BackStack:
        """The stack, with what is half entered on the current page."""
        return (
            self.back_stack
            if self.page is None
            else self.back_stack.holding(self.page.half_entered)
        )

    def _show(self, stack: BackStack, route: Route | None = None) -> None:
        top = stack.top
        if top is None:
            raise ValueError("there is no page to show")
        if top.page is not self.shown:
            self.ignore_bounces()
        # Whoever asked finds the page turned to them; the others find theirs as they left it.
        was = self.back_stack.top
        at_once = top.facing is not None or (was is not None and was.facing is not None)
        if self.page is not None:
            self.page.close()
            self.app_state.on_saved = None
        self.back_stack, self.route = stack, route
        self.fit_letters()
        use_booklet(at_hand=self.app_state.settings.booklet)
        with sprite_atlas.drawing_together():
            self.page = page_of(top.page)(self)
        self.add_widget(self.page)
        self.face(at_once=at_once)
        if self.on_show is not None:
            self.on_show()

    def fit_letters(self) -> None:
        """Write everything from now on in letters as large as the table has set them."""
        fitting = theme.LARGE_LETTERS if self.app_state.settings.large_letters else 1.0
        if Metrics.fontscale != fitting:
            Metrics.fontscale = fitting

    @property
    def turned(self) -> Rotation:
        """How far from home the screen is turned now."""
        return self.rotated_view.home.back_to(self.rotated_view.rotation)

    @property
    def board_rotation(self) -> Rotation:
        """How far a board is turned for whom the screen faces: it lies as the cardboard does."""
        table = self.rotated_view
        return self.app_state.settings.river.further(table.rotation.back_to(table.home))

    def face(self, *, at_once: bool = False) -> None:
        """Turn the screen to whoever the current page asks, once that surprises nobody."""
        table = self.rotated_view
        faces = None if self.page is None else self.page.faces
        calm = _MOTION_SECONDS if self.app_state.settings.motion else QUIET_SECONDS
        if at_once:
            calm = 0
        table.face(table.rotation if faces is None else table.home.further(faces), calm)

    def _fit(self) -> None:
        self.resize(*self.rotated_view.turned_size)

    def resize(self, width: float, height: float) -> None:
        """Draw the current screen anew in another size, in pixels."""
        self.size = (width, height)
        self.box = Box(0, 0, width, height)
        self._draw_ground()
        if self.page is not None:
            self._show(self._left())

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Remember where the touch began, then pass it on, unless it bounces."""
        self.fingers.touch(touch.uid, self.to_window(*touch.pos))
        return self.fingers.bounces or bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Remember when the finger was lifted, then pass that on."""
        self.fingers.lift(touch.uid)
        return bool(super().on_touch_up(touch))


def page_of(route: type[Route]) -> type[Page]:
    """The page that a route leads to, imported on first use: the app starts sooner."""
    name = routes.name_of(route)
    module = import_module(f"kiosk.pages.{name}")
    class_name = f"{route.__name__}Page"
    if hasattr(module, "__path__"):  # A page in a folder of its own.
        module = import_module(f"kiosk.pages.{name}.page")
    page: type[Page] = getattr(module, class_name)
    return page
