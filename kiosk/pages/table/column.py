"""The right column: the bar below, above it the question, what is told, and how everybody stands.

What is behind the question or the box of moves is read in the question's place.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from kivy.metrics import dp

from companion.pieces import Color
from companion.state import GameState
from kiosk.pages.table.card import Card, OnChoice, OnPeek, height_of
from kiosk.pages.table.question import Question
from kiosk.pages.table.told import Reading, Told, behind
from kiosk.pages.table.told_box import ToldBox, least_height, told_height
from kiosk.pieces.picture import Standing, standings
from kiosk.pieces.standings import Standings, rows_height, tiles_height
from kiosk.toolkit import theme
from kiosk.toolkit.reading import ReadingCard
from kiosk.toolkit.surface import Box, Surface
from kiosk.toolkit.tap import Tap, draw_button
from kiosk.words.language import _
from kiosk.words.reasons import reason_paragraph

GAP = 8


class BarButton(NamedTuple):
    """A button of the bar."""

    key: str
    text: str
    on_tap: Callable[[], None]


class Contents(NamedTuple):
    """What the column shows of a game; `dim` are the keys of the bar that only tell why not."""

    state: GameState
    question: Question
    told: Told
    pondering: bool
    open_chips: bool
    dim: frozenset[str]


class _Head(NamedTuple):
    """What stands above the question: the players as rows or as tiles, in pixels of height."""

    players: tuple[Standing, ...]
    height: float
    tiles: bool


class RightColumn(Surface):
    """Shows its contents, and reads out what is behind them.

    `on_choice` and `on_peek` hear what a card's do; `on_read` is called when what the box tells
    has been read.
    """

    def __init__(
        self,
        box: Box,
        bar: tuple[BarButton, ...],
        *,
        on_choice: OnChoice,
        on_peek: OnPeek,
        on_read: Callable[[], None],
    ) -> None:
        super().__init__(box)
        self._bar = bar
        self._on_choice = on_choice
        self._on_peek = on_peek
        self._on_read = on_read
        self._contents: Contents | None = None
        self._standings: Standings | None = None
        self.reading = ""
        """What is read: nothing, the `question`, or what is `told`."""

    @property
    def card_box(self) -> Box:
        """Where the question stands. Raises ValueError while something else is read there."""
        for child in self.children:
            if isinstance(child, Card):
                return child.box
        raise ValueError("no question is shown that anything could cover")

    def show(self, contents: Contents, *, reading: str = "") -> None:
        """Show other contents; what was read ends, unless it is named."""
        self._contents = contents
        self.reading = reading
        self.finish_count()
        self._standings = None
        self.clear_widgets()
        bar = Box(self.box.x, self.box.y, self.box.width, dp(theme.TOUCH))
        self._add_bar(contents, bar)
        bottom = bar.top + dp(GAP)
        area = Box(self.box.x, bottom, self.box.width, self.box.top - bottom)
        if reading:
            self._add_reading(contents, area)
        else:
            self._add_question(contents, area)

    def count_from(self, former: Mapping[Color, int]) -> None:
        """Let the points count from former ones, where they are shown."""
        if self._standings is not None:
            self._standings.count_from(former)

    def finish_count(self) -> None:
        """Show the present points at once."""
        if self._standings is not None:
            self._standings.finish_count()

    def _add_bar(self, contents: Contents, box: Box) -> None:
        places = box.split((1,) * len(self._bar), dp(GAP))
        for button, place in zip(self._bar, places, strict=True):
            tap = Tap(place, button.key, button.on_tap)
            dim = button.key in contents.dim
            ink = theme.mixed(theme.LIGHT, theme.SURFACE, 0.4) if dim else theme.LIGHT
            draw_button(tap, text=button.text, fill=theme.SURFACE, ink=ink, size=theme.SMALL_TEXT)
            self.add_widget(tap)

    def _add_question(self, contents: Contents, area: Box) -> None:
        asked, told = contents.question, contents.told
        lines = told.lines(pondering=contents.pondering)
        gap = dp(GAP)
        whole = told_height(told.refusal, lines, area.width)
        least = least_height(told.refusal, lines, area.width)
        room = area.height - height_of(asked, area.width) - (gap if whole else 0)
        if told.refused is not None and room < least:
            self._add_reading(contents, area)
            return
        head = _head_that_fits(contents, whole, least, room)
        below = area.top
        if head is not None:
            top = Box(area.x, area.top - head.height, area.width, head.height)
            self._standings = Standings(top, head.players, tiles=head.tiles)
            self.add_widget(self._standings)
            below = top.y - gap
            room -= head.height + gap
        if whole:
            high = min(whole, room)
            box = Box(area.x, below - high, area.width, high)
            read = lambda: self._read("told")  # noqa: E731 - what a tap does
            self.add_widget(ToldBox(box, told.refusal, lines, read, wrong=bool(told.unsaved)))
            below = box.y - gap
        self.add_widget(
            Card(
                Box(area.x, area.y, area.width, below - area.y),
                asked,
                on_choice=self._on_choice,
                on_peek=self._on_peek,
                on_why=lambda: self._read("question"),
            )
        )

    # Reading

    def _read(self, what: str) -> None:
        if self._contents is not None:
            self.show(self._contents, reading=what)

    def _add_reading(self, contents: Contents, area: Box) -> None:
        asked = self.reading == "question"
        found = _why(contents.question) if asked else behind(contents.told)
        self.add_widget(ReadingCard(area, found.title, found.paragraphs, self._stop_reading))

    def _stop_reading(self) -> None:
        """Go back to the question; why something was refused has been read then."""
        if self.reading == "question":
            self._read("")
        else:
            self._on_read()


def _why(asked: Question) -> Reading:
    """The rules behind a question, with the sums of this case."""
    return Reading(_("Why?"), tuple(map(reason_paragraph, asked.reasons)))


def _head_that_fits(contents: Contents, told: float, least: float, room: float) -> _Head | None:
    """The largest standings that leave enough of `room` for what is told; None: not any.

    Rows leave room for all that is `told`, tiles for the `least` of it. In pixels.
    """
    hands = contents.open_chips
    number = len(contents.state.players)
    whole = standings(contents.state, open_chips=hands)
    bare = standings(contents.state, open_chips=False)
    heads = (
        (_Head(whole, rows_height(number, hands=hands), tiles=False), told),
        (_Head(whole, tiles_height(hands=hands), tiles=True), least),
        (_Head(bare, tiles_height(hands=False), tiles=True), least),
    )
    gap = dp(GAP)
    return next((head for head, need in heads if head.height + gap + need <= room), None)
