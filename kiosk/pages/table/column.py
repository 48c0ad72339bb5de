"""All beside the board: the players' trays, the card that asks, and the bar at the foot.

The card is turned to the seat of whoever is asked, and what is told stands above its question. What
is behind the question or the notices is read in the question's place. What stands where is worked
out before anything of it is drawn.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple, TypeVar

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp, sp
from kivy.properties import NumericProperty
from msgspec.structs import replace

from companion.commands import BuildHut, BuildTemple
from companion.pieces import Color
from companion.state import GameState
from companion.teaching.payoff import (
    Horizon,
    as_things_stand,
    head,
    lines,
    name_of_choice,
    payoff_of,
)
from companion.teaching.picture import Picture as Lesson
from kiosk import routes
from kiosk.pages.table.card import (
    answer_height,
    card_height,
    card_parts,
    narrowed,
    part_parts,
    words_fit,
)
from kiosk.pages.table.hint import Taught, hint_to_read, room_kept, strip_within
from kiosk.pages.table.notice_view import Notice, least_notice, notice_height
from kiosk.pages.table.notices import Notices, Reading, behind
from kiosk.pages.table.parts import overruling
from kiosk.pages.table.places import Places, even, in_parts
from kiosk.pages.table.question import Explain, InBar, Part, Question, Read
from kiosk.pieces.drawing import loudspeaker, muted_loudspeaker, step_back, step_on
from kiosk.pieces.form import PartPaper
from kiosk.pieces.picture import TrayPicture
from kiosk.pieces.spoken import block_spoken
from kiosk.pieces.tray import Trays
from kiosk.rotation import Rotation
from kiosk.settings import Settings, SoundSettings
from kiosk.ui import theme
from kiosk.ui.cached_layer import CachedLayer
from kiosk.ui.form import Block, Button, Row, to_read, way_back
from kiosk.ui.renderer import Arranged, FormView, OnTap, Parts, height_of, widget_of
from kiosk.ui.rotated_view import RotatedView
from kiosk.ui.shapes import Point
from kiosk.ui.surface import Box, Surface
from kiosk.ui.tap import Tap, draw_button, fit_side_by_side, fitting_size, split_for
from kiosk.words.language import _, in_context
from kiosk.words.latest_moves import LatestMoves
from kiosk.words.paragraph import Paragraph
from kiosk.words.reasons import reason_paragraph, rules_of
from kiosk.words.texts import in_a_row, names_of, said

SurfaceT = TypeVar("SurfaceT", bound=Surface)

SLIDE_SECONDS = 0.2
_SLIDE = 48
"""How long a card slides that follows one that looks like it, and from how far, in dp."""
_SPARES = 250
"""Widgets that are put by until they come again, and made ahead: those of a round or so."""


class BarButton(Block, frozen=True):
    """A button of the bar; a `sign` stands for its text where there is no room for that.

    `spoken` is what a voice says of one that is only a sign.
    """

    key: str
    text: str
    action: object
    sign: Callable[..., None] | None = None
    dim: bool = False
    size: float = theme.SMALL_TEXT
    spoken: str = ""


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

    `latest` is what the newest step has led to. `side` is how far the card turns to whom it asks;
    None: it stays as it is. `hint` is what the table is taught at present; a table that is `taught`
    has room kept for hints above its questions, whether or not there is one.
    """

    state: GameState
    question: Question
    notices: Notices
    latest: LatestMoves
    trays: tuple[TrayPicture, ...]
    side: Rotation | None
    dim: frozenset[str]
    hint: Taught | None = None
    taught: bool = False


class _Place(NamedTuple):
    """A place that is turned by a side, and what lies on it."""

    area: Box
    side: Rotation
    parts: Parts


class Arrangement:
    """What stands where in the column.

    `area` is where all but the bar and the trays lies, turned by `side`: `card` is where the
    question stands on it, None while something else is read, and `reading` what that is. `faced` is
    how far a card is turned that asks, `side` how far the one that is shown: it may be read by
    somebody else. Where several are asked it is `divided`, and `part_of` each of them. The `bar`
    and the `cards` are what is drawn, and what they cover is where the trays stand mostly, or where
    they lie low.
    """

    def __init__(
        self, contents: Contents, reading: str, faced: Rotation, side: Rotation | None = None
    ) -> None:
        self.contents = contents
        self.reading = reading
        self.faced = faced
        self.side = faced if side is None else side
        self.area = Box(0, 0, 0, 0)
        self.card: Box | None = None
        self.parts: list[tuple[Block, Box]] = []
        self.divided: list[_Place] = []
        self.part_of: dict[Color, tuple[_Place, Part]] = {}
        self.bar: Arranged | None = None
        self.cards: list[tuple[_Place, Arranged]] = []
        self.covers_trays = self.covers_low_trays = False

    @property
    def box(self) -> Box:
        """The area as whoever faces it sees it."""
        return Box(0, 0, *self.side.size(self.area.width, self.area.height))

    @property
    def asked(self) -> Question | None:
        """The question that can be answered; None while something else stands in its place."""
        return self.contents.question if self.card else None

    def asks_the_same(self, other: "Arrangement") -> bool:
        """Whether the same is asked at the same step of the game, in the same place."""
        return self.contents.state is other.contents.state and (
            self.asked,
            self.card,
            self.area,
            self.side,
        ) == (other.asked, other.card, other.area, other.side)


class _Sheet(RotatedView):
    """A place of the card, which turns; `on_free` is called when no finger rests on it any more."""

    def __init__(
        self, area: Box, side: Rotation, on_tap: OnTap, on_free: Callable[[], None]
    ) -> None:
        super().__init__(area, side)
        self.view = FormView(Box(0, 0, *self.turned_size), on_tap, spares=_SPARES)
        self.view.ground = theme.PAPER  # of the question's words; all else brings a ground along
        self.add_widget(self.view)
        self._on_free = on_free

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Hand it on, and tell when that was the last finger."""
        was_touched = self.is_touched
        taken = super().on_touch_up(touch)
        if was_touched and not self.is_touched:
            self._on_free()
        return taken


class Seat(NamedTuple):
    """A player, and how far a tray is turned for them."""

    color: Color
    side: Rotation


def seats(
    state: GameState, settings: Settings, turned: Rotation = Rotation.NONE
) -> tuple[Seat, ...]:
    """How far each tray is turned on a screen that is `turned` so far, in seating order."""
    return tuple(Seat(color, turned.back_to(settings.facing(color))) for color in state.colors)


class RightColumn(Surface):
    """Shows its contents, and reads out what is behind them.

    `take` is told what is tapped, but for what the column does itself; `on_tray` whose tray is
    tapped, and `on_hold` whose is held, None at its end. `on_symbol` is told whose sign is tapped,
    in a tray or at the head of a card, and whether that was all is its answer; `on_read` is told
    that what is read has changed. `seats` are in seating order. `faced` is how far the card is
    turned until it asks somebody.

    However the card stands, it is drawn as one picture, and what lies below it as another: each
    framebuffer has shaders of its own, which take a mebibyte, and more time than a tap has.
    """

    shift = NumericProperty(0.0)
    """How far the card lies to the right of where it belongs, in pixels, for whom it asks."""

    def __init__(
        self,
        box: Box,
        where: Places,
        bar: tuple[BarButton, ...],
        take: OnTap,
        seats: Sequence[Seat],
        on_tray: Callable[[Color], None] = lambda _color: None,
        on_hold: Callable[[Color | None], None] = lambda _color: None,
        on_symbol: Callable[[Color], bool] = lambda _color: False,
        on_read: Callable[[], None] = lambda: None,
        faced: Rotation = Rotation.NONE,
    ) -> None:
        super().__init__(box)
        self._first_faced = faced
        self._on_read, self._on_symbol = on_read, on_symbol
        self._pressed_sign: Color | None = None
        self._where = where
        self.bar = bar
        self._take = take
        self._shown: Arrangement | None = None
        self._waiting: Arrangement | None = None
        self._asked_since = 0.0
        self._parts_since: dict[Color, float] = {}
        self._trays_since: dict[Color, float] = {}
        self._hint_since = 0.0
        # Trays beside all that is asked have a picture of their own: the board may lie between.
        shares_picture = where.beside is None
        below = where.bar.with_all((*where.trays, *where.low) if shares_picture else ())
        self._below = CachedLayer(below, rests=True)
        self._foot = FormView(where.bar, self._tapped, spares=_SPARES)
        self._below.add_widget(self._foot)
        self.add_widget(self._below)
        self._seats = seats
        colors, sides = zip(*seats, strict=True)
        told = on_tray, on_hold, on_symbol, self._below if shares_picture else None
        self._usual = self._low = self.trays = Trays(where.trays, sides, colors, *told)
        if shares_picture:
            self._low = Trays(where.low, sides, colors, *told)
        self.add_widget(self.trays)
        self._card = CachedLayer(where.most.with_all((where.card, where.whole)), rests=True)
        self.add_widget(self._card)
        self._sheets: dict[tuple[Box, bool], _Sheet] = {}
        self._sheet: _Sheet | None = None
        self._cover: RotatedView | None = None
        self._laid: list[_Sheet] = []

    @property
    def card_box(self) -> Box:
        """Where the question stands, on the column. Raises ValueError while something is read."""
        if self._shown is None or self._shown.card is None:
            raise ValueError("no question is shown that anything could cover")
        if self._sheet is None:
            return self._shown.area
        return self._sheet.view.box_on(self, self._shown.card)

    @property
    def side(self) -> Rotation:
        """How far the card is turned."""
        return self._shown.side if self._shown is not None else self._first_faced

    @property
    def _faced(self) -> Rotation:
        """How far the card is turned where nobody else reads something on it."""
        return self._shown.faced if self._shown is not None else self._first_faced

    @property
    def reading(self) -> str:
        """What is read: nothing, the `question`, what is `told`, or a `hint`."""
        return "" if self._shown is None else self._shown.reading

    @property
    def contents(self) -> Contents | None:
        """What is shown of the game; None before anything is."""
        return None if self._shown is None else self._shown.contents

    @property
    def words_read(self) -> str:
        """All the words of what is read; "" while nothing is."""
        if self._shown is None or not self._shown.reading:
            return ""
        return block_spoken(_card_to_read(self._shown))

    @property
    def asked(self) -> Question | None:
        """The question that can be answered; None while something else stands in its place."""
        return None if self._shown is None else self._shown.asked

    def cover(self, widget: Callable[[Box], SurfaceT]) -> SurfaceT:
        """Lay a widget over the card, turned as that is, whatever is asked there from now on.

        It is made in a box of the card's size. Raises ValueError while something is read.
        """
        cover = RotatedView(self.card_box, self.side)
        made = widget(Box(0, 0, *cover.turned_size))
        cover.add_widget(made)
        self.add_widget(cover)
        self._cover = cover
        return made

    def uncover(self) -> None:
        """Take away what lies over the card: what is asked there comes into sight now."""
        if self._cover is not None:
            self._cover.close()
            self._cover = None
            now = Clock.get_time()
            self._asked_since, self._hint_since = now, now
            self._parts_since = dict.fromkeys(self._parts_since, now)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Hand it on; what nothing takes may be for a player's sign at the head of a card."""
        if super().on_touch_down(touch):
            return True
        self._pressed_sign = self._sign_at(touch.pos)
        if self._pressed_sign is None:
            return False
        touch.grab(self)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Hand it on, or tell whose sign was tapped: the trays may be below the card."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        pressed, self._pressed_sign = self._pressed_sign, None
        if pressed is not None and pressed is self._sign_at(touch.pos):
            self._on_symbol(pressed)
        return True

    def _sign_at(self, point: Point) -> Color | None:
        """Whose sign stands there at the head of a card, or of a part of one."""
        if self._shown is None or self._shown.card is None:
            return None
        heads = [
            (place, place.parts[0][1], color)
            for color, (place, _part) in self._shown.part_of.items()
            if isinstance(paper := place.parts[0][0], PartPaper) and paper.head[1]
        ]
        asked = self._shown.contents.question
        if not heads and asked.color is not None and asked.name:
            place, _drawn = self._shown.cards[0]
            heads = [(place, self._shown.card, asked.color)]
        for place, card, color in heads:
            sign = Box(card.x, card.top - dp(theme.TOUCH), dp(theme.TOUCH), dp(theme.TOUCH))
            if self._sheet_of(place).view.box_on(self, sign).holds(point):
                return color
        return None

    def make_ahead(self, some_time: Arrangement) -> Iterator[None]:
        """Make what an arrangement will need that may come, a few widgets a step."""
        trays = self._low if some_time.covers_trays else self._usual
        yield from trays.make_ahead(some_time.contents.trays)
        if some_time.bar is not None:
            yield from self._foot.make_ahead(some_time.bar)
        for place, drawn in some_time.cards:
            yield from self._sheet_of(place).view.make_ahead(drawn)

    def draw_ahead(self, some_time: Arrangement) -> Iterator[None]:
        """Draw, in short steps, what a column shows at first that is in no window.

        The driver has compiled for its framebuffers then, which others take over from it.
        """
        yield from self.make_ahead(some_time)
        self.show(some_time)
        self._take_pictures()
        for layer in [one for one in self.walk() if isinstance(one, CachedLayer)]:
            layer.draw_ahead()
            yield

    def show(self, shown: Arrangement) -> None:
        """Show other contents, as they are arranged; what was read ends, unless that goes on.

        A card under a finger turns once that is lifted.
        """
        self._waiting = None
        if (sheet := self._sheet) is not None and sheet.is_touched and shown.side is not self.side:
            self._waiting = shown
            still = shown.contents._replace(side=self.side)
            shown = self.arranged(still, shown.reading, self.side)
        self._note_times(shown)
        self._shown = shown
        if shown.bar is not None:
            self._foot.lay(shown.bar)
        self._lay_sheets([place for place, _drawn in shown.cards])
        self._lay_trays(shown)
        for place, drawn in shown.cards:
            self._sheet_of(place).view.lay(drawn)
        self.trays.show(shown.contents.trays)
        if self._waiting is not None and self._sheet is not None and not self._sheet.is_touched:
            self._turn_late()  # what the finger lay on has given way to another sheet

    def asked_since(self, color: Color | None = None) -> float:
        """When what is asked of a player came to where it stands, by the app's clock, in seconds.

        Who answers in their own part does not ask anew whoever else is asked.
        """
        if color is None or self._shown is None or color not in self._shown.part_of:
            return self._asked_since
        return self._parts_since[color]

    @property
    def is_divided(self) -> bool:
        """Whether several are asked, each in their own part."""
        return self._shown is not None and bool(self._shown.part_of)

    def moves_since(self, color: Color) -> float:
        """When what a player has to move came into their tray, by the app's clock, in seconds."""
        return self._trays_since[color]

    @property
    def hint_since(self) -> float:
        """When the hint that is shown came, by the app's clock, in seconds."""
        return self._hint_since

    def _note_times(self, shown: Arrangement) -> None:
        former, now = self._shown, Clock.get_time()
        if former is None or former.contents.hint != shown.contents.hint:
            self._hint_since = now
        if former is None or not former.asks_the_same(shown):
            self._asked_since = now
        for color, part in shown.part_of.items():
            if former is None or former.part_of.get(color) != part:
                self._parts_since[color] = now
        told = {} if former is None else {one.color: one for one in former.contents.trays}
        for tray in shown.contents.trays:
            old = told.get(tray.color)
            if old is None or (old.moves, old.pieces) != (tray.moves, tray.pieces):
                self._trays_since[tray.color] = now

    def _sheet_of(self, place: _Place) -> _Sheet:
        """The sheet of the same shape at the same place: turned upside down it is the same."""
        key = (place.area, place.side.size(1, 0) == (1, 0))
        if key not in self._sheets:
            self._sheets[key] = _Sheet(place.area, place.side, self._tapped, self._turn_late)
        return self._sheets[key]

    def _lay_sheets(self, places: Sequence[_Place]) -> None:
        sheets = [self._sheet_of(place) for place in places]
        for sheet, place in zip(sheets, places, strict=True):
            if sheet.rotation is not place.side:
                sheet.turn(place.side)
        self._sheet = sheets[0] if len(sheets) == 1 else None
        if sheets == self._laid:
            return
        for gone in self._laid:
            if gone not in sheets:
                self._card.remove_widget(gone)
        for sheet in sheets:
            if sheet.parent is None:
                self._card.add_widget(sheet)
        self._laid = sheets
        self._lie_still()
        self._show_card()

    def _lay_trays(self, shown: Arrangement) -> None:
        """The trays are low, and lie elsewhere, while the card needs their room."""
        trays = self._low if shown.covers_trays else self._usual
        is_covered = shown.covers_low_trays
        if self.trays.parent is not None and (is_covered or trays is not self.trays):
            self.remove_widget(self.trays)
        if trays is not self.trays:
            self.trays = trays
            self._trays_since = dict.fromkeys(self._trays_since, Clock.get_time())
        if trays.parent is None and not is_covered:
            self.add_widget(trays, 1 + (self._cover is not None))  # below the card, as ever

    @staticmethod
    def _covers(places: Sequence[_Place], trays: Sequence[Box]) -> bool:
        return any(place.area.meets(tray) for place in places for tray in trays)

    def _turn_late(self) -> None:
        """The finger is gone under which the card would have turned."""
        if self._waiting is not None:
            self.show(self._waiting)

    def on_parent(self, _column: object, parent: object) -> None:
        """It has its pictures as soon as somebody is to see it."""
        if parent is not None:
            self._take_pictures()

    def _take_pictures(self) -> None:
        for layer in (self._below, self._card):
            layer.rest(rests=False)

    def close(self) -> None:
        """Take apart what is put by, too."""
        self._lie_still()
        for part in (self._usual, self._low, *self._sheets.values()):
            part.close()
        super().close()

    def show_contents(self, contents: Contents) -> None:
        """Show other contents while what is read is read on."""
        reader = self.side if self.reading else None
        self.show(self.arranged(contents, self.reading, reader))

    def close_gone(self) -> Iterator[None]:
        """Take apart, one a step, what will not be shown again."""
        for trays in dict.fromkeys((self._usual, self._low)):
            yield from trays.close_gone()
        for view in (self._foot, *(sheet.view for sheet in self._sheets.values())):
            yield from view.close_gone()

    def count_from(self, former: Mapping[Color, int]) -> None:
        """Let the points count from former ones, where they are shown."""
        self.trays.count_from(former)

    def slide_in(self) -> None:
        """Let the card come in from the side: it asks the same person the same elsewhere."""
        if self._sheet is not None:
            self.shift = float(dp(_SLIDE))
            Animation(shift=0.0, duration=SLIDE_SECONDS, t="out_quad").start(self)

    def finish_motion(self) -> None:
        """Show the present points at once, and the card where it belongs."""
        self.trays.finish_count()
        self._lie_still()

    def _lie_still(self) -> None:
        Animation.cancel_all(self, "shift")
        self.shift = 0.0

    def on_shift(self, _column: object, _shift: float) -> None:
        """Show the card there."""
        self._show_card()

    def _show_card(self) -> None:
        if self._laid:
            first, *others = (sheet.area for sheet in self._laid)
            moved = self._laid[0].rotation.turned(self.shift, 0)
            self._card.show_part(first.with_all(others), *moved)

    def read(self, what: str, by: Color | None = None) -> None:
        """Read out why the `question` is asked, or what is `told`; nothing: the question.

        It is turned to the player `by` whom it is read; None: it stays as the card is.
        """
        if self._shown is not None:
            self.turn_to_first_pages()
            reader = None if by is None else dict(self._seats)[by]
            self.show(self.arranged(self._shown.contents, what, reader))
            self._on_read()

    def turn_to_first_pages(self) -> None:
        """What is shown next is about something else."""
        for sheet in self._sheets.values():
            sheet.view.turn_to_first_pages()

    def _tapped(self, action: object) -> None:
        match action:
            case Read(""):
                # Why something was refused has been read then.
                if self.reading == "question":
                    self.read("")
                else:
                    self._take(Explain(None))
            case Read(what, by):
                self.read(what, by)
            case _:
                self._take(action)

    # What stands where

    def arranged(
        self, contents: Contents, reading: str = "", reader: Rotation | None = None
    ) -> Arrangement:
        """Where all belongs; `reading` names what is read in the question's place.

        It is turned to its `reader`; None: it stays as the card is.

        A hint that has no room kept for all of it is read there, before the question is asked:
        nothing moves below it then, and nothing of it is cut. So is one that is for another reader.
        """
        faced, taught = self._faced if contents.side is None else contents.side, contents.hint
        reading = "" if reading == "hint" else reading
        found = Arrangement(contents, reading, faced, reader if reading else None)
        if not reading:
            lay = self._divide if contents.question.parts else self._lay_question
            has_room = lay(found)
            found.faced = found.side  # another one where it has no room otherwise
            is_apart = taught is not None and taught.alone and not contents.notices.text
            if taught is not None and (is_apart or not has_room):
                found = Arrangement(contents, "hint", faced, taught.side)
        if found.reading == "hint" and taught is not None:
            self._lay_hint_to_read(found, taught)
        elif found.card is None:
            found.area = self._where.whole
            found.parts = [(_card_to_read(found), found.box)]
        found.bar = self._foot.arranged(_bar_parts(self._where.bar, self.bar, contents.dim))
        places = found.divided or [_Place(found.area, found.side, found.parts)]
        found.cards = [(one, self._sheet_of(one).view.arranged(one.parts)) for one in places]
        found.covers_trays = self._covers(places, self._where.trays)
        found.covers_low_trays = self._covers(places, self._where.low)
        return found

    def _lay_hint_to_read(self, found: Arrangement, taught: Taught) -> None:
        """Lay a hint where the question belongs: the trays stay in sight where it has room so."""
        size = theme.DECISION_TEXT
        for found.area, size in product(self._areas, (theme.DECISION_TEXT, theme.SMALL_TEXT)):
            width, high = found.box[2:]
            bare = hint_to_read(replace(taught, lesson=Lesson()), size)
            if height_of(bare, width, 1.0) <= high:
                break
        found.parts = [(hint_to_read(taught, size), found.box)]

    def _divide(self, found: Arrangement) -> bool:
        """Lay a part for each who is asked, in the trays' order and turned as these are.

        What is told, or what all are asked, stands above them where it has room: there it has it
        whatever is told, so that no part moves. Where they have no room below the trays they take
        their places: each part tells its player's points, too. Tells whether no hint is to be read
        before.
        """
        contents = found.contents
        told = self._told_above(contents)
        ways = [(area, above) for area in self._areas[:2] for above in (told, None)]
        if contents.notices.trouble:
            # Nobody can decide for as long as it lasts: room for fingers is not needed.
            ways = [(area, told) for area in self._areas]
        any(self._divided(found, *way) for way in ways)
        found.card = Box(0, 0, *found.area[2:])
        return contents.hint is None or bool(contents.notices.text)

    @property
    def _areas(self) -> tuple[Box, Box, Box]:
        """Where a card stands: below the trays, or at least low ones, as long as it has room."""
        return self._where.card, self._where.whole, self._where.most

    def _divided(self, found: Arrangement, area: Box, told: Notice | None) -> bool:
        """Lay the parts in that area, below what is told; whether they have room so."""
        parts = {part.color: part for part in found.contents.question.parts}
        found.area, found.divided, found.part_of = area, [], {}
        if told is not None:
            area, top = area.headed(dp(theme.TOUCH), dp(theme.GAP))  # a tap tells all of it
            box = Box(0, 0, top.width, top.height)
            found.divided.append(_Place(even(top), Rotation.NONE, ((told, box),)))
        fit = True
        for place, (color, side) in zip(in_parts(area, len(self._seats)), self._seats, strict=True):
            if color in parts:
                blocks, fits = part_parts(Box(0, 0, *side.size(*place[2:])), parts[color])
                fit = fit and fits
                found.divided.append(_Place(place, side, blocks))
                found.part_of[color] = (found.divided[-1], parts[color])
        return fit

    @staticmethod
    def _told_above(contents: Contents) -> Notice:
        """What stands above the parts of those who are asked, if it has room there."""
        notices = contents.notices
        if notices.text:
            wrong = notices.is_refusal or bool(notices.unsaved)
            return Notice(notices.text, Read("told"), wrong)
        return Notice(contents.question.title, Read("question"), wrong=False, key="why")

    def _lay_question(self, found: Arrangement) -> bool:
        """Lay the question, and above it what is told, if a refusal leaves room for it.

        Tells whether no hint is to be read before: all of it stands above the question, or none is
        due. Where it is taught, the question stands as it would with a hint.
        """
        notices, gap = found.contents.notices, dp(theme.GAP)
        asked, leaner, kept = self._with_room(found)
        width, high = found.box[2:]
        whole = notice_height(notices.text, width)
        least = least_notice(notices.refusal, notices.text, width)
        room = high - (least + gap if whole else 0)
        if _least_card(asked, width) > room + 1:
            asked = leaner
        if notices.refused is not None and _least_card(asked, width) > room + 1:
            return True
        # The same whatever is told above: answers stay under a finger after a refusal.
        answers = answer_height(asked, width, high - max(kept, dp(theme.TOUCH)) - gap)
        part, taught = kept + gap if kept else 0.0, found.contents.hint
        if whole:
            usual = card_height(asked, width, answers)
            told = max(least, min(whole, high - gap - usual))
            notice = Notice(notices.text, Read("told"), notices.is_refusal or bool(notices.unsaved))
            found.parts.append((notice, Box(0, high - told, width, told)))
            part = max(part, told + gap)
        elif taught is not None:
            block = strip_within(taught, width, kept)
            if block is None:
                return False
            found.parts.append((block, Box(0, high - kept, width, kept)))
        found.card = Box(0, 0, width, high - part)
        found.parts += card_parts(found.card, asked, answers)
        return True

    def _with_room(self, found: Arrangement) -> tuple[Question, Question, float]:
        """Choose the area, and the question with as many words as have room, and with fewer.

        The trays stay in sight as long as all fits below them, if without what only helps. What is
        wrong with saving is told above it as long as that lasts, and what all are told. Last comes
        how much room is kept for hints, in pixels: none where the question would be asked in other
        words for it.
        """
        asked, told = found.contents.question, found.contents.notices.keeps_room
        ladder = [asked, asked.leaner, asked.leanest]
        # What is for all stays as it is turned, unless it has no room so.
        sides = (found.side,) if found.contents.side is not None else (found.side, Rotation.NONE)
        areas = (self._where.most,) if asked.fills else self._areas
        for found.side, found.area in product(sides, areas):
            width, high = found.box[2:]
            if told:
                high -= least_notice("", told, width) + dp(theme.GAP)
            kept = room_kept(width) if found.contents.taught else 0.0
            for room in (kept, 0.0):
                some = ladder[:2] if room else ladder
                left = high - (room + dp(theme.GAP) if room else 0)
                fitting = _first_that_fits(some, width, left)
                if fitting is None and not room:
                    fitting = _first_that_fits(
                        tuple(narrowed(one, width) for one in ladder), width, high
                    )
                if fitting is not None:
                    return (*fitting, room)
        return ladder[-1], ladder[-1], 0.0


def _first_that_fits(
    ladder: Sequence[Question], width: float, high: float
) -> tuple[Question, Question] | None:
    """The question with as many words as have room on a card of that size, and with fewer."""
    for place, one in enumerate(ladder):
        if _least_card(one, width) <= high + 1 and words_fit(one, width):
            return one, ladder[min(place + 1, len(ladder) - 1)]
    return None


def _least_card(question: Question, width: float) -> float:
    """How high a card has to be at least, with all its words in their size."""
    return card_height(question, width, theme.TOUCH, close=True)


def _card_to_read(found: Arrangement) -> Block:
    read, further = _read_in(found), None
    ways = [way_back(Read(""))]
    if read.rules:
        ways.append(Button("about", routes.Rules(read.rules), _("All about it")))
    asked = found.contents.question
    way = asked.further if found.reading == "question" else None
    if read.ruling is not None:
        way = overruling(read.ruling)
    if way is not None:
        further = Row((Button(way.key, way.action, way.text),))
    elif sp(1) > dp(1):
        # Three large words side by side have no room.
        further = Row((ways.pop(),)) if read.rules else None
    return to_read(read.title, read.paragraphs, *ways, further=further)


def table_bar(sound: SoundSettings) -> tuple[BarButton, ...]:
    """What there is to do at the table beside answering; to be quiet, where anything is heard."""
    sign = muted_loudspeaker if sound.muted else loudspeaker
    # For translators: said by a voice, of the button that lets the sound be heard, or not
    spoken = _("Sound on") if sound.muted else _("Sound off")
    mute = BarButton("mute", "", InBar.MUTE, sign, spoken=spoken)
    return (
        # For translators: a short word, in the bar at the foot of the table
        BarButton("undo", in_context("bar", "Undo"), InBar.UNDO, step_back),
        # For translators: a short word, in the bar at the foot of the table
        BarButton("redo", in_context("bar", "Redo"), InBar.REDO, step_on),
        *((mute,) if sound.is_wanted else ()),
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
        (
            replace(one, text=text, dim=one.key in dim, size=size, spoken=one.spoken or one.text),
            place,
        )
        for one, text, place in zip(bar, texts, places, strict=True)
    ]


def _brought(contents: Contents) -> list[Paragraph]:
    """What each choice brings that is asked about, by when, and what that rests on."""
    state, choices = contents.state, contents.question.brings
    names, told = names_of(state), []
    rests = False
    for choice in choices:
        brought = lines(payoff_of(state, choice))
        rests = rests or any(one.horizon is Horizon.END for one in brought)
        found: dict[str, list[str]] = {}
        for horizon in Horizon:
            texts = [said(one.text, names) for one in brought if one.horizon is horizon]
            if texts:
                found[said(head(horizon))] = texts
        if isinstance(choice, BuildHut | BuildTemple):
            told += [Paragraph(when, "\n".join(texts)) for when, texts in found.items()]
        else:
            # For translators: "Now: Ada takes 2 wood, Bo takes 1 wood"
            timed = [_("{when}: {what}", when=w, what=in_a_row(t)) for w, t in found.items()]
            text = "\n".join(timed) or _("Nothing changes.")
            told.append(Paragraph(said(name_of_choice(choice)), text))
    if rests:
        told.append(Paragraph("", said(as_things_stand())))
    return told


def _read_in(shown: Arrangement) -> Reading:
    """What is read in the question's place, or would be: why it is asked, or what is told."""
    if shown.reading != "question":
        return behind(shown.contents.notices)
    state, latest = shown.contents.state, shown.contents.latest
    if latest.turn not in (None, state.turn):
        latest = LatestMoves()  # another turn's: it leads to nothing that is asked now
    reasons = dict.fromkeys((*shown.contents.question.reasons, *latest.reasons))
    brought = _brought(shown.contents)
    told = [
        *brought,
        *map(reason_paragraph, reasons),
        Paragraph(_("What happened"), "\n".join(latest.lines)),
    ]
    return Reading(_("Why?"), tuple(one for one in told if one.text), rules_of(tuple(reasons)))
