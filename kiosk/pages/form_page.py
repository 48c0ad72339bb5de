"""Base class of pages that consist of a form, which a subclass provides."""

from collections.abc import Callable
from typing import NamedTuple

from kivy.clock import Clock, ClockEvent
from kivy.metrics import Metrics, dp, sp
from msgspec.structs import replace

from kiosk.navigator import Navigator, Page
from kiosk.pieces import blocks as _blocks  # noqa: F401 - registers the pieces
from kiosk.pieces.spoken import row_label_of_button, spoken_text_of_block
from kiosk.routes import Route
from kiosk.ui import surface, theme
from kiosk.ui.button import button_widget
from kiosk.ui.form import (
    Block,
    Column,
    Form,
    Ground,
    Row,
    Text,
    TextStyle,
    TypingForm,
    next_page_label,
)
from kiosk.ui.key_pages import KeyboardState
from kiosk.ui.keyboard import Keyboard
from kiosk.ui.renderer import (
    BlockView,
    Pages,
    height_cache,
    height_of,
    placements_of,
    with_wrapped_rows,
)
from kiosk.ui.surface import Box, Surface, text_height, text_width
from kiosk.words.language import _, escape_invisible
from kiosk.words.spoken_text import join_as_sentences
from kiosk.words.texts import sentence_text

_BACK = 110
_LEAST_BUTTON = 96
_BUTTON_MARGIN = 24
_HEAD_GAP = 12
"""Gap in dp between the buttons at the head of a page."""
_MARGIN = 8
_AROUND = (16, 12)
_COLUMN_GAP = 16
_OFFERS_MARGIN = 12
_UPRIGHT_SHARES = 11.0
"""Minimum sum of the rows' relative heights on an upright page, so that a few rows do not become
too high."""


class _Head(NamedTuple):
    title: Box
    buttons: list[Box]
    body: Box


class FormPage(Page):
    """Page that draws the form returned by the method `build_form` of a subclass.

    When the form is drawn again, unchanged blocks keep their widgets, and columns too long for the
    screen continue to show the same rows.
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._around: Surface | None = None
        self._head: tuple[object, ...] | None = None
        self._shown_form: Form | None = None
        self._content: object = None
        self._heard_words: tuple[str, ...] = ()
        self._view: BlockView | None = None
        self.turned: Pages = {}
        """Index of the first visible row of each column with pages, by the column's key."""
        self._keyboard: Keyboard | None = None
        self._clocks: list[ClockEvent] = []
        self.note_question_shown()

    def build_form(self) -> Form | TypingForm:
        raise NotImplementedError

    def content_of(self, form: Form | TypingForm) -> object:
        """Return a value that differs whenever `form` asks another question; by default its title.

        When the value changes, a quick second tap in one place is ignored, even if the button there
        still looks the same.
        """
        return form.title

    def note_question_shown(self) -> None:
        """Store the current time as the time when the page's current question appeared.

        `was_tap_meant_for_question` compares it with the time of the last tap.
        """
        self._shown_since = Clock.get_time()

    def was_tap_meant_for_question(self) -> bool:
        """Return whether the current question was visible long enough before the last tap."""
        return self.navigator.touch_history.was_meant_for(self._shown_since)

    def destroy(self) -> None:
        self.stop()
        super().destroy()
        self._shown_form = None  # breaks a cycle: the form's actions refer to the page

    def stop(self) -> None:
        for clock in self._clocks:
            clock.cancel()

    def call_every(self, seconds: float, do: Callable[[], object]) -> None:
        self._clocks.append(Clock.schedule_interval(lambda _delta: do(), seconds))

    @property
    def body_box(self) -> Box:
        return self._line_and_body()[1]

    def _line_and_body(self) -> tuple[Box, Box]:
        area = surface.BoxCutter(self.box.inset(*map(dp, _AROUND)), dp(_HEAD_GAP))
        return area.cut_from_top(dp(theme.TOUCH)), area.remaining_box()

    def buttons_per_row(self, least_width: float, most: int) -> int:
        """Return how many buttons at least `least_width` sp wide fit in a row, from 1 to `most`."""
        return max(1, min(most, int(self.body_box.width / sp(least_width))))

    def number_of_rows_that_fit(self, row: Block, form: Form) -> int:
        """Return how many rows like `row` fit between `form.above` and `form.foot`, at least 1."""
        area, gap = self.box_below_head(form), dp(theme.GAP)
        others = sum(height_of(one, area.width, 1.0) + gap for one in (*form.above, *form.foot))
        return max(1, int((area.height - others + gap) / (height_of(row, area.width, 1.0) + gap)))

    def spoken_text(self) -> str:
        """Return the text that the voice reads: the page's texts without the buttons.

        While the keyboard is open, this is the keyboard's message and the typed text.
        """
        return join_as_sentences(self.spoken_parts())

    def spoken_parts(self) -> tuple[str, ...]:
        if self._keyboard is not None:
            return (self._keyboard.message, escape_invisible(self._keyboard.typed.text))
        form = self._shown_form
        if form is None:
            return ()
        rows = (row for column in form.columns for row in column.rows)
        texts = (spoken_text_of_block(block) for block in (*form.above, *rows, *form.foot))
        return (form.title, *filter(None, texts))

    def row_label_of(self, button: object) -> str:
        form = self._shown_form
        if form is None:
            return ""
        blocks = (*form.above, *form.columns, *form.foot)
        return next(filter(None, (row_label_of_button(block, button) for block in blocks)), "")

    def _speak_changes(self) -> None:
        if not self.navigator.announcer.by_keys:
            return
        former, self._heard_words = self._heard_words, self.spoken_parts()
        texts = self._heard_words
        is_other = former[:1] != texts[:1]
        new = texts if is_other else [one for one in texts if one not in former]
        self.navigator.announcer.say_to_keyboard_user(join_as_sentences(new))

    def perform(self, action: object) -> None:
        """Carry out an action: a route or a function. Raises TypeError for any other action."""
        if isinstance(action, Route):
            self.navigator.go(action)
        elif callable(action):
            action()
        else:
            raise TypeError(f"{action!r} is not an action of this page")

    def box_below_head(self, form: Form) -> Box:
        if form.back_button is None:
            return self.box.inset(*map(dp, _AROUND))
        return self._head_of(form).body

    def _head_of(self, form: Form, *, turns: bool = False) -> _Head:
        line, body = self._line_and_body()
        texts = [next_page_label(0, 9)] * turns + [button.text for button in form.head_buttons]
        right, boxes = line.right, []
        for least, text in ((_BACK, _("Back")), *((_LEAST_BUTTON, text) for text in texts[::-1])):
            width = max(dp(least), text_width(text, theme.DECISION_TEXT) + dp(_BUTTON_MARGIN))
            boxes.append(Box(right - width, line.y, width, line.height))
            right -= width + dp(_HEAD_GAP)
        title = Box(line.x, line.y, right - line.x, line.height)
        if form.is_name and not _has_room_for(form.title, title):
            high = text_height(form.title, line.width, theme.LARGE_TEXT, bold=True)
            below = surface.BoxCutter(body, dp(_HEAD_GAP))
            title, body = below.cut_from_top(min(high, line.height)), below.remaining_box()
        return _Head(title, boxes[::-1], body)

    @property
    def unsaved_settings_warning(self) -> tuple[Block, ...]:
        """Warning that the settings could not be saved; () if they were saved."""
        trouble = self.app_state.settings_save_error
        if trouble is None:
            return ()
        return (warning_card(sentence_text(trouble)),)

    @property
    def keyboard_state(self) -> KeyboardState | None:
        return None if self._keyboard is None else self._keyboard.typed

    def show(self) -> None:
        form = self.build_form()
        content = self.content_of(form)
        if content != self._content:
            self._content = content
            self.navigator.ignore_accidental_repeats()
        if isinstance(form, TypingForm):
            self.clear()
            self._show_keyboard(form)
        else:
            self._shown_form = form
            self._show_form(form)
        self._speak_changes()

    def show_first_pages(self) -> None:
        self.turned.clear()
        self.show()

    def clear(self) -> None:
        super().clear()
        self._around = self._view = self._keyboard = self._head = None

    def _show_form(self, form: Form) -> None:
        # After a change of the letter size, equal blocks look different, so they are drawn again.
        head = (form.title, form.back_button, form.head_buttons, form.is_name, Metrics.fontscale)
        if self._view is None or self._head is None or self._head[-1] != head[-1]:
            self.clear()
        if head != self._head:
            self._head = head
            self._draw_head(form)
        area = self.box_below_head(form)
        if self._view is None or self._view.box != area:
            if self._view is not None:
                self._view.destroy()
            turner = self._head_of(form, turns=True).buttons[0]
            self._view = BlockView(
                area, self.perform, self.turned, folds=self.box.is_upright, turner=turner
            )
            self.add_widget(self._view)
        self._view.show(self._body_of(form))

    def _body_of(self, form: Form) -> Block:
        columns = _stack_columns(form) if self.box.is_upright else form.columns
        body: Block = columns[0] if len(columns) == 1 else Row(columns, gap=_COLUMN_GAP)
        if form.above or form.foot:
            body = Column((*form.above, replace(body, share=1.0), *form.foot))
        return body

    def box_of(self, block: Block, form: Form) -> Box | None:
        """Return the box that a block of `form` gets on this page; None if it gets no box."""
        body = self._body_of(form)
        if self.box.is_upright:
            body = with_wrapped_rows(body)
        with height_cache():
            placed = placements_of(body, self.box_below_head(form), theme.GROUND, self.turned)
            return next((one.box for one, _rows in placed if one.block == block), None)

    def _draw_head(self, form: Form) -> None:
        if self._around is not None:
            self._around.destroy()
        self._around = Surface(self.box)
        self.add_widget(self._around, len(self.children))
        if form.back_button is None:
            return
        head = self._head_of(form, turns=any(one.page_button_in_head for one in form.columns))
        buttons = (*form.head_buttons, form.back_button)
        for button, box in zip(buttons, head.buttons[-len(buttons) :], strict=True):
            self._around.add_widget(button_widget(button, box, theme.GROUND, self.perform))
        self._around.write(
            form.title, head.title, size=theme.LARGE_TEXT, bold=True, is_name=form.is_name
        )

    def _show_keyboard(self, form: TypingForm) -> None:
        box = self.box
        if form.offers:
            inner = box.inset(dp(_OFFERS_MARGIN), dp(_MARGIN))
            line = Box(inner.x, inner.top - dp(theme.TOUCH), inner.width, dp(theme.TOUCH))
            offers = BlockView(line, self.perform)
            offers.show(Row(form.offers))
            self.add_widget(offers)
            box = Box(box.x, box.y, box.width, line.y - box.y)
        self._keyboard = Keyboard(
            box,
            form.title,
            form.keyboard_state,
            on_done=lambda text: self.perform(form.done(text)),
            on_cancel=lambda: self.perform(form.cancelled),
            done=form.done_text,
            upright=self.box.is_upright,
        )
        self.add_widget(self._keyboard)


def warning_card(text: str) -> Column:
    return Column((Text(text, TextStyle.PLAIN),), ground=Ground.WARNING)


def _has_room_for(name: str, box: Box) -> bool:
    widest = max((text_width(word, theme.TEXT, bold=True) for word in name.split()), default=0)
    high = text_height(name, max(box.width, 1), theme.TEXT, bold=True)
    return widest <= box.width and high <= box.height


def _stack_columns(form: Form) -> tuple[Column, ...]:
    columns, lowest = form.columns, form.lowest
    if len(columns) == 1:
        return columns
    above = (column for column in reversed(columns) if column is not columns[lowest])
    *upper, lower = (
        [_upright(row, column.width) for row in column.rows if _is_visible(row)]
        for column in (*above, columns[lowest])
    )
    over = [row for rows in upper for row in rows]
    used = sum(getattr(row, "share", 0.0) for row in (*over, *lower))
    return (Column((*over, Row(height=0, share=max(0.0, _UPRIGHT_SHARES - used)), *lower)),)


def _is_visible(row: Block) -> bool:
    if not isinstance(row, Row):
        return True
    return any(not isinstance(item, Text) or item.text or item.others for item in row.items)


def _upright(row: Block, width: float) -> Block:
    if not isinstance(row, Row):
        return row
    if all(isinstance(item, Text) for item in row.items):
        return replace(row, share=0.0, height=0.0)
    return replace(row, share=row.share * width)
