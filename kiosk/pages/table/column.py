"""The right column: the bar below, above it the question, what is told, and how everybody stands.

What is behind the question or the box of moves is read in the question's place.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from kivy.clock import Clock

from companion.pieces import Color
from kiosk.pages.table.answer_button import OnChoice, OnPeek
from kiosk.pages.table.arrangement import (
    Arrangement,
    Arranger,
    BarButton,
    Contents,
    Ears,
    OnceTurned,
    read_in,
    stays,
)
from kiosk.pages.table.question import Question
from kiosk.pieces.standings import Points
from kiosk.ui.kept import Kept
from kiosk.ui.sheet import Sheet
from kiosk.ui.surface import Box, Surface

_AT_ONCE = 3
"""So many widgets are made ahead in a step: a tap may come in the middle of it."""
_SPARE_READINGS = 8
"""Made ahead only: what has been read begins at its first page the next time."""
_SPARE_PAPERS = 48
_SPARE_TILES = 48
_SPARE_BUTTONS = 160
"""What is put by until it comes again, and made ahead: that of a round or so."""


class RightColumn(Surface):
    """Shows its contents, and reads out what is behind them.

    `on_choice` and `on_peek` hear what a card's do; `on_read` is called when what the box tells
    has been read, `on_about` with the ids of the rules about which all is wanted, `on_done` when
    people say that they have made all moves. `players` is a place beside the column where the
    players stand, without one they stand above the question. `once_turned` tells where all lies
    once the screen has turned to whoever decides in a state.
    """

    def __init__(
        self,
        box: Box,
        bar: tuple[BarButton, ...],
        *,
        on_choice: OnChoice,
        on_peek: OnPeek,
        on_read: Callable[[], None],
        on_about: Callable[[tuple[str, ...]], None],
        on_done: Callable[[], None],
        players: Box | None = None,
        once_turned: OnceTurned = stays,
    ) -> None:
        super().__init__(box)
        self._on_choice = on_choice
        self._on_read = on_read
        self._on_about = on_about
        ears = Ears(
            on_choice,
            on_peek,
            self.read,
            self._read_told,
            self._stop_reading,
            self._read_about,
            on_done,
            self._ask_anew,
        )
        self._arranger = Arranger(box, bar, ears, players, once_turned)
        self._shown: Arrangement | None = None
        self.asked_since = 0.0
        sheet, papers, buttons = Sheet(box), Surface(box), Surface(box)
        sheet.add_widget(papers)
        sheet.add_widget(buttons)
        self.add_widget(sheet)
        self._papers = Kept(papers, spares=_SPARE_PAPERS)
        self._readings = Kept(papers, spares=_SPARE_READINGS, again=False)
        self._buttons = Kept(buttons, spares=_SPARE_BUTTONS)
        beside = papers
        if players is not None:
            panes, beside = Sheet(players), Surface(players)
            panes.add_widget(beside)
            self.add_widget(panes)
        self._tiles = Kept(beside, spares=_SPARE_TILES)
        self._layers = (self._papers, self._readings, self._tiles, self._buttons)
        self._points = Points(box)
        self.add_widget(self._points)

    @property
    def card_box(self) -> Box:
        """Where the question stands, or the moves. Raises ValueError while something is read."""
        if self._shown is None or self._shown.card is None:
            raise ValueError("no question is shown that anything could cover")
        return self._shown.card

    @property
    def reading(self) -> str:
        """What is read: nothing, the `question`, or what is `told`."""
        return "" if self._shown is None else self._shown.reading

    @property
    def shows_moves(self) -> bool:
        """Whether the moves stand in the question's place and wait for "Done"."""
        return self._shown is not None and self._shown.shows_moves

    @property
    def asked(self) -> Question | None:
        """The question that can be answered; None while something else stands in its place."""
        return None if self._shown is None else self._shown.asked

    def arranged(self, contents: Contents) -> Arrangement:
        """What would stand where if these contents were shown."""
        return self._arranger.arranged(contents)

    def make_ahead(self, some_time: Arrangement) -> Iterator[None]:
        """Make what an arrangement will need that may come, a few widgets a step."""
        answers = (answer.recipe for answer in some_time.answers)
        made = self._made
        for _widget in chain(
            self._points.make_ahead(self._tiles.make_ahead(some_time.tiles)),
            self._papers.make_ahead(some_time.papers),
            self._readings.make_ahead(some_time.readings),
            self._buttons.make_ahead(some_time.buttons),
            self._buttons.make_ahead(answers),
        ):
            if self._made >= made + _AT_ONCE:
                made = self._made
                yield
        if self._made > made:
            yield

    @property
    def _made(self) -> int:
        return sum(kept.made for kept in self._layers)

    def show(self, shown: Arrangement) -> None:
        """Show other contents, as they are arranged; what was read ends, unless that goes on."""
        if self._shown is None or not _asks_the_same(self._shown, shown):
            self._ask_anew()
        self._shown = shown
        self._points.show([self._tiles.lay(recipe) for recipe in shown.tiles])
        for recipe in shown.papers:
            self._papers.lay(recipe)
        for recipe in shown.readings:
            self._readings.lay(recipe)
        for recipe in shown.buttons:
            self._buttons.lay(recipe)
        for answer in shown.answers:
            self._buttons.lay(answer.recipe).answer(answer.choice, self._on_choice, answer.way)
        for kept in self._layers:
            kept.finish()

    def _ask_anew(self) -> None:
        self.asked_since = Clock.get_time()

    def show_contents(self, contents: Contents) -> None:
        """Show other contents while what is read is read on."""
        self.show(self._arranger.arranged(contents, self.reading))

    def tidy(self) -> Iterator[None]:
        """Take apart, one a step, what will not be shown again."""
        for kept in self._layers:
            yield from kept.tidy()

    def dismantle(self) -> None:
        """Take it apart, and what is put by."""
        super().dismantle()
        for kept in self._layers:
            kept.close()

    def count_from(self, former: Mapping[Color, int]) -> None:
        """Let the points count from former ones, where they are shown."""
        self._points.count_from(former)

    def finish_count(self) -> None:
        """Show the present points at once."""
        self._points.finish_count()

    def read(self, what: str) -> None:
        """Read out why the `question` is asked, or what is `told`; nothing: the question."""
        if self._shown is not None:
            self.show(self._arranger.arranged(self._shown.contents, what))

    def _read_told(self) -> None:
        self.read("told")

    def _read_about(self) -> None:
        if self._shown is not None:
            self._on_about(read_in(self._shown).rules)

    def _stop_reading(self) -> None:
        """Go back to the question; why something was refused has been read then."""
        if self.reading == "question":
            self.read("")
        else:
            self._on_read()


def _asks_the_same(one: Arrangement, other: Arrangement) -> bool:
    """Whether the same is asked at the same step of the game, in the same place."""
    return one.contents.state is other.contents.state and (
        one.asked,
        one.shows_moves,
        one.card,
    ) == (other.asked, other.shows_moves, other.card)
