"""The right column: the bar below, above it the question, what is told, and how everybody stands.

What is behind the question or the box of moves is read in the question's place.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from kivy.metrics import dp

from companion.pieces import Color
from companion.state import GameState
from kiosk.pages.table.card import (
    Card,
    OnChoice,
    OnPeek,
    height_of,
    lay_answer,
    peek_button,
    round_button,
)
from kiosk.pages.table.question import Choice, Peek, Question, Think
from kiosk.pages.table.told import Reading, Told, behind
from kiosk.pages.table.told_box import ToldBox, least_height, told_height
from kiosk.pieces.picture import Standing, standings
from kiosk.pieces.standings import (
    PlayerLine,
    Points,
    lay_panes,
    lay_players,
    rows_height,
    tiles_height,
)
from kiosk.toolkit import theme
from kiosk.toolkit.kept import Kept
from kiosk.toolkit.reading import ReadingCard
from kiosk.toolkit.sheet import Sheet
from kiosk.toolkit.surface import Box, Surface
from kiosk.toolkit.tap import Tap, draw_button
from kiosk.words.language import _
from kiosk.words.reasons import reason_paragraph

GAP = 8
_SPARE_PAPERS = 16
"""Players' lines and cards, put by likewise: a line is lit up and dark in turn."""
_SPARE_BUTTONS = 64
"""Answers that are put by until their question comes again: those of a round or so."""


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
    has been read. `players` is a place beside the column where the players stand, always; without
    one they stand above the question, where it leaves room.
    """

    def __init__(
        self,
        box: Box,
        bar: tuple[BarButton, ...],
        *,
        on_choice: OnChoice,
        on_peek: OnPeek,
        on_read: Callable[[], None],
        players: Box | None = None,
    ) -> None:
        super().__init__(box)
        self._bar = bar
        self._on_choice = on_choice
        self._on_peek = on_peek
        self._on_read = on_read
        self._contents: Contents | None = None
        self._card: Card | None = None
        sheet, papers, buttons = Sheet(box), Surface(box), Surface(box)
        sheet.add_widget(papers)
        sheet.add_widget(buttons)
        self.add_widget(sheet)
        self._beside = players
        self._panes: Kept | None = None
        if players is not None:
            panes, paper = Sheet(players), Surface(players)
            panes.add_widget(paper)
            self.add_widget(panes)
            self._panes = Kept(paper)
        self._points = Points(box)
        self.add_widget(self._points)
        self._papers = Kept(papers, spares=_SPARE_PAPERS)
        self._readings = Kept(papers)  # the next one begins at its first page
        self._buttons = Kept(buttons, spares=_SPARE_BUTTONS)
        self.reading = ""
        """What is read: nothing, the `question`, or what is `told`."""

    @property
    def card_box(self) -> Box:
        """Where the question stands. Raises ValueError while something else is read there."""
        if self._card is None:
            raise ValueError("no question is shown that anything could cover")
        return self._card.box

    def show(self, contents: Contents, *, reading: str = "") -> None:
        """Show other contents; what was read ends, unless it is named."""
        self._contents = contents
        self.reading = reading
        self._card = None
        bar = Box(self.box.x, self.box.y, self.box.width, dp(theme.TOUCH))
        self._lay_bar(contents, bar)
        bottom = bar.top + dp(GAP)
        area = Box(self.box.x, bottom, self.box.width, self.box.top - bottom)
        lines = [] if reading else self._lay_question(contents, area)
        if self._card is None:
            self._lay_reading(contents, area)
        if self._panes is not None and self._beside is not None:
            hands = contents.open_chips
            standing = standings(contents.state, open_chips=hands)
            lines = lay_panes(self._panes, self._beside, standing)
            self._panes.finish()
        self._points.show(lines)
        self._papers.finish()
        self._readings.finish()
        self._buttons.finish()

    def count_from(self, former: Mapping[Color, int]) -> None:
        """Let the points count from former ones, where they are shown."""
        self._points.count_from(former)

    def finish_count(self) -> None:
        """Show the present points at once."""
        self._points.finish_count()

    def _lay_bar(self, contents: Contents, box: Box) -> None:
        places = box.split((1,) * len(self._bar), dp(GAP))
        for button, place in zip(self._bar, places, strict=True):
            self._buttons.lay(_bar_button, place, button, dim=button.key in contents.dim)

    def _lay_question(self, contents: Contents, area: Box) -> list[PlayerLine]:
        """Lay all that is shown beside a question, if a refusal leaves room for it.

        Returns the players' lines.
        """
        asked, told = contents.question, contents.told
        lines = told.lines(pondering=contents.pondering)
        gap = dp(GAP)
        whole = told_height(told.refusal, lines, area.width)
        least = least_height(told.refusal, lines, area.width)
        room = area.height - height_of(asked, area.width) - (gap if whole else 0)
        if told.refused is not None and room < least:
            return []
        head = _head_that_fits(contents, whole, least, room) if self._beside is None else None
        below, players = area.top, []
        if head is not None:
            top = Box(area.x, area.top - head.height, area.width, head.height)
            players = lay_players(self._papers, top, head.players, tiles=head.tiles)
            below = top.y - gap
            room -= head.height + gap
        if whole:
            high = min(whole, room)
            box = Box(area.x, below - high, area.width, high)
            wrong = bool(told.unsaved)
            self._buttons.lay(ToldBox, box, told.refusal, lines, self._read_told, wrong=wrong)
            below = box.y - gap
        self._lay_card(Box(area.x, area.y, area.width, below - area.y), asked)
        return players

    def _lay_card(self, box: Box, asked: Question) -> None:
        card = self._card = self._papers.lay(Card, box, asked)
        lay = self._buttons.lay
        right, left = card.corners
        lay(round_button, right if asked.back is None else left, "why", "?", self._read, "question")
        if asked.back is not None:
            back = Choice(key="back", action=Think(asked.back))
            lay(round_button, right, "back", "×", self._on_choice, back)
        for choice, place in card.choices:
            if isinstance(choice.action, Peek):
                lay(peek_button, place, choice, card.color, self._on_peek)
            else:
                lay_answer(self._buttons, place, choice, card.color, self._on_choice)

    # Reading

    def _read(self, what: str) -> None:
        if self._contents is not None:
            self.show(self._contents, reading=what)

    def _read_told(self) -> None:
        self._read("told")

    def _lay_reading(self, contents: Contents, area: Box) -> None:
        asked = self.reading == "question"
        found = _why(contents.question) if asked else behind(contents.told)
        self._readings.lay(ReadingCard, area, found.title, found.paragraphs, self._stop_reading)

    def _stop_reading(self) -> None:
        """Go back to the question; why something was refused has been read then."""
        if self.reading == "question":
            self._read("")
        else:
            self._on_read()


def _bar_button(box: Box, button: BarButton, *, dim: bool) -> Tap:
    tap = Tap(box, button.key, button.on_tap)
    ink = theme.mixed(theme.LIGHT, theme.SURFACE, 0.4) if dim else theme.LIGHT
    draw_button(tap, text=button.text, fill=theme.SURFACE, ink=ink, size=theme.SMALL_TEXT)
    return tap


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
