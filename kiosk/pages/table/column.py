"""The right column: the bar below, above it the question, what is told, and how everybody stands.

What is behind the question or the notices is read in the question's place. What stands where is
worked out before anything of it is drawn.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

from kivy.clock import Clock
from kivy.metrics import dp, sp
from msgspec.structs import replace

from companion.pieces import Color
from companion.state import GameState
from kiosk import routes
from kiosk.pages.table.card import answer_height, card_height, card_parts
from kiosk.pages.table.moves import MovesShown
from kiosk.pages.table.moves_view import (
    MovesBeside,
    Notice,
    beside_allowance,
    beside_height,
    least_notice,
    moves_height,
    moves_parts,
    notice_height,
)
from kiosk.pages.table.notices import Notices, Reading, behind
from kiosk.pages.table.parts import overruling
from kiosk.pages.table.places import Places
from kiosk.pages.table.question import Explain, InBar, Question, Read, ReadMoves
from kiosk.pieces.drawing import step_back, step_on
from kiosk.pieces.picture import Standing, standings
from kiosk.pieces.standings import (
    Points,
    pane_places,
    player_places,
    tile_part,
    tiles_height,
    want_a_line,
)
from kiosk.ui import theme
from kiosk.ui.cached_layer import CachedLayer
from kiosk.ui.form import Block, Button, Row, to_read, way_back
from kiosk.ui.renderer import Arranged, FormView, OnTap, Parts, widget_of
from kiosk.ui.surface import Box, Surface
from kiosk.ui.tap import Tap, draw_button, fit_side_by_side, fitting_size, split_for
from kiosk.words.language import _, in_context, visible
from kiosk.words.reasons import reason_paragraph, rules_of

_LEAST_CARD = 230
_SPARES = 250
"""Widgets that are put by until they come again, and made ahead: those of a round or so."""


class BarButton(Block, frozen=True):
    """A button of the bar; a `sign` stands for its text where there is no room for that."""

    key: str
    text: str
    action: object
    sign: Callable[..., None] | None = None
    dim: bool = False
    size: float = theme.SMALL_TEXT


@widget_of.register
def _bar_button(block: BarButton, box: Box, ground: theme.Rgb, on_tap: OnTap) -> Surface:  # noqa: ARG001 - it brings its own
    tap = Tap(box, block.key, partial(on_tap, block.action))
    ink = theme.mixed(theme.LIGHT, theme.SURFACE, 0.4) if block.dim else theme.LIGHT
    sign = None if block.text else block.sign
    signs = [] if sign is None else [partial(sign, ink=ink)]
    draw_button(tap, text=block.text, signs=signs, fill=theme.SURFACE, ink=ink, size=block.size)
    return tap


class Contents(NamedTuple):
    """What the column shows of a game; `dim` are the keys of the bar that only tell why not.

    `moves` are shown unless somebody is `pondering`: above the question, or as a card before it
    where there is no room for that, or `as_card`.
    """

    state: GameState
    question: Question
    notices: Notices
    moves: MovesShown
    as_card: bool
    pondering: bool
    open_chips: bool
    dim: frozenset[str]


OnceTurned = Callable[[GameState], Places | None]
"""Where all lies once the screen has turned to whoever decides in a state; None: as it does now."""


def stays(_state: GameState) -> Places | None:
    """A screen that turns to nobody."""
    return None


class Arrangement:
    """What stands where in the column: `drawn` without the players' points, and the `points`.

    `card` is where the question or the moves stand, None while something else is read, and
    `reading` what that is; `page` is the page of the moves.
    """

    def __init__(self, contents: Contents, reading: str, page: int) -> None:
        self.contents = contents
        self.reading = reading
        self.page = page
        self.card: Box | None = None
        self.shows_moves = False
        self.parts: list[tuple[Block, Box]] = []
        self.tiles: Sequence[tuple[Box, Standing]] = ()
        self.drawn: Sequence[Arranged] = ()

    @property
    def asked(self) -> Question | None:
        """The question that can be answered; None while the moves stand in its place."""
        return self.contents.question if self.card and not self.shows_moves else None

    def asks_the_same(self, other: "Arrangement") -> bool:
        """Whether the same is asked at the same step of the game, in the same place."""
        return self.contents.state is other.contents.state and (
            self.asked,
            self.shows_moves,
            self.card,
            self.page,
        ) == (other.asked, other.shows_moves, other.card, other.page)


class RightColumn(Surface):
    """Shows its contents, and reads out what is behind them.

    `take` is told what is tapped, but for what the column does itself. `players` is a place beside
    the column where the players stand, without one they stand above the question. Moves stand
    beside a question only where they have room `once_turned` to its decider, too.
    """

    def __init__(
        self,
        box: Box,
        bar: tuple[BarButton, ...],
        take: OnTap,
        *,
        players: Box | None = None,
        once_turned: OnceTurned = stays,
    ) -> None:
        super().__init__(box)
        self._bar = bar
        self._take = take
        self._players = players
        self._once_turned = once_turned
        self._area, self._foot = _above_bar(box)
        self._shown: Arrangement | None = None
        self.asked_since = 0.0
        # One sheet for each place, as small as it can be: a change draws all of it again.
        sheets = [CachedLayer(one) for one in (box, players) if one is not None]
        self._views = [FormView(sheet.box, self._tapped, spares=_SPARES) for sheet in sheets]
        for sheet, view in zip(sheets, self._views, strict=True):
            view.ground = theme.PAPER  # of the question's words; all else brings a ground along
            sheet.add_widget(view)
            self.add_widget(sheet)
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

    def make_ahead(self, some_time: Arrangement) -> Iterator[None]:
        """Make what an arrangement will need that may come, a few widgets a step."""
        yield from self._points.make_ahead(some_time.tiles)
        for view, drawn in zip(self._views, some_time.drawn, strict=True):
            yield from view.make_ahead(drawn)

    def show(self, shown: Arrangement) -> None:
        """Show other contents, as they are arranged; what was read ends, unless that goes on."""
        if self._shown is None or not self._shown.asks_the_same(shown):
            self.asked_since = Clock.get_time()
        self._shown = shown
        for view, drawn in zip(self._views, shown.drawn, strict=True):
            view.lay(drawn)
        self._points.show(shown.tiles)

    def show_contents(self, contents: Contents) -> None:
        """Show other contents while what is read is read on."""
        page = 0 if self._shown is None else self._shown.page
        self.show(self.arranged(contents, self.reading, page))

    def close_gone(self) -> Iterator[None]:
        """Take apart, one a step, what will not be shown again."""
        for view in self._views:
            yield from view.close_gone()

    def count_from(self, former: Mapping[Color, int]) -> None:
        """Let the points count from former ones, where they are shown."""
        self._points.count_from(former)

    def finish_count(self) -> None:
        """Show the present points at once."""
        self._points.finish_count()

    def read(self, what: str) -> None:
        """Read out why the `question` is asked, or what is `told`; nothing: the question."""
        if self._shown is not None:
            self.turn_to_first_pages()
            self.show(self.arranged(self._shown.contents, what))

    def turn_to_first_pages(self) -> None:
        """What is shown next is about something else."""
        for view in self._views:
            view.turn_to_first_pages()

    def _tapped(self, action: object) -> None:
        match action:
            case Read(""):
                # Why something was refused has been read then.
                if self.reading == "question":
                    self.read("")
                else:
                    self._take(Explain(None))
            case Read(what):
                self.read(what)
            case ReadMoves(page) if self._shown is not None:
                self.show(self.arranged(self._shown.contents, page=page))
            case _:
                self._take(action)

    # What stands where

    def arranged(self, contents: Contents, reading: str = "", page: int = 0) -> Arrangement:
        """Where all belongs; `reading` names what is read in the question's place."""
        found = Arrangement(contents, reading, page)
        found.parts += _bar_parts(self._foot, self._bar, contents.dim)
        if not reading:
            self._lay_question(found)
        if found.card is None:
            found.parts.append((_card_to_read(found), self._area))
        beside: Parts = ()
        if self._players is not None:
            won = dict(contents.moves.won)
            players = standings(contents.state, open_chips=contents.open_chips, won=won)
            found.tiles = pane_places(self._players, players)
            beside = [tile_part(*one) for one in found.tiles]
        else:
            found.parts += [tile_part(*one) for one in found.tiles]
        parts = (found.parts, beside)
        found.drawn = [view.arranged(part) for view, part in zip(self._views, parts, strict=False)]
        return found

    def _lay_question(self, found: Arrangement) -> None:
        """All that is shown beside a question, if a refusal leaves room for it."""
        contents, area, width = found.contents, self._area, self._area.width
        asked, notices = contents.question, contents.notices
        gap = dp(theme.GAP)
        whole = notice_height(notices.text, width)
        least = least_notice(notices.refusal, notices.text, width)
        card, beside = self._place_of_moves(contents)
        over = self._players is None and not asked.fills
        tiles = tiles_height(len(contents.state.players), width, hands=False) + gap if over else 0
        below_told = area.height - (gap if whole else 0)
        most = below_told - tiles - least if tiles else 0
        answers = _answers(contents, area, self._players)
        need = _need(asked, width, most, answers)
        if card:
            # All moves on one page go before the players' chips, but not before the players.
            most = min(moves_height(contents.moves, width), below_told - tiles - least)
            need = max(most, float(dp(_LEAST_CARD)))
        elif notices.refused is not None and below_told - need < least:
            # A long refusal is read beside the question, if with lower answers.
            need = _need(asked, width, most, theme.TOUCH)
        room = below_told - need
        if notices.refused is not None and room < least:
            return
        lines = contents.moves.beside if beside else ()
        moves = beside_height(lines, width)
        if least + moves + (gap if lines else 0) + tiles > room:
            moves = beside_height(lines, width, tight=True)
        moves += gap if lines else 0
        players, high = _tiles(contents, width, least + moves, room) if over else ((), 0.0)
        if moves and notices.refused is not None and least + moves > room - high:
            # What was refused goes before the moves; they come back when it has been read.
            lines, moves = (), 0.0
            players, high = _tiles(contents, width, least, room) if over else ((), 0.0)
        below = area.top - high
        room -= high
        if players:
            top = Box(area.x, below + gap, width, high - gap)
            found.tiles = player_places(top, players)
        if whole:
            part = min(whole, room - moves)
            notice = Notice(notices.text, Read("told"), notices.is_refusal or bool(notices.unsaved))
            found.parts.append((notice, Box(area.x, below - part, width, part)))
            below -= part + gap
        if lines:
            box = Box(area.x, below - moves + gap, width, moves - gap)
            found.parts.append((MovesBeside(lines, Read("told")), box))
            below = box.y - gap
        found.card = Box(area.x, area.y, width, below - area.y)
        found.shows_moves = card
        if card:
            found.parts += moves_parts(found.card, contents.moves, found.page)
        else:
            found.parts += card_parts(found.card, asked, answers)

    def _place_of_moves(self, contents: Contents) -> tuple[bool, bool]:
        """Whether the moves stand as a card, and whether beside the question.

        They stand nowhere else for as long as a refusal is read above them.
        """
        moves = contents.moves
        if contents.pondering or not moves.beside:
            return False, False
        waits = bool(moves.number) and not moves.done
        if contents.as_card and waits:
            return True, False
        there = self._once_turned(contents.state) if waits else None
        room = _has_room(contents, self._area, self._players)
        if there is not None:
            room = room and _has_room(contents, _above_bar(there.column)[0], there.players)
        return (waits and not room, room)


def _card_to_read(found: Arrangement) -> Block:
    read, further = _read_in(found), None
    ways = [way_back(Read(""))]
    if read.rules:
        ways.append(Button("about", routes.Rules(read.rules), _("All about it")))
    if read.ruling is not None:
        way = overruling(read.ruling)
        further = Row((Button(way.key, way.action, way.text),))
    return to_read(read.title, read.paragraphs, *ways, further=further)


def _above_bar(column: Box) -> tuple[Box, Box]:
    """What is left of a column above its bar, and the place of that."""
    return column.footed(dp(theme.TOUCH), dp(theme.GAP))


def table_bar() -> tuple[BarButton, ...]:
    """What there is to do at the table beside answering."""
    return (
        # For translators: a short word, in the bar at the foot of the table
        BarButton("undo", in_context("bar", "Undo"), InBar.UNDO, step_back),
        # For translators: a short word, in the bar at the foot of the table
        BarButton("redo", in_context("bar", "Redo"), InBar.REDO, step_on),
        BarButton("menu", _("Menu"), InBar.MENU),
    )


def _bar_parts(box: Box, bar: tuple[BarButton, ...], dim: frozenset[str]) -> Parts:
    texts, gap = [button.text for button in bar], dp(theme.GAP)
    size = fitting_size(box, texts, gap, theme.SMALL_TEXT)
    small = size < min(theme.SMALL_TEXT, theme.DECISION_TEXT * dp(1) / sp(1))
    if small or not fit_side_by_side(box, texts, gap, size):
        # Large letters, or a language, have no room for long words: a sign needs none.
        texts = ["" if button.sign else button.text for button in bar]
        size = fitting_size(box, texts, gap, theme.SMALL_TEXT)
    places = split_for(box, texts, gap, size)
    return [
        (replace(one, text=text, dim=one.key in dim, size=size), place)
        for one, text, place in zip(bar, texts, places, strict=True)
    ]


def _has_room(contents: Contents, area: Box, players: Box | None) -> bool:
    """Whether the moves have room beside the question in an area, and above that the players.

    These need none where they have a place of their own.
    """
    notices, width = contents.notices, area.width
    heights = [
        beside_height(contents.moves.beside, width, tight=True),
        card_height(contents.question, width, _answers(contents, area, players)),
    ]
    if notices.trouble:
        heights.append(least_notice("", notices.trouble, width))
    if players is None:
        heights.append(tiles_height(len(contents.state.players), width, hands=False))
    return sum(heights) + dp(theme.GAP) * (len(heights) - 1) <= area.height


def _answers(contents: Contents, area: Box, players: Box | None) -> float:
    """How high a question's answers are, in dp: the same whatever is told or to be moved above it.

    So they stay under a finger after a refusal, or when a step is taken back.
    """
    room, gap = area.height, dp(theme.GAP)
    if players is None and not contents.question.fills:
        room -= tiles_height(len(contents.state.players), area.width, hands=False) + gap
    return answer_height(contents.question, area.width, room - beside_allowance(room) - gap)


def _need(asked: Question, width: float, most: float, answers: float) -> float:
    """How high a card has to be, with lines of words closer if it is at `most` so high only then.

    So the players stay above it; all in pixels, but that answers are so many dp high.
    """
    need = card_height(asked, width, answers)
    tight = card_height(asked, width, answers, close=True)
    return tight if tight <= most < need else need


def _tiles(
    contents: Contents, width: float, told: float, room: float
) -> tuple[tuple[Standing, ...], float]:
    """The fullest tiles that leave so many pixels of `room` for what is told, if any do.

    And how high they are, with the gap below them.
    """
    gap, players = dp(theme.GAP), contents.state.players
    apart = want_a_line([visible(player.name) for player in players], width)
    for hands, name_apart in product((contents.open_chips, False), (apart, False)):
        height = tiles_height(len(players), width, hands=hands, apart=name_apart)
        if height + gap + told <= room:
            won = dict(contents.moves.won)
            return standings(contents.state, open_chips=hands, won=won), height + gap
    return (), 0.0


def _read_in(shown: Arrangement) -> Reading:
    """What is read in the question's place, or would be: why it is asked, or what is told."""
    if shown.reading != "question":
        return behind(shown.contents.notices)
    reasons = shown.contents.question.reasons
    return Reading(_("Why?"), tuple(map(reason_paragraph, reasons)), rules_of(reasons))
