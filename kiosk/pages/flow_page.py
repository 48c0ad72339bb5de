"""Pages that are forms of several steps, some of them beside the board."""

from collections.abc import Iterable, Iterator
from typing import Generic, NamedTuple

import msgspec
from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine
from kivy.metrics import dp
from msgspec.structs import replace

from companion.pieces import Material
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pieces import blocks as _blocks  # noqa: F401 - registers the pieces
from kiosk.pieces import board
from kiosk.pieces.board import BoardView, square_at_left, square_on_top
from kiosk.pieces.finger import point_out
from kiosk.pieces.form import AboutRule, Scene
from kiosk.pieces.spoken import field_spoken
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.form import (
    DraftT,
    Effect,
    Flow,
    Form,
    Row,
    StepT,
)
from kiosk.ui.renderer import FormView, OnTap
from kiosk.ui.shapes import ring
from kiosk.ui.surface import Box, Surface, breakable, least_words, text_height
from kiosk.words.texts import one_tap_too_many, word

_MARGIN = 8
_WAY_OUT = 92
_UPRIGHT_BOARD = 0.7
"""Width of the board on an upright page, relative to the page: all rows must fit below it."""
_BELOW = 464
"""Least height of these rows, in dp."""


class Entries(msgspec.Struct, frozen=True):
    """An unfinished flow, valid only while its subject `about` is the same."""

    about: object
    flow: object


class FlowPage(FormPage, Generic[DraftT, StepT]):
    """A page for the steps of one flow; a subclass defines their content and effects.

    After an interruption the flow continues, with a remark, if its subject is still the same. The
    picture of the board is a `BoardView` at `board` (`field_center`, `plain_center`).
    """

    def __init__(
        self, navigator: Navigator, fresh: Flow[DraftT, StepT], about: object = None
    ) -> None:
        super().__init__(navigator)
        self._fresh, self._about = fresh, about
        self.board = BoardView(
            places(self.box).board,
            self._on_field,
            lambda plain: self.take(self.tap_plain(plain)),
            navigator.board_rotation,
        )
        self._scene: Scene | None = None
        self._shown_step: object = None
        self.flow = fresh
        kept = navigator.saved_state
        if isinstance(kept, Entries) and kept.about == about and isinstance(kept.flow, Flow):
            self.flow = self.resumed_flow(kept.flow) if navigator.was_left else kept.flow
        if self.route is not None:
            self.flow = self.flow_at_route(self.flow)
        self._show_step()

    # For subclasses

    def run(self, effect: Effect) -> None:
        """Carry out an effect that only the page can have."""
        raise NotImplementedError

    def tap_field(self, field: int) -> object:
        """Return the action of a tap on a field of the picture."""
        raise NotImplementedError

    def tap_plain(self, plain: Material) -> object:
        """Return the action of a tap on a high plain of the picture."""
        raise NotImplementedError

    def resumed_flow(self, flow: Flow[DraftT, StepT]) -> Flow[DraftT, StepT]:
        """Return the flow after an interruption, with a remark that it was kept."""
        return flow

    def flow_at_route(self, flow: Flow[DraftT, StepT]) -> Flow[DraftT, StepT]:
        """Return the flow at the step that the page's route names."""
        return flow

    def target_text(self, target: str) -> str:
        """Return the pieces on a field of the picture, or the name of a plain."""
        kind, _dot, which = target.partition(".")
        match kind:
            case "field" if self._scene is not None:
                return field_spoken(self._scene.picture, int(which))
            case "plain":
                return word(Material(which))
            case _:
                return ""

    # Control

    @property
    def saved_state(self) -> msgspec.Struct | None:
        """The entries so far; None if there are none."""
        flow = self.flow.without_message
        if self.typed is not None:
            flow = flow.at(replace(flow.step, typing=self.typed))
        return None if flow == self._fresh else Entries(self._about, flow)

    def take(self, action: object) -> None:
        """Carry out a button's action; a bounced tap cannot finish the flow."""
        if isinstance(action, Effect):
            if action is not Effect.FINISH or self.is_meant():
                self.run(action)
        elif isinstance(action, AboutRule):
            self.navigator.go(routes.Rules((action.rule,)))
        elif isinstance(action, Flow):
            self.flow = action
            self._show_step()
        else:
            super().take(action)

    def is_meant(self) -> bool:
        """Whether the finger was meant for this step; otherwise show why it is ignored."""
        if super().is_meant():
            return True
        if not self.navigator.fingers.bounces:
            self.take(self.flow.with_refusal(one_tap_too_many()))
        return False

    def finished(self) -> None:
        """Drop the entries, which were committed."""
        self.flow, self._keyboard = self._fresh, None

    def _on_field(self, field: int, lifted: bool) -> None:  # noqa: FBT001 - the board's own order
        if lifted:
            self.take(self.tap_field(field))
        elif self._scene is not None:
            self.board.show(replace(self._scene.picture, pointed=field))

    # Display

    def _show_step(self) -> None:
        if self.flow.step != self._shown_step:
            self._shown_step = self.flow.step
            self.begin_question()
        self._scene = None
        self.show()

    def clear(self) -> None:
        """Remove everything, including the board."""
        self.remove_widget(self.board)
        super().clear()

    def _show_form(self, form: Form) -> None:
        self.remove_widget(self.board)
        super()._show_form(form)

    def _show_beside(self, form: Form) -> None:
        if not isinstance(form.scene, Scene):
            raise TypeError("this form has no board beside it")
        self.clear()
        self._scene = form.scene
        self.add_widget(self.board)
        self.board.show(form.scene.picture)
        self.board.light(form.scene.lit)
        self.add_widget(_Marks(self.board, form.scene))
        for view in _beside(self, form, self.take):
            self.add_widget(view)


def draw_ahead(box: Box, form: Form, rotation: Rotation) -> Iterator[None]:
    """Draw a form beside a rotated board ahead, in short steps.

    The widgets are dropped; their texts and sprites stay cached.
    """
    if isinstance(form.scene, Scene):
        yield from board.draw_ahead(places(box).board, form.scene.picture, rotation)
    paper = Surface(box)
    for view in _beside(paper, form, lambda _action: None):
        view.close()
        yield
    paper.close()


def _beside(on: Surface, form: Form, take: OnTap) -> Iterator[FormView]:
    """Write a form's title, and yield the views beside its board."""
    at = places(on.box, form.title)
    on.write(
        breakable(form.title, at.title.width, theme.SMALL_TEXT),
        at.title,
        size=theme.TITLE_TEXT,
        bold=True,
        valign="top" if on.box.is_upright else "middle",
    )
    for place, block in ((at.way_out, form.way_out or Row()), (at.rows, form.columns[0])):
        view = FormView(place, take)
        view.show(block)
        yield view


class FormPlaces(NamedTuple):
    board: Box
    title: Box
    way_out: Box
    rows: Box


def places(box: Box, title: str = "") -> FormPlaces:
    """Place the board at the left and a column beside it, below as much of a title as there is.

    On an upright page the board is at the top, the title beside it, the rest below.
    """
    margin, gap, line = dp(_MARGIN), dp(theme.GAP), dp(theme.TOUCH)
    if box.is_upright:
        board = square_on_top(box, _UPRIGHT_BOARD, _BELOW)
        beside = Box(board.right, board.y, box.right - board.right, board.height).inset(margin)
        out = Box(beside.x, beside.top - line, beside.width, line)
        words = Box(beside.x, beside.y, beside.width, out.y - gap - beside.y)
        rows = Box(box.x, box.y, box.width, board.y - box.y).inset(margin)
        return FormPlaces(board, words, out, rows)
    board = square_at_left(box)
    beside = Box(board.right, box.y, box.right - board.right, box.height).inset(margin)
    out = Box(beside.right - dp(_WAY_OUT), beside.top - line, dp(_WAY_OUT), line)
    wide = out.x - beside.x - gap
    high = max(line, text_height(title, wide, least_words(), bold=True))
    words = Box(beside.x, beside.top - high, wide, high)
    rows = Box(beside.x, beside.y, beside.width, words.y - gap - beside.y)
    return FormPlaces(board, words, out, rows)


class _Marks(Surface):
    """Rings on the picture: thin ones where a tap has an effect, red ones on entered places.

    Also the finger that shows where to read.
    """

    def __init__(self, board: BoardView, scene: Scene) -> None:
        super().__init__(board.box)
        radius = board.ring.disc_radius()
        with self.canvas:
            if scene.reading is not None:
                point_out(board.ring, scene.reading)
            for field in scene.open_fields:
                ring(board.field_center(field), radius * 1.12, theme.LIGHT, dp(1.2))
            for field in scene.set_fields:
                ring(board.field_center(field), radius * 1.15, theme.BONUS_RED, dp(2))
            plains = board.ring.plains
            for plain in scene.set_plains:
                _outline(plains[plain], theme.BONUS_RED, dp(2))
            if scene.outlined:
                _outline(_around(plains[plain] for plain in scene.outlined), theme.LIGHT, dp(1.6))
            if scene.corner:
                square = board.box
                side = board.ring.side
                corner = Box(square.x + dp(3), square.top - side * 0.31, side * 0.14, side * 0.31)
                _outline(board.ring.turned_box(corner), theme.LIGHT, dp(1.6))


def _outline(box: Box, color: theme.Rgb, width: float) -> None:
    Ink(*color)
    SmoothLine(rounded_rectangle=(*box, dp(9)), width=width)


def _around(boxes: Iterable[Box]) -> Box:
    """Return the box around several, with a margin."""
    left, low, right, top = zip(*((one.x, one.y, one.right, one.top) for one in boxes), strict=True)
    whole = Box(min(left), min(low), max(right) - min(left), max(top) - min(low))
    return whole.inset(-dp(5))
