"""Column beside the board: trays, the card with the question, and a bar of buttons.

The card faces the player who should answer. Notices are above the question. While a player reads
an explanation, it takes the place of the question. The column computes the whole layout before it
draws anything.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple, TypeVar

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp, sp
from kivy.properties import NumericProperty
from msgspec.structs import replace

from companion.pieces import SWAP_RATE, Color
from companion.state import GameState
from companion.teaching.illustration import Illustration
from kiosk import routes
from kiosk.pages.table.card import (
    answer_height,
    card_fits,
    card_height,
    fitting_question_forms,
    lay_out_card,
    lay_out_player_part,
    question_forms,
)
from kiosk.pages.table.draft import ChipSwapDraft, EmptyDraft, PaymentDraft
from kiosk.pages.table.layout import TableLayout, player_part_boxes, to_even_pixels
from kiosk.pages.table.notice_view import (
    Notice,
    free_height_for_hint,
    hint_card,
    hint_strip,
    least_notice_height,
    notice_height,
    notice_slot_height,
    shortened_hint_heights,
)
from kiosk.pages.table.notices import CardText
from kiosk.pages.table.question import (
    BarAction,
    ExplainImpossible,
    PlayerPart,
    Question,
    SetDraft,
    ShowCardText,
    overrule_button,
)
from kiosk.pages.table.sheet import Sheet, ShownHint, card_text
from kiosk.pieces.form import PlayerPartBackground, Sign
from kiosk.pieces.spoken import spoken_text_of_block
from kiosk.pieces.tray import PlayerTrays
from kiosk.rotation import Rotation
from kiosk.settings import Settings, SoundSettings
from kiosk.ui import theme
from kiosk.ui.button import button_boxes, fitting_text_size, texts_fit_side_by_side
from kiosk.ui.cached_layer import CachedLayer
from kiosk.ui.form import Block, Button, ButtonStyle, Row, back_button, reading_card
from kiosk.ui.renderer import BlockLayout, BlocksInBoxes, BlockView, OnTap, height_of
from kiosk.ui.rotated_view import RotatedView
from kiosk.ui.shapes import Point
from kiosk.ui.surface import Box, Surface
from kiosk.words.language import _, translate_in_context

SurfaceT = TypeVar("SurfaceT", bound=Surface)

SLIDE_SECONDS = 0.2
_SLIDE = 48
"""Duration in seconds and distance in dp of a card that slides in."""
_SPARES = 250
"""Number of widgets that are created in advance and reused, enough for a round of turns."""


class _Place(NamedTuple):
    area: Box
    rotation: Rotation
    parts: BlocksInBoxes


class ColumnLayout:
    """Layout of the column beside the board: trays, card and bar.

    - `sheet`: the contents of the page.
    - `card_text_key`: key of the text that the card shows instead of the question (see
      `ShowCardText`), or "" if it shows the question.
    - `question_rotation`: rotation that the card has while it shows the question.
    - `card_rotation`: present rotation of the card. It differs from `question_rotation` only while
      the card shows a text to a player on another side of the table.
    - `area`: box of the card on the page.
    - `card`: box of the question within the card, or None while the card shows a text.
    - `part_of`: if several players answer on the card, the part for each player, by its name.
    - `bar`: layout of the bar of buttons.
    - `places`: the parts that make up the card, each with its layout. Usually the whole card is one
      part. If several players answer, the parts are a line at the top and a part for each player.
    - `covers_trays`: set if the card covers the trays.
    """

    bar: BlockLayout
    places: list[tuple[_Place, BlockLayout]]
    covers_trays: bool

    def __init__(
        self,
        sheet: Sheet,
        card_text_key: str,
        question_rotation: Rotation,
        card_rotation: Rotation | None = None,
    ) -> None:
        self.sheet = sheet
        self.card_text_key = card_text_key
        self.question_rotation = question_rotation
        self.card_rotation = question_rotation if card_rotation is None else card_rotation
        self.area = Box(0, 0, 0, 0)
        self.card: Box | None = None
        self.part_of: dict[str, tuple[_Place, PlayerPart]] = {}

    @property
    def box(self) -> Box:
        """Box of the card as its reader sees it, with the lower left corner at (0, 0).

        If the card is rotated by 90° or 270°, its width is the height of `area`, and vice versa.
        """
        return Box(0, 0, *self.card_rotation.rotated_size(self.area.width, self.area.height))

    @property
    def answerable_question(self) -> Question | None:
        """The question on the card, or None while the card shows a text instead."""
        return self.sheet.question if self.card else None

    @property
    def tappable_parts(self) -> dict[str, object]:
        """A value for each part of the column that can be tapped, by the part's name.

        The value changes whenever the part shows something else. `RightColumn.shown_since` returns
        when that last happened, so that the page can ignore taps that were meant for the previous
        contents. The parts are the question, each player's part of the card, the hint and the
        trays.
        """
        state = self.sheet.inputs.state
        asked = (id(state), self.answerable_question, self.card, self.area, self.card_rotation)
        trays = {
            f"tray.{one.color}": (one.moves, one.first_visible_move) for one in self.sheet.trays
        }
        return {"question": asked, "hint": self.sheet.hint, **self.part_of, **trays}

    def has_other_content_than(self, former: "ColumnLayout") -> bool:
        """Return whether the card's buttons mean something else than in the layout `former`.

        They may mean something else even if they look the same. While a player enters a payment,
        the buttons for its chips keep their meaning, although the payment changes.
        """
        inputs, before = self.sheet.inputs, former.sheet.inputs
        if self.card_text_key != former.card_text_key or inputs.state is not before.state:
            return True
        draft = inputs.draft
        if isinstance(draft, PaymentDraft | ChipSwapDraft) and type(draft) is type(before.draft):
            return False
        return draft != before.draft


class _CardView(RotatedView):
    def __init__(
        self, area: Box, rotation: Rotation, on_tap: OnTap, on_free: Callable[[], None]
    ) -> None:
        super().__init__(area, rotation)
        self.view = BlockView(Box(0, 0, *self.content_size), on_tap, spares=_SPARES)
        self.view.ground = theme.PAPER  # behind the question's texts, which have no ground
        self.add_widget(self.view)
        self._on_free = on_free

    def on_touch_up(self, touch: MotionEvent) -> bool:
        was_touched = self.is_touched
        taken = super().on_touch_up(touch)
        if was_touched and not self.is_touched:
            self._on_free()
        return taken


def seat_rotations(
    state: GameState, settings: Settings, screen_rotation: Rotation = Rotation.NONE
) -> dict[Color, Rotation]:
    """Return, by player, the rotation that makes a text face the player's seat.

    The rotations are relative to `screen_rotation`, the present rotation of the screen.
    """
    towards = settings.rotation_towards
    return {color: screen_rotation.rotation_to(towards(color)) for color in state.colors}


class RightColumn(Surface):
    """Widget of the column beside the board: trays, card and a bar of buttons.

    `layout` has the boxes of these three parts, and `bar` has the buttons of the bar.
    `seat_rotations` has the rotation towards each player's seat, for the player's tray and for
    texts on the card. `card_rotation` is the card's rotation until the first call of `show`.

    The column calls `perform` with the action of each tap that it does not handle itself. The trays
    call `on_tray`, `on_hold`, `on_symbol` and `on_more` (see `PlayerTrays`). A tap on a player's
    symbol on the card calls `on_symbol` too. The column calls `on_read` when a text takes the place
    of the question on the card, and when the question returns.

    Two framebuffers cache the column: one for the card, the other for the bar and the trays. There
    are only two because each framebuffer costs a mebibyte of memory for its shaders, and takes too
    long to create during a tap. Trays outside the column have their own cache.
    """

    shift = NumericProperty(0.0)
    """Offset in pixels of the card while it slides in, to the right as the reader sees the card."""

    def __init__(
        self,
        box: Box,
        layout: TableLayout,
        bar: tuple[Button, ...],
        perform: OnTap,
        seat_rotations: Mapping[Color, Rotation],
        on_tray: Callable[[Color], None] = lambda _color: None,
        on_hold: Callable[[Color | None], None] = lambda _color: None,
        on_symbol: Callable[[Color], bool] = lambda _color: False,
        on_more: Callable[[Color], None] = lambda _color: None,
        on_read: Callable[[], None] = lambda: None,
        card_rotation: Rotation = Rotation.NONE,
    ) -> None:
        super().__init__(box)
        self.card_rotation = self._question_rotation = card_rotation
        self._on_read, self._on_symbol = on_read, on_symbol
        self._pressed_sign: Color | None = None
        self._where = layout
        self.bar = bar
        self._perform = perform
        self._shown: ColumnLayout | None = None
        self._waiting: ColumnLayout | None = None
        self._since: dict[str, float] = {}
        # Trays outside the column have a cached picture of their own, as the board may be between
        # them and the card.
        shares_picture = layout.trays_are_above_card
        below = layout.bar.union(layout.trays if shares_picture else ())
        self._below = CachedLayer(below, hidden=True)
        self._foot = BlockView(layout.bar, self._tapped, spares=_SPARES)
        self._below.add_widget(self._foot)
        self.add_widget(self._below)
        self._seats = seat_rotations
        callbacks = on_tray, on_hold, on_symbol, on_more, self._below if shares_picture else None
        self.trays = PlayerTrays(layout.trays, [*self._seats.values()], [*self._seats], *callbacks)
        self.add_widget(self.trays)
        self._card = CachedLayer(layout.whole, hidden=True)
        self.add_widget(self._card)
        self._card_views: dict[tuple[Box, bool], _CardView] = {}
        self._card_view: _CardView | None = None
        self._cover: RotatedView | None = None
        self._shown_views: list[_CardView] = []

    @property
    def card_box(self) -> Box:
        """Box of the question on the card. Raises ValueError while the card shows a text."""
        if self._shown is None or self._shown.card is None:
            raise ValueError("the question is not visible")
        if self._card_view is None:
            return self._shown.area
        return self._card_view.view.box_to_ancestor(self, self._shown.card)

    @property
    def card_text_key(self) -> str:
        return "" if self._shown is None else self._shown.card_text_key

    @property
    def sheet(self) -> Sheet | None:
        return None if self._shown is None else self._shown.sheet

    @property
    def full_card_text(self) -> str:
        """Full text of the hint, reasons or messages on the card; "" if it shows the question."""
        if self._shown is None or not self._shown.card_text_key:
            return ""
        hint = self._shown.sheet.hint
        if self._shown.card_text_key == "hint" and hint is not None:
            return hint.text
        return spoken_text_of_block(_text_card(self._shown))

    @property
    def answerable_question(self) -> Question | None:
        return None if self._shown is None else self._shown.answerable_question

    def cover(self, widget: Callable[[Box], SurfaceT]) -> SurfaceT:
        """Cover the card with a widget that has the card's rotation, and return the widget.

        The callback `widget` makes the widget; it gets a box of the card's size. Raises ValueError
        while the card shows a text instead of the question.
        """
        cover = RotatedView(self.card_box, self.card_rotation)
        made = widget(Box(0, 0, *cover.content_size))
        cover.add_widget(made)
        self.add_widget(cover)
        self._cover = cover
        return made

    def uncover(self) -> None:
        """Remove the widget that covers the card (see `cover`).

        The card then counts as new, so that taps meant for what covered it are ignored.
        """
        if self._cover is not None:
            self._cover.destroy()
            self._cover = None
            now = Clock.get_time()
            self._since |= {key: now for key in self._since if not key.startswith("tray.")}

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if super().on_touch_down(touch):
            return True
        self._pressed_sign = self._sign_at(touch.pos)
        if self._pressed_sign is None:
            return False
        touch.grab(self)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        pressed, self._pressed_sign = self._pressed_sign, None
        if pressed is not None and pressed is self._sign_at(touch.pos):
            self._on_symbol(pressed)
        return True

    def _sign_at(self, point: Point) -> Color | None:
        if self._shown is None or self._shown.card is None:
            return None
        heads = [
            (place, place.parts[0][1], part.color)
            for place, part in self._shown.part_of.values()
            if isinstance(paper := place.parts[0][0], PlayerPartBackground) and paper.head_size[1]
        ]
        asked = self._shown.sheet.question
        if not heads and asked.color is not None and asked.player_name:
            place, _drawn = self._shown.places[0]
            heads = [(place, self._shown.card, asked.color)]
        for place, card, color in heads:
            sign = Box(card.x, card.top - dp(theme.TOUCH), dp(theme.TOUCH), dp(theme.TOUCH))
            if self._card_view_at(place).view.box_to_ancestor(self, sign).contains(point):
                return color
        return None

    def prepare_in_steps(self, layout: ColumnLayout) -> Iterator[None]:
        yield from self.trays.prepare_in_steps(layout.sheet.trays)
        yield from self._foot.prepare_in_steps(layout.bar)
        for place, drawn in layout.places:
            yield from self._card_view_at(place).view.prepare_in_steps(drawn)

    def show(self, layout: ColumnLayout) -> None:
        """Show a layout of the column.

        If the layout rotates the card while a finger is on it, the rotation waits until the finger
        is lifted.
        """
        self._waiting, view = None, self._card_view
        if view is not None and view.is_touched and layout.card_rotation is not self.card_rotation:
            self._waiting = layout
            still = layout.sheet._replace(card_rotation=self.card_rotation)
            layout = self.layout_for(still, layout.card_text_key, self.card_rotation)
        former, now = {} if self._shown is None else self._shown.tappable_parts, Clock.get_time()
        self._since = {
            key: self._since[key] if key in former and former[key] == subject else now
            for key, subject in layout.tappable_parts.items()
        }
        is_other = self._shown is not None and layout.has_other_content_than(self._shown)
        self._shown, self.card_rotation = layout, layout.card_rotation
        self._question_rotation = layout.question_rotation
        self._foot.show_layout(layout.bar)
        self._show_card_views([place for place, _drawn in layout.places])
        has_trays = self.trays.parent is not None
        if has_trays and layout.covers_trays:
            self.remove_widget(self.trays)
        elif not has_trays and not layout.covers_trays:
            self.add_widget(self.trays, 1 + (self._cover is not None))  # below the card
            self._since |= {key: now for key in self._since if key.startswith("tray.")}
        for place, drawn in layout.places:
            blocks = self._card_view_at(place).view
            blocks.show_layout(drawn)
            if is_other:
                blocks.renew()
        self.trays.show(layout.sheet.trays)
        view = self._card_view
        if self._waiting is not None and view is not None and not view.is_touched:
            self._turn_late()  # the view under the finger was replaced

    def shown_since(self, part: str = "question") -> float:
        """Return when the present contents of a part of the column appeared.

        The time is in seconds of Kivy's clock. `part` is the part's name (see
        `ColumnLayout.tappable_parts`), or a player, for the player's part of the card. If the
        player has no part on the card, the result is the time when the question appeared.
        """
        return self._since.get(part, self._since["question"])

    @property
    def has_player_parts(self) -> bool:
        return self._shown is not None and bool(self._shown.part_of)

    def _card_view_at(self, place: _Place) -> _CardView:
        area, rotation = place.area, place.rotation
        key = (area, rotation.rotated_size(1, 0) == (1, 0))
        if key not in self._card_views:
            self._card_views[key] = _CardView(area, rotation, self._tapped, self._turn_late)
        return self._card_views[key]

    def _show_card_views(self, places: Sequence[_Place]) -> None:
        views = [self._card_view_at(place) for place in places]
        for view, place in zip(views, places, strict=True):
            if view.rotation is not place.rotation:
                view.rotate(place.rotation)
        self._card_view = views[0] if len(views) == 1 else None
        if views == self._shown_views:
            return
        for gone in self._shown_views:
            if gone not in views:
                self._card.remove_widget(gone)
        for view in views:
            if view.parent is None:
                self._card.add_widget(view)
                view.view.renew()
        self._shown_views = views
        self._lie_still()
        self._show_card()

    def _turn_late(self) -> None:
        if self._waiting is not None:
            self.show(self._waiting)

    def on_parent(self, _column: object, parent: object) -> None:
        if parent is not None:
            for layer in (self._below, self._card):
                layer.set_hidden(hidden=False)

    def destroy(self) -> None:
        self._lie_still()
        for part in (self.trays, *self._card_views.values()):
            part.destroy()
        super().destroy()

    def slide_in(self) -> None:
        """Slide the card in, to show that a question is new even if it looks like the last one."""
        if self._card_view is not None:
            self.shift = float(dp(_SLIDE))
            Animation(shift=0.0, duration=SLIDE_SECONDS, t="out_quad").start(self)

    def finish_motion(self) -> None:
        self.trays.finish_count()
        self._lie_still()

    def _lie_still(self) -> None:
        Animation.cancel_all(self, "shift")
        self.shift = 0.0

    def on_shift(self, _column: object, _shift: float) -> None:
        self._show_card()

    def _show_card(self) -> None:
        if self._shown_views:
            first, *others = (view.area for view in self._shown_views)
            moved = self._shown_views[0].rotation.rotate_point(self.shift, 0)
            self._card.show_part(first.union(others), *moved)

    def show_text(self, key: str, reader: Color | None = None) -> None:
        """Replace the question on the card with the text whose key is `key` (see `ShowCardText`).

        If `key` is "", show the question again. The text faces the player `reader` or, if `reader`
        is None, has the same rotation as the question.
        """
        if self._shown is not None:
            self.reset_pages()
            rotation = None if reader is None else self._seats[reader]
            self.show(self.layout_for(self._shown.sheet, key, rotation))
            self._on_read()

    def reset_pages(self) -> None:
        for card_view in self._card_views.values():
            card_view.view.reset_pages()

    def _tapped(self, action: object) -> None:
        match action:
            case ShowCardText(""):
                # Any other text explains a refusal. The player has read it, so remove the refusal.
                if self.card_text_key == "question":
                    self.show_text("")
                else:
                    self._perform(ExplainImpossible(None))
            case ShowCardText(key, reader):
                self.show_text(key, reader)
            case _:
                self._perform(action)

    def layout_for(
        self, sheet: Sheet, card_text_key: str = "", text_rotation: Rotation | None = None
    ) -> ColumnLayout:
        """Return the layout of the column for `sheet`, the contents of the page.

        If `card_text_key` is not empty, the card shows the text with that key (see `ShowCardText`)
        instead of the question, with the rotation `text_rotation`. If that is None, the text has
        the question's rotation.
        """
        rotation, hint = sheet.card_rotation, sheet.hint
        if rotation is None:
            rotation = self._question_rotation
        if card_text_key == "hint" and hint is None:
            card_text_key = ""
        found = ColumnLayout(
            sheet, card_text_key, rotation, text_rotation if card_text_key else None
        )
        places: list[_Place] = []
        if not card_text_key:
            places = self._divided(found) if sheet.question.parts else self._with_question(found)
            # If the question did not fit otherwise, its card has another rotation now.
            found.question_rotation = found.card_rotation
        if card_text_key == "hint" and hint is not None:
            places = [self._with_whole_hint(found, hint)]
        elif found.card is None:
            text = _text_card(found)
            for found.area in (self._where.card, self._where.whole):
                if height_of(text, found.box.width, 1.0) <= found.box.height:
                    break
            places = [_Place(found.area, found.card_rotation, ((text, found.box),))]
        disabled = sheet.inputs.disabled_buttons
        found.bar = self._foot.layout_of(_bar_blocks(self._where.bar, self.bar, disabled))
        found.places = [(one, self._card_view_at(one).view.layout_of(one.parts)) for one in places]
        found.covers_trays = any(
            one.area.overlaps(tray) for one in places for tray in self._where.trays
        )
        return found

    def _with_whole_hint(self, found: ColumnLayout, hint: ShownHint) -> _Place:
        size, areas = theme.DECISION_TEXT, (self._where.card, self._where.whole)
        for found.area, size in product(areas, (theme.DECISION_TEXT, theme.SMALL_TEXT)):
            bare = hint_card(replace(hint, illustration=Illustration()), size)
            if height_of(bare, found.box.width, 1.0) <= found.box.height:
                break
        return _Place(found.area, found.card_rotation, ((hint_card(hint, size), found.box),))

    def _divided(self, found: ColumnLayout) -> list[_Place]:
        question = found.sheet.question
        asked = Notice(question.title, ShowCardText("question"), is_warning=False, key="why")
        line = self._line_above(found.sheet) or asked
        parts = {part.color: part for part in question.parts}
        places: list[_Place] = []
        for found.area in (self._where.card, self._where.whole):
            area, top = found.area.split_top(notice_slot_height(found.area.width), dp(theme.GAP))
            box = Box(0, 0, top.width, top.height)
            places, fit = [_Place(to_even_pixels(top), Rotation.NONE, ((line, box),))], True
            boxes = player_part_boxes(area, len(self._seats))
            for place, (color, side) in zip(boxes, self._seats.items(), strict=True):
                if color in parts:
                    own = Box(0, 0, *side.rotated_size(*place[2:]))
                    blocks, fits = lay_out_player_part(own, parts[color])
                    fit = fit and fits
                    places.append(_Place(place, side, blocks))
                    found.part_of[color] = (places[-1], parts[color])
            if fit:
                break
        found.card = Box(0, 0, *found.area[2:])
        return places

    @staticmethod
    def _line_above(sheet: Sheet) -> Notice | None:
        notices, taught = sheet.notices, sheet.hint
        if notices.text:
            wrong = notices.is_refusal or bool(notices.save_error)
            return Notice(notices.text, ShowCardText("told"), wrong)
        if taught is None:
            return None
        read = ShowCardText("hint", taught.reader)
        return Notice(taught.text, read, is_warning=False, key="hint", ground=theme.SAND)

    def _with_question(self, found: ColumnLayout) -> list[_Place]:
        notices, hint, gap = found.sheet.notices, found.sheet.hint, dp(theme.GAP)
        asked, shorter, kept = self._with_room(found)
        width, high = found.box[2:]
        # Answers are as high with a notice as without, so that they stay under the finger.
        slot = notice_slot_height(width)
        answers = answer_height(asked, width, high - max(kept, slot) - gap)
        strip = None if notices.text or hint is None else hint_strip(hint, width, kept)
        line = above = None if strip else self._line_above(found.sheet)
        if found.sheet.corrections and not (strip or line):
            why = ShowCardText("question")
            line = Notice(found.sheet.corrections, why, is_warning=False, key="corrections")
        least = least_notice_height(notices.refusal, line.text, width) if line else 0.0
        if line and notices.announcement:
            least = min(slot, notice_height(line.text, width))
        lowest = theme.TOUCH if notices.refusal else answers
        if line:
            room, is_low = high - least - gap, lowest <= theme.TOUCH
            forms = [asked, *shorter]
            fitting = [
                one for one in forms if card_height(one, width, lowest, compact=is_low) <= room + 1
            ]
            if fitting:
                asked = fitting[0]
            elif notices.refusal:
                return []
            elif notices.save_errors:
                asked = forms[-1]
            else:
                line = None
        part = kept + gap if kept else 0.0
        parts: list[tuple[Block, Box]] = []
        if line:
            usual = card_height(asked, width, answers)
            line_high = max(least, min(notice_height(line.text, width), high - gap - usual))
            parts.append((line, Box(0, high - line_high, width, line_high)))
            part = max(part, line_high + gap)
        elif strip:
            parts.append((strip, Box(0, high - kept, width, kept)))
        found.card = Box(0, 0, width, high - part)
        parts += lay_out_card(found.card, asked, answers)
        if above and not line:
            fill, style = theme.RIVER, ButtonStyle.ROUND
            opens = Button(above.key, above.action, "!", style, fill=fill, spoken=above.text)
            parts = [
                (opens if getattr(block, "key", "") == "why" else block, box)
                for block, box in parts
            ]
        return [_Place(found.area, found.card_rotation, parts)]

    def _with_room(self, found: ColumnLayout) -> tuple[Question, Iterator[Question], float]:
        """Choose the rotation and the area of the card in `found`, so that the question fits.

        Both are stored in `found`. The area includes the trays only if the question does not fit
        below the trays, or if `question.covers_trays` is set. Return the fullest form of the
        question that fits (see `question_forms`), an iterator over the shorter forms that fit, and
        the height in pixels left for a hint, or 0 if there is no room for one.
        """
        sheet, gap, question = found.sheet, dp(theme.GAP), found.sheet.question
        # A card for all players keeps its rotation, unless it fits only without one.
        rotations = [found.card_rotation]
        if sheet.card_rotation is None:
            rotations.append(Rotation.NONE)
        areas = self._where.card, self._where.whole
        areas_to_try = areas[1:] if question.covers_trays else areas
        for found.card_rotation, found.area in product(rotations, areas_to_try):
            width, high = found.box[2:]
            question = _with_room_for_news(sheet, width, high)
            if sheet.notices.save_errors:
                high -= notice_slot_height(width) + gap
            heights = (free_height_for_hint(width), *shortened_hint_heights(), 0.0)
            for kept in heights if sheet.keeps_hint_room else (0.0,):
                left = high - (kept + gap if kept else 0)
                forms = fitting_question_forms(question, width, left)
                if (best := next(forms, None)) is not None:
                    return best, forms, kept
        *_longer, shortest = question_forms(question, width)
        return shortest, iter(()), 0.0


def _with_room_for_news(sheet: Sheet, width: float, high: float) -> Question:
    """Return the page's question, with its rows arranged so that there is room above for notices.

    Of `question.row_arrangements`, best first, this is the first that leaves room above the card
    for a notice (a hint or news), or else the first that fits at all. The card is `width` pixels
    wide, and there are `high` pixels for the card and the notices. The room is kept free even while
    there is no notice, so that the answers do not move when one appears.
    """
    question, gap = sheet.question, dp(theme.GAP)
    above = [notice_slot_height(width) + gap, 0.0]
    if sheet.keeps_hint_room:
        hints = free_height_for_hint(width), *shortened_hint_heights()
        above = [*(each + gap for each in hints), *above]
    for kept, rows in product(above, question.row_arrangements):
        least = replace(question, rows=rows, small_head=True).without_help_texts
        if card_fits(least, width, high - kept):
            return replace(question, rows=rows)
    return question


def _text_card(found: ColumnLayout) -> Block:
    read, further = card_text(found.sheet, found.card_text_key), None
    if read.offers_three_for_one:
        return _refused_payment_card(found.sheet.question, read)
    ways = [back_button(ShowCardText(""))]
    if read.rule_ids:
        ways.append(_full_rule_button(read))
    way = None
    if found.card_text_key == "question":
        way = found.sheet.question.button_below_reasons
    if read.command_to_allow is not None:
        way = overrule_button(read.command_to_allow)
    if way is not None:
        further = Row((Button(way.key, way.action, way.text),))
    elif sp(1) > dp(1):
        # Three buttons in large letters do not fit in a row.
        further = Row((ways.pop(),)) if read.rule_ids else None
    return reading_card(read.title, read.paragraphs, *ways, further=further)


def _refused_payment_card(payment: Question, read: CardText) -> Block:
    # “Back” leads as far as the payment's own “back” button.
    back = back_button(SetDraft(payment.back or EmptyDraft()))
    text = _("Pay {number} others", number=SWAP_RATE)
    pay = Button("pay.others", ShowCardText(""), text, ButtonStyle.PRIMARY)
    others = [_full_rule_button(read)]
    if read.command_to_allow is not None:
        others.append(overrule_button(read.command_to_allow))
    quiet = tuple(replace(one, style=ButtonStyle.QUIET) for one in others)
    further = Row(quiet, fits_texts=True)
    return reading_card(read.title, read.paragraphs, back, pay, further=further)


def _full_rule_button(read: CardText) -> Button:
    return Button("about", routes.Rules(read.rule_ids), _("The full rule"))


def bar_buttons(sound: SoundSettings) -> tuple[Button, ...]:
    sign = Sign.MUTED if sound.muted else Sign.SOUND
    # For translators: said by a voice, of the button that switches sound on or off
    spoken = _("Sound on") if sound.muted else _("Sound off")
    mute = Button("mute", BarAction.MUTE, symbol=sign, spoken=spoken)
    return (
        # For translators: a short word, in the bar at the foot of the table
        Button("undo", BarAction.UNDO, translate_in_context("bar", "Undo"), symbol=Sign.UNDO),
        # For translators: a short word, in the bar at the foot of the table
        Button("redo", BarAction.REDO, translate_in_context("bar", "Redo"), symbol=Sign.REDO),
        *((mute,) if sound.uses_sound else ()),
        Button("menu", BarAction.MENU, _("Menu")),
    )


def _bar_blocks(box: Box, bar: tuple[Button, ...], dim: frozenset[str]) -> BlocksInBoxes:
    texts, gap = [button.text for button in bar], dp(theme.GAP)
    size = fitting_text_size(box, texts, gap, theme.SMALL_TEXT)
    small = size < min(theme.SMALL_TEXT, theme.DECISION_TEXT * dp(1) / sp(1))
    if small or not texts_fit_side_by_side(box, texts, gap, size):
        texts = ["" if button.symbol else button.text for button in bar]
        size = fitting_text_size(box, texts, gap, theme.SMALL_TEXT)
    places = button_boxes(box, texts, gap, size)
    return [
        (
            replace(
                one,
                text=text,
                style=ButtonStyle.QUIET,
                symbol=None if text else one.symbol,
                dim=one.key in dim,
                size=size,
                spoken=one.spoken or one.text,
            ),
            place,
        )
        for one, text, place in zip(bar, texts, places, strict=True)
    ]
