"""The right column: the bar below, above it the question, what is told, and how everybody stands.

What is behind the question or the box of moves is read in the question's place.
"""

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import NamedTuple

from kivy.metrics import dp

from companion.pieces import Color
from companion.state import GameState
from kiosk.pages.table.answer_button import (
    OnChoice,
    OnPeek,
    lay_answer,
    peek_button,
    round_button,
)
from kiosk.pages.table.card import Card, height_of
from kiosk.pages.table.moves_card import MovesBeside, MovesCard, beside_height
from kiosk.pages.table.moves_shown import MovesShown
from kiosk.pages.table.question import Choice, Peek, Question, Think
from kiosk.pages.table.told import Reading, Told, behind
from kiosk.pages.table.told_box import ToldBox, least_height, told_height
from kiosk.pieces.picture import Standing, standings
from kiosk.pieces.standings import PlayerTile, Points, lay_panes, lay_players, tiles_height
from kiosk.toolkit import theme
from kiosk.toolkit.kept import Kept
from kiosk.toolkit.reading import ReadingCard
from kiosk.toolkit.sheet import Sheet
from kiosk.toolkit.surface import Box, Surface
from kiosk.toolkit.tap import Tap, draw_button
from kiosk.words.language import _
from kiosk.words.reasons import reason_paragraph

GAP = 8
_LEAST_CARD = 230
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
    """What the column shows of a game; `dim` are the keys of the bar that only tell why not.

    `moves` are shown unless somebody is `pondering`: above the question, or as a card before it
    where there is no room for that, or `always_as_card`.
    """

    state: GameState
    question: Question
    told: Told
    moves: MovesShown
    always_as_card: bool
    pondering: bool
    open_chips: bool
    dim: frozenset[str]


class Place(Enum):
    """Where the moves stand: nowhere, above the question, or as a card in its place."""

    NOWHERE = auto()
    BESIDE = auto()
    CARD = auto()


class _Head(NamedTuple):
    """What stands above all else: the players' tiles, in pixels of height."""

    players: tuple[Standing, ...]
    height: float


class RightColumn(Surface):
    """Shows its contents, and reads out what is behind them.

    `on_choice` and `on_peek` hear what a card's do; `on_read` is called when what the box tells
    has been read, `on_done` when people say that they have made all moves. `players` is a place
    beside the column where the players stand, without one they stand above the question.
    """

    def __init__(
        self,
        box: Box,
        bar: tuple[BarButton, ...],
        *,
        on_choice: OnChoice,
        on_peek: OnPeek,
        on_read: Callable[[], None],
        on_done: Callable[[], None],
        players: Box | None = None,
    ) -> None:
        super().__init__(box)
        self._bar = bar
        self._on_choice = on_choice
        self._on_peek = on_peek
        self._on_read = on_read
        self._on_done = on_done
        self._contents: Contents | None = None
        self._card: Surface | None = None
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
        self.shows_moves = False
        """Whether the moves stand in the question's place and wait for "Done"."""

    @property
    def shows_question(self) -> bool:
        """Whether nothing stands in the question's place: neither what is read nor the moves."""
        return not self.reading and not self.shows_moves

    @property
    def card_box(self) -> Box:
        """Where the question stands, or the moves. Raises ValueError while something is read."""
        if self._card is None:
            raise ValueError("no question is shown that anything could cover")
        return self._card.box

    def show(self, contents: Contents, *, reading: str = "") -> None:
        """Show other contents; what was read ends, unless it is named."""
        self._contents = contents
        self.reading = reading
        self._card = None
        self.shows_moves = False
        bar = Box(self.box.x, self.box.y, self.box.width, dp(theme.TOUCH))
        self._lay_bar(contents, bar)
        bottom = bar.top + dp(GAP)
        area = Box(self.box.x, bottom, self.box.width, self.box.top - bottom)
        lines = [] if reading else self._lay_question(contents, area)
        if self._card is None:
            self._lay_reading(contents, area)
        if self._panes is not None and self._beside is not None:
            hands = contents.open_chips
            won = dict(contents.moves.won)
            standing = standings(contents.state, open_chips=hands, won=won)
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

    def _lay_question(self, contents: Contents, area: Box) -> list[PlayerTile]:
        """Lay all that is shown beside a question, if a refusal leaves room for it.

        Returns the players' lines.
        """
        asked, told, width = contents.question, contents.told, area.width
        gap = dp(GAP)
        lines = told.lines
        whole = told_height(told.refusal, lines, width)
        least = least_height(told.refusal, lines, width)
        place = self._place_of_moves(contents, area)
        need = float(dp(_LEAST_CARD)) if place is Place.CARD else height_of(asked, width)
        room = area.height - need - (gap if whole else 0)
        if told.refused is not None and room < least:
            return []
        beside = contents.moves.beside if place is Place.BESIDE else ()
        moves = beside_height(beside, width) + (gap if beside else 0)
        over = self._beside is None
        head = _head_that_fits(contents, least + moves, room) if over else None
        if moves and told.refused is not None and least + moves > room - _height(head):
            # What was refused goes before the moves; they come back when it has been read.
            beside, moves = (), 0.0
            head = _head_that_fits(contents, least, room) if over else None
        below, players = area.top, []
        if head is not None:
            top = Box(area.x, area.top - head.height, width, head.height)
            players = lay_players(self._papers, top, head.players)
            below = top.y - gap
            room -= head.height + gap
        if whole:
            high = min(whole, room - moves)
            box = Box(area.x, below - high, width, high)
            wrong = bool(told.unsaved)
            self._buttons.lay(ToldBox, box, told.refusal, lines, self._read_told, wrong=wrong)
            below = box.y - gap
        if beside:
            box = Box(area.x, below - moves + gap, width, moves - gap)
            self._buttons.lay(MovesBeside, box, beside, self._read_told)
            below = box.y - gap
        rest = Box(area.x, area.y, width, below - area.y)
        if place is Place.CARD:
            self._card = self._readings.lay(
                MovesCard, rest, contents.moves, self._on_done, self._read_told
            )
        else:
            self._lay_card(rest, asked)
        self.shows_moves = place is Place.CARD
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

    def _place_of_moves(self, contents: Contents, area: Box) -> Place:
        """Where the moves stand; not elsewhere for as long as a refusal is read above them."""
        moves, told = contents.moves, contents.told
        if contents.pondering or not moves.beside:
            return Place.NOWHERE
        if contents.always_as_card and moves.number and not moves.done:
            return Place.CARD
        heights = [
            beside_height(moves.beside, area.width),
            height_of(contents.question, area.width),
        ]
        if told.lines:
            heights.append(least_height("", told.lines, area.width))
        if self._beside is None:
            heights.append(tiles_height(hands=False))
        if sum(heights) + dp(GAP) * (len(heights) - 1) <= area.height:
            return Place.BESIDE
        return Place.NOWHERE if moves.done else Place.CARD

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


def _height(head: _Head | None) -> float:
    """What the tiles take with the gap below them, in pixels."""
    return 0.0 if head is None else head.height + dp(GAP)


def _head_that_fits(contents: Contents, told: float, room: float) -> _Head | None:
    """The fullest tiles that leave so many pixels of `room` for what is told; None: not any."""
    gap = dp(GAP)
    for hands in (contents.open_chips, False):
        height = tiles_height(hands=hands)
        if height + gap + told <= room:
            return _Head(
                standings(contents.state, open_chips=hands, won=dict(contents.moves.won)), height
            )
    return None
