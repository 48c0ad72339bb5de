"""Navigator: shows one page at a time and moves between pages."""

from collections.abc import Callable, Collection, Iterator
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Self

import msgspec
from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.input.motionevent import MotionEvent
from kivy.metrics import Metrics
from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.memory.played_game import PlayedGame
from kiosk import routes
from kiosk.announcer import Announcer
from kiosk.app_state import AppState
from kiosk.background import Job, Result
from kiosk.display import Display
from kiosk.machine.backlight import Backlight
from kiosk.machine.root_requests import this_machine
from kiosk.panel_link import PanelLink
from kiosk.rotation import Rotation
from kiosk.routes import Route, Start
from kiosk.ui import sprite_atlas, theme
from kiosk.ui.rotated_view import QUIET_SECONDS, RotatedView
from kiosk.ui.surface import Box, Surface
from kiosk.ui.touch_history import TouchHistory
from kiosk.words.booklet import set_booklet_available

if TYPE_CHECKING:
    from kiosk.machine.stick_job import StickJob


class StackEntry(msgspec.Struct, frozen=True):
    """Page on the navigation stack, with the unfinished input and the rotation to restore.

    - `state_to_restore`: the unfinished input, or None if there is none.
    - `facing`: the screen's rotation for the player who opened the page. If it is None, opening the
      page does not rotate the screen.
    - `was_reopened`: true if players left the page with unfinished input and then opened it again.
    """

    page: type[Route]
    state_to_restore: object | None = None
    facing: Rotation | None = None
    was_reopened: bool = False


class BackStack(msgspec.Struct, frozen=True):
    """Navigation stack, on which each page appears at most once.

    `entries` are the pages from the first one to the one that is shown. `set_aside_with_draft`
    holds pages that were removed from the stack but still have unfinished input (a draft).
    """

    entries: tuple[StackEntry, ...] = ()
    set_aside_with_draft: tuple[StackEntry, ...] = ()

    @property
    def top(self) -> StackEntry | None:
        return self.entries[-1] if self.entries else None

    def has(self, page: type[Route]) -> bool:
        return any(entry.page is page for entry in self.entries)

    def with_state_to_restore(self, state_to_restore: object | None) -> Self:
        if not self.entries:
            return self
        held = replace(self.entries[-1], state_to_restore=state_to_restore)
        return replace(self, entries=(*self.entries[:-1], held))

    def go(self, page: type[Route], facing: Rotation | None = None) -> Self:
        """Return a stack with `page` on top.

        If `page` is already on this stack, the pages above it are removed, and `facing` is ignored.
        Otherwise `page` is added on top. As an exception, the start page replaces all other pages.
        `facing` is the screen's rotation for the player who opens the page; if it is None, an added
        page faces the same player as the page below it.
        """
        pages = [entry.page for entry in self.entries]
        if page in pages:
            return self._down_to(pages.index(page) + 1)
        beneath = self._down_to(0) if page is Start else self
        aside = {entry.page: entry for entry in beneath.set_aside_with_draft}
        if facing is None and beneath.top is not None:
            facing = beneath.top.facing
        top = replace(aside.pop(page, StackEntry(page)), facing=facing)
        covered = (replace(one, was_reopened=False) for one in beneath.entries)
        return replace(beneath, entries=(*covered, top), set_aside_with_draft=tuple(aside.values()))

    def facing_occupied_sides(self, sides: Collection[Rotation]) -> Self:
        """Return a stack in which no page faces a side of the table where nobody sits.

        `sides` are the sides of the table at which players sit. Pages that faced another side are
        turned to the front of the screen.
        """
        kept = {None, *sides}
        entries = (
            entry if entry.facing in kept else replace(entry, facing=Rotation.NONE)
            for entry in self.entries
        )
        return replace(self, entries=tuple(entries))

    def back(self) -> Self:
        """Return a stack without the page on top. The first page always stays."""
        beneath = self._down_to(max(0, len(self.entries) - 1))
        return beneath if beneath.entries else beneath.go(Start)

    def replace(self, page: type[Route]) -> Self:
        return self._down_to(max(0, len(self.entries) - 1)).go(page)

    def _down_to(self, count: int) -> Self:
        left = tuple(
            replace(entry, was_reopened=True)
            for entry in self.entries[count:]
            if entry.state_to_restore is not None
        )
        return replace(
            self,
            entries=self.entries[:count],
            set_aside_with_draft=(*self.set_aside_with_draft, *left),
        )


_MOTION_SECONDS = 1.1
"""Seconds after which the animations of a decision have ended."""


class Page(Surface):
    """Base class of pages, which fill the window.

    `opening_route` holds the arguments with which the page was opened. It is None if players came
    back to the page or the window was resized; the navigator's `state_to_restore` then has the
    player's unfinished input. If the route of a page has fields, the page declares `opening_route`
    again with the type of this route, such as `opening_route: routes.Rules | None`.
    """

    opening_route: Route | None

    def __init__(self, navigator: "Navigator") -> None:
        super().__init__(navigator.box)
        self.navigator = navigator
        self.app_state = navigator.app_state
        self.opening_route = navigator.opening_route
        self._jobs: list[Job[Any]] = []

    def destroy(self) -> None:
        """Remove the page and stop its background jobs, whose results are discarded."""
        for job in self._jobs:
            job.request_stop()
        super().destroy()

    def run_in_background(
        self,
        work: Callable[[Job[Result]], Result],
        failure_message: str,
        then: Callable[[Job[Result]], object],
        *,
        name: str,
    ) -> None:
        """Run a background job, unless a job with the same `name` is already running on this page.

        `work` does the job and returns its result. `failure_message` is the error message if `work`
        fails (see `Job`). When the job ends, even after a failure, `then` is called with the job,
        unless the page has been closed.
        """
        self._jobs = [job for job in self._jobs if not job.is_done]
        if all(job.name != name for job in self._jobs):
            job = Job(work, failure_message, name=name)
            self._jobs.append(job)
            self.navigator.run_job(job, then)

    def prepare_in_steps(self) -> Iterator[None]:
        """Prepare content that the page will probably show next.

        Each iteration prepares a little. At the next touch or change of page, the navigator stops
        iterating.
        """
        return iter(())

    @property
    def wanted_rotation(self) -> Rotation | None:
        """Rotation that the screen should have on this page; None to leave the rotation unchanged.

        By default, the screen faces the player who opened the page.
        """
        top = self.navigator.back_stack.top
        return None if top is None else top.facing

    @property
    def state_to_restore(self) -> object | None:
        """Unfinished input to restore when the page is opened again; None if there is none.

        Its value must be immutable.
        """
        return None

    @property
    def asks_for_roll(self) -> bool:
        return False

    def roll_die(self) -> None:
        """Roll the app's die. Called only if the page asks for a roll."""

    def on_refused_press(self) -> None:
        """Show why a press on the button panel did not roll the die."""

    def spoken_text(self) -> str:
        """Return the text that the voice reads for the page: its content and its question."""
        return ""

    def focus_target_text(self, target: str) -> str:  # noqa: ARG002 - for pages with such targets
        """Return the text that the voice reads when a part of the page gets the keyboard focus.

        `target` is the name of this part, such as `field.3` or `tray.red`.
        """
        return ""

    def row_label_of(self, button: object) -> str:  # noqa: ARG002 - for pages with rows of buttons
        return ""

    def on_panel_change(self) -> None:
        """React to a change of the button panel's state; called by the navigator."""


class Navigator(Widget):
    """Shows the current page, and opens other pages.

    - `rotated_view`: widget that contains the pages and rotates them.
    - `panel`: connects the pages with the button panel, if there is one.
    - `backlight`, `display`: None unless the app controls the machine's display.
    - `announcer`: sound output; by default a new one with the settings in `app_state`.
    - `on_show`: callback that is called each time a page is shown.
    """

    def __init__(
        self,
        app_state: AppState,
        rotated_view: RotatedView,
        *,
        panel: PanelLink | None = None,
        backlight: Backlight | None = None,
        display: Display | None = None,
        announcer: Announcer | None = None,
    ) -> None:
        super().__init__(size_hint=(None, None), size=rotated_view.content_size)
        self.app_state = app_state
        self.rotated_view = rotated_view
        rotated_view.on_turn = self._fit
        rotated_view.may_turn = lambda: (
            self.page is not None and self.page.wanted_rotation is not None
        )
        rotated_view.add_widget(self)
        self.machine = this_machine()
        self.box = Box(0, 0, self.width, self.height)
        self.panel = panel
        self.backlight = backlight
        self.display = display
        self.announcer = announcer or Announcer(app_state)
        self.on_show: Callable[[], object] | None = None
        self.page: Page | None = None
        self.back_stack = BackStack()
        self.opening_route: Route | None = None
        self.touch_history = TouchHistory()
        self._draw_ground()
        app_state.writer.on_job_done = lambda: Clock.schedule_once(self._hear)
        if panel is not None:
            panel.start_polling(lambda: self.page)
            self.announcer.buzzer = panel.play_melody

    def _hear(self, _delta: float) -> None:
        self.app_state.writer.deliver_results()

    def _draw_ground(self) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*theme.GROUND)
            Rectangle(pos=self.pos, size=self.size)

    @staticmethod
    def run_job(job: Job[Result], then: Callable[[Job[Result]], object]) -> None:
        """Run a job in its own thread.

        When the job ends, Kivy's thread calls `then` with the job, unless the job was asked to
        stop.
        """
        job.start(lambda: Clock.schedule_once(lambda _delta: job.is_stopped or then(job)))

    @cached_property
    def stick_job(self) -> "StickJob":
        """Job for writing to a USB stick, shared by all pages."""
        from kiosk.machine.stick_job import StickJob  # noqa: PLC0415 - for a faster start

        return StickJob(self.machine, self.app_state.folder)

    @property
    def current_route(self) -> type[Route] | None:
        return self.back_stack.top.page if self.back_stack.top else None

    @property
    def state_to_restore(self) -> object | None:
        """Unfinished input that the current page had when players last left it, or None."""
        return self.back_stack.top.state_to_restore if self.back_stack.top else None

    @property
    def was_reopened(self) -> bool:
        return self.back_stack.top is not None and self.back_stack.top.was_reopened

    @property
    def displayed_game(self) -> PlayedGame:
        """Game on the screen: the past game being viewed or, if there is none, the current game.

        Raises ValueError if there is neither.
        """
        past = self.app_state.viewed_game
        if past is not None and self.back_stack.has(routes.PastGame):
            return past.played_game
        return self.app_state.required_session.game

    def go(self, route: Route, facing: Rotation | None = None) -> None:
        """Show the page of `route`. If it is already on the stack, remove all pages above it.

        `facing` is the screen's rotation for the player who opens the page. By default, the page
        faces the same player as the page below it.
        """
        self._show(self._left().go(type(route), facing), route)

    def replace(self, route: Route) -> None:
        """Show the page of `route` in place of the current page, which leaves the stack."""
        self._show(self._left().replace(type(route)), route)

    def go_from_start(self, route: Route) -> None:
        """Show the page of `route` directly above the start page, and remove all other pages."""
        self._show(self._left().go(routes.Start).go(type(route)), route)

    def back(self) -> None:
        self._show(self._left().back())

    def ignore_accidental_repeats(self) -> None:
        """For a moment (`touch_history.SEEN_SECONDS`), ignore taps in the place of the last tap.

        Such a tap is an accident, and could hit content that has only just appeared.
        """
        self.touch_history.record_action()

    def _left(self) -> BackStack:
        if self.page is None:
            return self.back_stack
        return self.back_stack.with_state_to_restore(self.page.state_to_restore)

    def _show(self, stack: BackStack, route: Route | None = None) -> None:
        top = stack.top
        if top is None:
            raise ValueError("there is no page to show")
        if top.page is not self.current_route:
            self.ignore_accidental_repeats()
        # The page faces the player who opened it. If that player is unknown, the rotation stays.
        was = self.back_stack.top
        at_once = top.facing is not None or (was is not None and was.facing is not None)
        if self.page is not None:
            self.page.destroy()
            self.app_state.on_saved = None
        self.back_stack, self.opening_route = stack, route
        self.apply_letter_size()
        set_booklet_available(available=self.app_state.settings.booklet)
        with sprite_atlas.rendering_together():
            self.page = page_class(top.page)(self)
        self.add_widget(self.page)
        self.rotate_to_player(at_once=at_once)
        if self.on_show is not None:
            self.on_show()

    def apply_letter_size(self) -> None:
        fitting = theme.LARGE_LETTERS if self.app_state.settings.large_letters else 1.0
        if Metrics.fontscale != fitting:
            Metrics.fontscale = fitting

    @property
    def screen_rotation(self) -> Rotation:
        """Rotation of the picture towards a player; `NONE` if it faces the front of the display."""
        return self.rotated_view.base_rotation.rotation_to(self.rotated_view.rotation)

    @property
    def board_rotation(self) -> Rotation:
        """Rotation that orients a board on the screen like the board on the table."""
        table = self.rotated_view
        return self.app_state.settings.river.plus(table.rotation.rotation_to(table.base_rotation))

    def rotate_to_player(self, *, at_once: bool = False) -> None:
        """Rotate the screen to the `wanted_rotation` of the current page.

        The rotation waits until all fingers are lifted and animations have ended. If `at_once` is
        set, it waits only for the fingers.
        """
        table = self.rotated_view
        wanted_rotation = None if self.page is None else self.page.wanted_rotation
        calm = _MOTION_SECONDS if self.app_state.settings.motion else QUIET_SECONDS
        if at_once:
            calm = 0
        table.rotate_when_untouched(
            table.rotation
            if wanted_rotation is None
            else table.base_rotation.plus(wanted_rotation),
            calm,
        )

    def _fit(self) -> None:
        self.resize(*self.rotated_view.content_size)

    def resize(self, width: float, height: float) -> None:
        """Adapt the pages to a new window size in pixels, and show the current page again."""
        self.size = (width, height)
        self.box = Box(0, 0, width, height)
        self._draw_ground()
        if self.page is not None:
            self._show(self._left())

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Record a touch, and dispatch it unless it accidentally repeats the last tap."""
        self.touch_history.touch_down(touch, self.to_window(*touch.pos))
        return self.touch_history.is_accidental_repeat or bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        self.touch_history.touch_up(touch.uid)
        return bool(super().on_touch_up(touch))


def page_class(route: type[Route]) -> type[Page]:
    """Return the class of the page that a route opens.

    For a faster start, the class is imported only when it is first needed.
    """
    name = routes.page_module_name(route)
    module = import_module(f"kiosk.pages.{name}")
    if hasattr(module, "__path__"):  # A page in a folder of its own.
        module = import_module(f"kiosk.pages.{name}.page")
    page: type[Page] = getattr(module, f"{route.__name__}Page")
    return page
