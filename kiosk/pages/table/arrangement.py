"""What stands where in the right column, worked out before anything of it is drawn."""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from functools import partial
from itertools import product
from typing import NamedTuple

from kivy.metrics import dp, sp

from companion.state import GameState
from kiosk.pages.table.answer_button import (
    AnswerPlace,
    OnChoice,
    OnPeek,
    answer_place,
    peek_button,
    round_answer,
)
from kiosk.pages.table.card import Card, card_color
from kiosk.pages.table.card_layout import Room, answer_height, height_of, places
from kiosk.pages.table.moves_card import (
    MovesBeside,
    MovesCard,
    beside_allowance,
    beside_height,
    card_height,
)
from kiosk.pages.table.moves_shown import MovesShown
from kiosk.pages.table.parts import overruling
from kiosk.pages.table.places import Places
from kiosk.pages.table.question import Choice, Peek, Question, Think
from kiosk.pages.table.told import Reading, Told, behind
from kiosk.pages.table.told_box import ToldBox, least_height, told_height
from kiosk.pieces.picture import Standing, standings
from kiosk.pieces.standings import PlayerTile, pane_places, player_places, tiles_height, want_a_line
from kiosk.ui import theme
from kiosk.ui.kept import Recipe
from kiosk.ui.reading import ReadingCard
from kiosk.ui.shapes import Point
from kiosk.ui.surface import Box, Surface
from kiosk.ui.tap import Tap, draw_button, fit_side_by_side, fitting_size, split_for
from kiosk.words.language import _, visible
from kiosk.words.reasons import reason_paragraph, rules_of

GAP = 8
_LEAST_CARD = 230


class BarButton(NamedTuple):
    """A button of the bar; `sign` stands for its text where there is no room for that."""

    key: str
    text: str
    on_tap: Callable[[], None]
    sign: Callable[[Point, float, theme.Rgb], None] | None = None


class Contents(NamedTuple):
    """What the column shows of a game; `dim` are the keys of the bar that only tell why not.

    `moves` are shown unless somebody is `pondering`: above the question, or as a card before it
    where there is no room for that, or `as_card`.
    """

    state: GameState
    question: Question
    told: Told
    moves: MovesShown
    as_card: bool
    pondering: bool
    open_chips: bool
    dim: frozenset[str]


class Ears(NamedTuple):
    """Who hears of what is tapped: `read` of the name of what is to be read.

    `stop_reading` hears that it has been read, `read_about` that all about its rules is wanted,
    `on_done` that all moves are made, `on_page` that another page of them is shown.
    """

    on_choice: OnChoice
    on_peek: OnPeek
    read: Callable[[str], None]
    read_told: Callable[[], None]
    stop_reading: Callable[[], None]
    read_about: Callable[[], None]
    on_done: Callable[[], None]
    on_page: Callable[[], None]


OnceTurned = Callable[[GameState], Places | None]
"""Where all lies once the screen has turned to whoever decides in a state; None: as it does now."""


def stays(_state: GameState) -> Places | None:
    """A screen that turns to nobody."""
    return None


class _Place(Enum):
    """Where the moves stand: nowhere, above the question, or as a card in its place."""

    NOWHERE = auto()
    BESIDE = auto()
    CARD = auto()


class _Head(NamedTuple):
    """What stands above all else: the players' tiles, in pixels of height."""

    players: tuple[Standing, ...]
    height: float


class Arrangement:
    """What stands where in the column, as what makes its widgets.

    `papers` lie below `buttons` and `answers`; `readings` are papers that begin at their first
    page each time, `tiles` are the players'. `card` is where the question or the moves stand, None
    while something else is read.
    """

    def __init__(self, contents: Contents, reading: str) -> None:
        self.contents = contents
        self.reading = reading
        self.papers: list[Recipe[Surface]] = []
        self.readings: list[Recipe[Surface]] = []
        self.buttons: list[Recipe[Tap]] = []
        self.answers: list[AnswerPlace] = []
        self.tiles: list[Recipe[PlayerTile]] = []
        self.card: Box | None = None
        self.shows_moves = False

    @property
    def asked(self) -> Question | None:
        """The question that can be answered; None while the moves stand in its place."""
        return self.contents.question if self.card and not self.shows_moves else None


class Arranger:
    """Arranges a column in a box, above its bar; the players stand at `players`, if anywhere.

    Moves stand beside a question only where they have room `once_turned` to its decider, too.
    """

    def __init__(
        self,
        box: Box,
        bar: tuple[BarButton, ...],
        ears: Ears,
        players: Box | None,
        once_turned: OnceTurned = stays,
    ) -> None:
        self._bar = bar
        self._ears = ears
        self._beside = players
        self._once_turned = once_turned
        self._area, self._foot = _above_bar(box)

    def arranged(self, contents: Contents, reading: str = "") -> Arrangement:
        """Where all belongs; `reading` names what is read in the question's place."""
        found = Arrangement(contents, reading)
        self._lay_bar(found)
        if not reading:
            self._lay_question(found)
        if found.card is None:
            self._lay_reading(found)
        if self._beside is not None:
            won = dict(contents.moves.won)
            players = standings(contents.state, open_chips=contents.open_chips, won=won)
            found.tiles = _tiles(pane_places(self._beside, players))
        return found

    def _lay_bar(self, found: Arrangement) -> None:
        bar, size = self._bar, self._bar_size(self._bar)
        words = [button.text for button in bar]
        small = size < min(theme.SMALL_TEXT, theme.DECISION_TEXT * dp(1) / sp(1))
        if small or not fit_side_by_side(self._foot, words, dp(GAP), size):
            # Large letters, or a language, have no room for long words: a sign needs none.
            bar = tuple(button._replace(text="") if button.sign else button for button in bar)
            size = self._bar_size(bar)
        texts = [button.text for button in bar]
        places = split_for(self._foot, texts, dp(GAP), size)
        for button, place in zip(bar, places, strict=True):
            dim = button.key in found.contents.dim
            found.buttons.append(Recipe(_bar_button, place, button, size, dim=dim))

    def _bar_size(self, bar: tuple[BarButton, ...]) -> float:
        """How large the letters of the bar are, in sp."""
        texts = [button.text for button in bar]
        return fitting_size(self._foot, texts, dp(GAP), theme.SMALL_TEXT)

    def _lay_question(self, found: Arrangement) -> None:
        """All that is shown beside a question, if a refusal leaves room for it."""
        contents, area, width = found.contents, self._area, self._area.width
        asked, told, ears = contents.question, contents.told, self._ears
        gap = dp(GAP)
        whole = told_height(told.text, width)
        least = least_height(told.refusal, told.text, width)
        place = self._place_of_moves(contents)
        over = self._beside is None and not asked.fills
        tiles = tiles_height(len(contents.state.players), width, hands=False) + gap if over else 0
        below_told = area.height - (gap if whole else 0)
        most = below_told - tiles - least if tiles else 0
        answers = _answer_height(contents, area, self._beside)
        need = _need(asked, width, most, answers)
        if place is _Place.CARD:
            # All moves on one page go before the players' chips, but not before the players.
            most = min(card_height(contents.moves, width), below_told - tiles - least)
            need = max(most, float(dp(_LEAST_CARD)))
        elif told.refused is not None and below_told - need < least:
            # A long refusal is read beside the question, if with lower answers.
            need = _need(asked, width, most, theme.TOUCH)
        room = below_told - need
        if told.refused is not None and room < least:
            return
        beside = contents.moves.beside if place is _Place.BESIDE else ()
        moves = beside_height(beside, width)
        if least + moves + (gap if beside else 0) + tiles > room:
            moves = beside_height(beside, width, tight=True)
        moves += gap if beside else 0
        head = _head_that_fits(contents, width, least + moves, room) if over else None
        if moves and told.refused is not None and least + moves > room - _height(head):
            # What was refused goes before the moves; they come back when it has been read.
            beside, moves = (), 0.0
            head = _head_that_fits(contents, width, least, room) if over else None
        below = area.top
        if head is not None:
            top = Box(area.x, area.top - head.height, width, head.height)
            found.tiles = _tiles(player_places(top, head.players))
            below = top.y - gap
            room -= head.height + gap
        if whole:
            high = min(whole, room - moves)
            box = Box(area.x, below - high, width, high)
            wrong = told.is_refusal or bool(told.unsaved)
            found.buttons.append(Recipe(ToldBox, box, told.text, ears.read_told, wrong=wrong))
            below = box.y - gap
        if beside:
            box = Box(area.x, below - moves + gap, width, moves - gap)
            found.buttons.append(Recipe(MovesBeside, box, beside, ears.read_told))
            below = box.y - gap
        found.card = Box(area.x, area.y, width, below - area.y)
        found.shows_moves = place is _Place.CARD
        if found.shows_moves:
            heard = (ears.on_done, ears.read_told, ears.on_page)
            found.readings.append(Recipe(MovesCard, found.card, contents.moves, *heard))
        else:
            self._lay_card(found, found.card, asked, answers)

    def _lay_card(self, found: Arrangement, box: Box, asked: Question, high: float) -> None:
        printed, answers, (right, left) = places(box, asked, high)
        color, ears = card_color(asked.color), self._ears
        found.papers.append(Recipe(Card, box, printed))
        why = right if asked.back is None else left
        found.buttons.append(Recipe(round_answer, why, "why", "?", ears.read, "question"))
        if asked.back is not None:
            back = Choice(key="back", action=Think(asked.back))
            found.buttons.append(Recipe(round_answer, right, "back", "×", ears.on_choice, back))
        for choice, place in answers:
            if isinstance(choice.action, Peek):
                found.buttons.append(Recipe(peek_button, place, choice, color, ears.on_peek))
            else:
                found.answers.append(answer_place(place, choice, color))

    def _place_of_moves(self, contents: Contents) -> _Place:
        """Where the moves stand; not elsewhere for as long as a refusal is read above them."""
        moves = contents.moves
        if contents.pondering or not moves.beside:
            return _Place.NOWHERE
        waits = bool(moves.number) and not moves.done
        if contents.as_card and waits:
            return _Place.CARD
        there = self._once_turned(contents.state) if waits else None
        room = _has_room(contents, self._area, self._beside)
        if room and (there is None or _has_room(contents, *_of_column(there))):
            return _Place.BESIDE
        return _Place.CARD if waits else _Place.NOWHERE

    def _lay_reading(self, found: Arrangement) -> None:
        read, ears = read_in(found), self._ears
        about, further = ears.read_about if read.rules else None, None
        if read.ruling is not None:
            way = overruling(read.ruling)
            further = (way.key, way.text, partial(ears.on_choice, way))
        card = (read.title, read.paragraphs, ears.stop_reading, about, further)
        found.readings.append(Recipe(ReadingCard, self._area, *card))


def _above_bar(column: Box) -> tuple[Box, Box]:
    """What is left of a column above its bar, and the place of that."""
    return column.footed(dp(theme.TOUCH), dp(GAP))


def _of_column(places: Places) -> tuple[Box, Box | None]:
    """What is left of the column above its bar, and the players' place beside it."""
    return _above_bar(places.column)[0], places.players


def _has_room(contents: Contents, area: Box, players: Box | None) -> bool:
    """Whether the moves have room beside the question in an area, and above that the players.

    These need none where they have a place of their own.
    """
    told, width = contents.told, area.width
    heights = [
        beside_height(contents.moves.beside, width, tight=True),
        height_of(contents.question, width, answers=_answer_height(contents, area, players)),
    ]
    if told.trouble:
        heights.append(least_height("", told.trouble, width))
    if players is None:
        heights.append(tiles_height(len(contents.state.players), width, hands=False))
    return sum(heights) + dp(GAP) * (len(heights) - 1) <= area.height


def _answer_height(contents: Contents, area: Box, players: Box | None) -> float:
    """How high a question's answers are, in dp: the same whatever is told or to be moved above it.

    So they stay under a finger after a refusal, or when a step is taken back.
    """
    room = area.height
    if players is None and not contents.question.fills:
        room -= tiles_height(len(contents.state.players), area.width, hands=False) + dp(GAP)
    return answer_height(contents.question, area.width, room - beside_allowance(room) - dp(GAP))


def _need(asked: Question, width: float, most: float, answers: float) -> float:
    """How high a card has to be, with lines of words closer if it is at `most` so high only then.

    So the players stay above it; all in pixels, but that answers are so many dp high.
    """
    need = height_of(asked, width, answers=answers)
    tight = height_of(asked, width, Room.LITTLE, answers)
    return tight if tight <= most < need else need


def _tiles(places: Sequence[tuple[Box, Standing]]) -> list[Recipe[PlayerTile]]:
    return [Recipe(PlayerTile, box, standing) for box, standing in places]


def _bar_button(box: Box, button: BarButton, size: float, *, dim: bool) -> Tap:
    tap = Tap(box, button.key, button.on_tap)
    ink = theme.mixed(theme.LIGHT, theme.SURFACE, 0.4) if dim else theme.LIGHT
    sign = None if button.sign is None or button.text else button.sign
    signs = [] if sign is None else [lambda center, radius: sign(center, radius, ink)]
    draw_button(tap, text=button.text, signs=signs, fill=theme.SURFACE, ink=ink, size=size)
    return tap


def read_in(shown: Arrangement) -> Reading:
    """What is read in the question's place, or would be: why it is asked, or what is told."""
    if shown.reading != "question":
        return behind(shown.contents.told)
    reasons = shown.contents.question.reasons
    return Reading(_("Why?"), tuple(map(reason_paragraph, reasons)), rules_of(reasons))


def _height(head: _Head | None) -> float:
    """What the tiles take with the gap below them, in pixels."""
    return 0.0 if head is None else head.height + dp(GAP)


def _head_that_fits(contents: Contents, width: float, told: float, room: float) -> _Head | None:
    """The fullest tiles that leave so many pixels of `room` for what is told; None: not any."""
    gap, players = dp(GAP), contents.state.players
    apart = want_a_line([visible(player.name) for player in players], width)
    for hands, name_apart in product((contents.open_chips, False), (apart, False)):
        height = tiles_height(len(players), width, hands=hands, apart=name_apart)
        if height + gap + told <= room:
            return _Head(
                standings(contents.state, open_chips=hands, won=dict(contents.moves.won)), height
            )
    return None
