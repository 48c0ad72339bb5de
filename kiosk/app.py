"""The Kivy app: window, navigator and first page.

Configure Kivy before importing this module.
"""

import gc
import signal
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

from kivy.app import App
from kivy.base import stopTouchApp
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.graphics.context import get_context
from kivy.logger import Logger
from kivy.metrics import Metrics, dp
from kivy.uix.widget import Widget

from companion.memory.database import FileIdentity
from companion.memory.snapshots import check_and_snapshot_games
from companion.sentence import Sentence
from hardware.open_panel import open_panel_from_file
from hardware.panel_config import PanelChoice
from hardware.simulated_panel import SimulatedPanel
from kiosk import routes
from kiosk.announcer import Announcer
from kiosk.app_state import AppState
from kiosk.background import Job
from kiosk.display import Display
from kiosk.first_steps import QUESTIONS, FirstStartQuestion
from kiosk.idle_timer import IdleTimer, ScreenBrightness
from kiosk.keys import Keys
from kiosk.machine.backlight import Backlight
from kiosk.navigator import Navigator
from kiosk.panel_link import PanelLink
from kiosk.pieces.panel import SimulatedPanelWidget, simulated_panel_height
from kiosk.preloading import Preloader
from kiosk.process import return_unused_memory
from kiosk.rotation import Rotation
from kiosk.settings import KioskConfig
from kiosk.ui import theme
from kiosk.ui.graphics_memory import drop_cached_drawings, release_shader_compiler
from kiosk.ui.rotated_view import RotatedView
from kiosk.ui.surface import Box, Surface
from kiosk.words.language import _, languages, mark, use_language
from kiosk.words.time_zones import set_process_time_zone
from kiosk.words.troubles import trouble_sentence

_LOOK_SECONDS = 1
_SHADE = {ScreenBrightness.FULL: 0.0, ScreenBrightness.DIM: 0.55, ScreenBrightness.DARK: 1.0}
_SHARE = {ScreenBrightness.FULL: 1.0, ScreenBrightness.DIM: 0.3, ScreenBrightness.DARK: 0.0}


class ScreenDimmer:
    """Dims the screen after a time without input, and turns it dark after a longer time.

    A backlight, if there is one, is dimmed and then turned off. A black shade covers the picture
    while the screen is dark; without a backlight, a paler shade dims it before that.
    """

    def __init__(self, idle_timer: IdleTimer, backlight: Backlight) -> None:
        self._idle_timer = idle_timer
        self._backlight = backlight
        self.light = ScreenBrightness.FULL
        with Window.canvas.after:
            self._shade = Color(0, 0, 0, 0)
            self._curtain = Rectangle(pos=(0, 0), size=Window.size)
        Window.bind(on_resize=self._resize)
        idle_timer.add_activity_observer(self.update_brightness)
        self._clock = Clock.schedule_interval(self.update_brightness, _LOOK_SECONDS)

    def update_brightness(self, _delta: float = 0) -> None:
        light = self._idle_timer.brightness
        if light is self.light:
            return
        self.light = light
        self._backlight.dim_to_share(_SHARE[light])
        # A backlight can dim the screen. Without a backlight, a black shade darkens it.
        darkened = light is ScreenBrightness.DARK or not self._backlight.is_available
        self._shade.a = _SHADE[light] if darkened else 0

    def close(self) -> None:
        """Stop dimming and remove the shade. The backlight keeps its brightness."""
        self._clock.cancel()
        Window.unbind(on_resize=self._resize)
        Window.canvas.after.remove(self._shade)
        Window.canvas.after.remove(self._curtain)

    def _resize(self, *_new_size: object) -> None:
        self._curtain.size = Window.size


_LISTS = (routes.Games, routes.Statistics)
"""Pages that show saved games. A repair closes these pages, as it may remove games."""


_NOT_CHECKED = mark(
    "The saved games could not be checked for damage: {reason}. They are unchanged, and you can "
    "play on. The app checks them again at the next start."
)


class JournalCheck:
    """Checks all saved games once, in a thread that starts when the object is created.

    If the file of the saved games is damaged, `AppState.repair_journal` repairs it. A notice on the
    start page reports the repair, or a failure of the check. If players are on the start page at
    that moment, or have opened a page that lists saved games, the app shows the start page with the
    notice.
    """

    def __init__(self, navigator: Navigator) -> None:
        self._navigator = navigator
        path = navigator.app_state.journal.path
        self.job = Job(
            lambda _job: check_and_snapshot_games(path), _NOT_CHECKED, name="saved games"
        )
        navigator.run_job(self.job, self._heard)

    def close(self) -> None:
        """Ask the check to stop, without waiting. Damage that it still finds is not repaired."""
        self.job.request_stop()

    def _heard(self, job: Job[FileIdentity | None]) -> None:
        app_state = self._navigator.app_state
        if job.failure is not None:
            app_state.notices.append(job.failure)
            self._show()
        elif job.result is not None:
            app_state.repair_journal(job.result, self._show)

    def _show(self) -> None:
        shown = self._navigator.back_stack
        lists = self._navigator.current_route is routes.Start or any(
            shown.has(page) for page in _LISTS
        )
        if lists and not self.job.is_stopped:
            self._navigator.go(routes.Start())


_NEVER = KioskConfig(dim_after_minutes=0, dark_after_minutes=0)
_SECONDS_A_MINUTE = 60
_SECONDS_TO_HEAR = 3
"""Seconds after a stop request until the process is ended, if the app does not react."""


class CompanionApp(App):
    """The Kivy app, with the data in `folder`.

    - `after_start`: called with the navigator once the first page is shown.
    - `panel_file`: path of panel.toml, by default in the data folder.
    - `panel_choice`: kind of button panel to use instead of the one chosen in panel.toml.
    - `service`: the machine's configuration, or None if the app does not run as the machine's
      service. Only the service dims the screen.
    - `language`: used instead of the saved language until the app ends. If neither is known, the
      first page asks for a language.
    - `told`: notices to show on the start page.

    Raises JournalError if the folder cannot be used, for example because another copy of the app is
    using it or a newer version wrote it.
    """

    title = "Meduris Companion"
    use_kivy_settings = False

    def __init__(
        self,
        folder: Path,
        after_start: Callable[[Navigator], object] | None = None,
        *,
        panel_file: Path | None = None,
        panel_choice: PanelChoice | None = None,
        service: KioskConfig | None = None,
        language: str | None = None,
        told: Sequence[Sentence] = (),
    ) -> None:
        self._app_state = AppState(folder)
        self._app_state.notices += told
        zone = self._app_state.settings.time_zone
        if zone is not None:
            set_process_time_zone(zone)
        asks_language = language is None and self._use_chosen_language(service)
        self._asks = self._first_start_questions(service, asks_language=asks_language)
        super().__init__()
        self._after_start = after_start
        self._panel_file = panel_file or folder / "panel.toml"
        self._panel_choice = panel_choice
        self._service = service
        self._closing = ExitStack()

    def _use_chosen_language(self, service: KioskConfig | None) -> bool:
        chosen = self._app_state.settings.language
        if chosen in languages():
            use_language(chosen)
            return False
        return service is None or service.language is None

    def _first_start_questions(
        self, service: KioskConfig | None, *, asks_language: bool
    ) -> tuple[FirstStartQuestion, ...]:
        language = (FirstStartQuestion.LANGUAGE,) * asks_language
        settings = self._app_state.settings
        if service is None or settings.first_start is FirstStartQuestion.DONE:
            return language if service is None else ()
        if settings.first_start is None and (settings.language or self._app_state.has_games):
            return language
        left = QUESTIONS[QUESTIONS.index(settings.first_start or QUESTIONS[0]) :]
        return tuple(
            step for step in left if asks_language or step is not FirstStartQuestion.LANGUAGE
        )

    def build(self) -> Widget:
        Window.clearcolor = (*theme.GROUND, 1)
        panel, panel_config, ignored = open_panel_from_file(self._panel_file, self._panel_choice)
        if ignored is not None:
            self._app_state.notices.append(trouble_sentence(ignored))
        config = self._service or _NEVER
        idle_timer = IdleTimer(
            Clock.get_time,
            dim_after=config.dim_after_minutes * _SECONDS_A_MINUTE,
            dark_after=config.dark_after_minutes * _SECONDS_A_MINUTE,
        )
        self._closing.callback(idle_timer.watch_touches(Window))
        link = PanelLink(panel, self._app_state, idle_timer, panel_config)
        backlight = None
        if self._service is not None:
            backlight = Backlight(self._app_state.settings.brightness_percent)
            self._closing.callback(ScreenDimmer(idle_timer, backlight).close)
        drawn = panel if isinstance(panel, SimulatedPanel) else None
        self.front = AppRoot(self._app_state, link, backlight, drawn, self._service)
        navigator = self.front.navigator
        for close in (self.front.close, link.close, navigator.announcer.close):
            self._closing.callback(close)
        self._closing.callback(Keys(navigator, idle_timer).watch(Window))
        self._closing.callback(Preloader(idle_timer, navigator, self._clean_up).close)
        return self.front

    def on_start(self) -> None:
        """Show the first page. From now on, SIGTERM has the same effect as closing the window."""
        former = signal.signal(signal.SIGTERM, self._on_sigterm)
        self._closing.callback(signal.signal, signal.SIGTERM, former)
        first = routes.FirstStart(self._asks) if self._asks else routes.Start()
        self.front.navigator.go(first)
        if self._after_start is not None:
            # Kivy's clock refers to its callbacks only weakly; this reference keeps the demo alive.
            self.show = self._after_start(self.front.navigator)

    def _on_sigterm(self, *_signal: object) -> None:
        # Stop in the next frame. If no frame follows, SIGALRM ends the app.
        signal.alarm(_SECONDS_TO_HEAR)
        # The signal may interrupt this thread while it holds the clock's lock, so another thread
        # schedules the end. Only the event loop is ended: `run` then closes everything, as the
        # app's own `stop` would.
        Thread(target=Clock.schedule_once, args=(lambda *_: stopTouchApp(),), daemon=True).start()

    def _clean_up(self) -> None:
        # Modules loaded until now are permanent: exempt them from garbage collection.
        gc.collect()
        gc.freeze()
        release_shader_compiler()
        return_unused_memory()
        self._closing.callback(gc.unfreeze)
        self._closing.callback(JournalCheck(self.front.navigator).close)

    def on_stop(self) -> None:
        signal.alarm(0)
        self._closing.close()
        if not self._app_state.close():
            Logger.error("Meduris: the disk does not respond; the last step is not saved")

    def open_settings(self, *_args: object) -> bool:
        """Do nothing instead of opening Kivy's own settings."""
        return False


class AppRoot(Widget):
    """Content of the window: the pages and, below them, a simulated button panel, if any.

    - `link`: connects the pages with the button panel, which may be a real one.
    - `backlight`: backlight of the display, or None if the app does not control it.
    - `drawn`: the simulated button panel, or None.
    - `service`: the machine's configuration if the app runs as the machine's service. Players can
      then set up the display.

    If the window is too small for any page, a sentence asks for a larger window.
    """

    def __init__(
        self,
        app_state: AppState,
        link: PanelLink,
        backlight: Backlight | None,
        drawn: SimulatedPanel | None,
        service: KioskConfig | None = None,
    ) -> None:
        super().__init__(size_hint=(None, None), size=Window.size)
        self._drawn = drawn
        self.strip: SimulatedPanelWidget | None = None
        self.too_small: Surface | None = None
        home = Rotation.NONE if service is None else service.rotation
        self.rotated_view = RotatedView(self._area(), home)
        self._measure()
        self._display = None
        if service is not None:
            self._display = Display(app_state, self.rotated_view, service)
        self.navigator = Navigator(
            app_state,
            self.rotated_view,
            panel=link,
            backlight=backlight,
            display=self._display,
            announcer=Announcer(app_state, picks_device=service is not None),
        )
        self._lay()
        Window.bind(on_resize=self._refit)
        get_context().add_reload_observer(self._redraw)

    def close(self) -> None:
        if self._display is not None:
            self._display.close()

    @property
    def _window_area(self) -> Box:
        below = simulated_panel_height(*Window.size) if self._drawn is not None else 0
        return Box(0, below, Window.width, Window.height - below)

    def _area(self) -> Box:
        area = self._window_area
        if not theme.is_screen_too_small(area.width, area.height):
            return area
        least = (theme.LEAST_LENGTH, theme.LEAST_SIDE)
        return Box(area.x, area.y, *(least[::-1] if area.is_upright else least))

    def _measure(self) -> None:
        area = self._area()
        Metrics.density = theme.pixels_per_dp(area.width, area.height)

    def _refit(self, *_new_size: object) -> None:
        self.size = Window.size
        self._measure()
        self.rotated_view.rotate(self.rotated_view.rotation, self._area())
        self._lay()

    def _redraw(self, _context: object) -> None:
        drop_cached_drawings()
        self._refit()

    def _lay(self) -> None:
        if self.strip is not None:
            self.strip.destroy()
        self.strip = self.too_small = None
        self.clear_widgets()
        area = self._window_area
        if theme.is_screen_too_small(area.width, area.height):
            turned = RotatedView(Box(0, 0, *Window.size), self.rotated_view.base_rotation)
            self.too_small = _too_small(Box(0, 0, *turned.content_size))
            turned.add_widget(self.too_small)
            self.add_widget(turned)
            return
        self.add_widget(self.rotated_view)
        if self._drawn is not None:
            self.strip = SimulatedPanelWidget(
                Box(0, 0, Window.width, self.rotated_view.area.y), self._drawn
            )
            self.add_widget(self.strip)


def _too_small(box: Box) -> Surface:
    told = Surface(box)
    told.fill(theme.GROUND)
    told.write(
        _(
            "{width} × {height} pixels are too few to read anything: {long} × {short} are "
            "needed. Make the window larger, or use a larger display.",
            width=round(box.width),
            height=round(box.height),
            long=theme.LEAST_LENGTH,
            short=theme.LEAST_SIDE,
        ),
        box.inset(min(dp(16), box.width * 0.04)),
        size=theme.TITLE_TEXT,
        halign="center",
        is_name=True,
    )
    return told
