"""How much of a long saved game is read, where its card or its page will be."""

from collections.abc import Callable

from kivy.clock import Clock

from companion.memory.journal.index import SavedGame
from kiosk.game_reading import LONG_GAME, GameReading
from kiosk.navigator import Page
from kiosk.ui import theme
from kiosk.ui.surface import Box, Surface
from kiosk.words.language import _

_SECONDS = 0.25


class ReadingLine(Surface):
    """Tells how far a reading is; calls `on_done` once it is done, unless it is gone by then."""

    def __init__(self, box: Box, reading: GameReading, on_done: Callable[[], None]) -> None:
        super().__init__(box)
        self._reading = reading
        self._on_done = on_done
        self._shown = -1
        self._following = Clock.schedule_interval(self._follow, _SECONDS)
        self._tell()

    def dismantle(self) -> None:
        """Follow it no more."""
        self._following.cancel()
        super().dismantle()

    def _follow(self, _delta: float) -> None:
        if self._reading.is_done:
            self._following.cancel()
            self._on_done()
        elif self._reading.percent != self._shown:
            self._tell()

    def _tell(self) -> None:
        self._shown = self._reading.percent
        self.wipe()
        self.write(
            _("Reading the game: {percent} %", percent=self._shown),
            self.box,
            ink=theme.SAND,
            size=theme.TITLE_TEXT,
            halign="center",
        )


def once_read(
    page: Page,
    game: SavedGame,
    title: str,
    back: Callable[[], None],
    then: Callable[[GameReading | None], None],
) -> None:
    """Call `then` with what was read of a long saved game; at once, with None, of another one.

    As long as it is read the page tells how far that is, under a title with a way back.
    """
    reading = page.app_state.read(game) if game.rows > LONG_GAME else None
    if reading is None or reading.is_done:
        then(reading)
        return
    page.wipe()
    area = page.head(title, back)
    page.add_widget(ReadingLine(area, reading, lambda: then(reading)))
