"""Base classes: pages that can show the board beside a form, and pages with several steps."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Generic, NamedTuple

import msgspec
from kivy.graphics import Color as Ink
from kivy.graphics import SmoothLine
from kivy.metrics import dp
from msgspec.structs import replace

from companion.pieces import Color, Material
from companion.state import GameState
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pieces import blocks as _blocks  # noqa: F401 - registers the pieces
from kiosk.pieces.board import BoardView, board_box_at_left, board_box_on_top
from kiosk.pieces.board_layers import draw_pointing_finger
from kiosk.pieces.form import BoardBesideForm, ExplainRule
from kiosk.pieces.picture import NO_POINTS, BoardPicture, tray_pictures
from kiosk.pieces.spoken import spoken_text_of_field
from kiosk.pieces.tray import StaticTrays, static_trays_height
from kiosk.ui import theme
from kiosk.ui.form import (
    Block,
    Button,
    Column,
    DraftT,
    Flow,
    Form,
    PageAction,
    Row,
    StepT,
    TypingForm,
    Widget,
)
from kiosk.ui.renderer import BlockView, height_of
from kiosk.ui.shapes import draw_ring
from kiosk.ui.surface import (
    Box,
    Surface,
    smallest_running_text_size,
    text_height,
    with_long_words_broken,
)
from kiosk.words.texts import ignored_tap_text, piece_name

_MARGIN = 8
_WAY_OUT = 92
_UPRIGHT_BOARD = 0.7
"""Maximum width of the board relative to an upright page, so that the rows fit below the board."""
_BELOW = 464
"""Minimum height in dp of the rows below the board."""


class BoardPage(FormPage):
    """Page that shows a form and, if the form has a `scene`, the board beside the form.

    When the form changes, the board and all unchanged blocks keep their widgets.
    """

    board: BoardView

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._scene: BoardBesideForm | None = None
        self._title: Surface | None = None
        self._blocks: BlockView | None = None

    def field_tap_action(self, field: int) -> object:  # noqa: ARG002 - for subclasses
        """Return the action for a tap on a field; None for no action."""
        return None

    def plain_tap_action(self, plain: Material) -> object:  # noqa: ARG002 - for subclasses
        """Return the action for a tap on a high plain; None for no action."""
        return None

    def focus_target_text(self, target: str) -> str:
        kind, _dot, which = target.partition(".")
        match kind:
            case "field" if self._scene is not None:
                return spoken_text_of_field(self._scene.picture, int(which))
            case "plain":
                return piece_name(Material(which))
            case _:
                return ""

    def _on_field(self, field: int, lifted: bool) -> None:  # noqa: FBT001 - the order of BoardView's callbacks
        action = self.field_tap_action(field)
        if action is None:
            return
        if lifted:
            self.perform(action)
        elif self._scene is not None:
            self.board.show(replace(self._scene.picture, touched_field=field))

    def _on_plain(self, plain: Material) -> None:
        action = self.plain_tap_action(plain)
        if action is not None:
            self.perform(action)

    def clear(self) -> None:
        super().clear()
        self._scene = self._title = self._blocks = None

    def _show_form(self, form: Form) -> None:
        if not isinstance(form.scene, BoardBesideForm):
            if self._blocks is not None:
                self.clear()
            super()._show_form(form)
            return
        places = board_form_boxes(self.box, form.title)
        if self._blocks is None:
            self.clear()
            self.board = BoardView(
                places.board, self._on_field, self._on_plain, self.navigator.board_rotation
            )
            self.add_widget(self.board)
            self._blocks = BlockView(self.box, self.perform, self.turned)
            self.add_widget(self._blocks)
        if self._title is not None:
            self._title.destroy()
        self._scene = form.scene
        self.board.show(form.scene.picture)
        self.board.highlight(form.scene.highlighted_places)
        self._title = Surface(self.box)
        self._title.write(
            with_long_words_broken(form.title, places.title.width, theme.SMALL_TEXT),
            places.title,
            size=theme.TITLE_TEXT,
            bold=True,
            valign="top" if self.box.is_upright else "middle",
        )
        self._title.add_widget(_Marks(self.board, form.scene))
        self.add_widget(self._title)
        way_out = form.back_button or Row()
        self._blocks.show_blocks(((way_out, places.back_button), (form.columns[0], places.rows)))

    def form_with_trays_and_card(
        self,
        title: str,
        back_button: Button,
        card: Column,
        foot: tuple[Block, ...],
        state: GameState,
        picture: BoardPicture,
        *,
        show_hands: bool = False,
        points_gained: Mapping[Color, int] = NO_POINTS,
    ) -> Form:
        """Return a form to show beside the board, with the players' trays above `card`.

        From top to bottom, its blocks are the trays, `card` (texts and buttons), and the blocks in
        `foot`. If the trays do not fit above `card`, they are at the end of `card`. A tap on
        `back_button` leaves the page. `state` is the state of the game; the board shows `picture`.
        If `show_hands` is set, the trays also show the players' hands if there is enough room.
        `points_gained` is how many points each player gains or loses, which the trays show too.
        """
        room = board_form_boxes(self.box, title).rows
        left = room.height - height_of(Column((card, *foot)), room.width, 0.0)
        players = len(state.players)
        high = static_trays_height(players, room.width, hands=True) + dp(theme.GAP)
        show_hands = show_hands and high <= left
        height = partial(static_trays_height, players, hands=show_hands)
        shown = tray_pictures(state, open_chips=show_hands, points_gained=points_gained)
        trays = Widget(StaticTrays, (shown,), height)
        rows: tuple[Block, ...] = (trays, card, *foot)
        if height_of(Column(rows), room.width, 0.0) > room.height:
            rows = (replace(card, rows=(*card.rows, trays)), *foot)
        return Form(title, back_button, (Column(rows),), BoardBesideForm(picture))


class BoardFormBoxes(NamedTuple):
    board: Box
    title: Box
    back_button: Box
    rows: Box


def board_form_boxes(box: Box, title: str = "") -> BoardFormBoxes:
    """Return the boxes of a board and of a form beside it: title, back button and rows.

    `box` is the whole page. The board is on the left, with the form in a column on the right. If
    the page is taller than it is wide, the board is at the top, the title and the button are beside
    the board, and the rows are below the board.
    """
    margin, gap, line = dp(_MARGIN), dp(theme.GAP), dp(theme.TOUCH)
    if box.is_upright:
        board = board_box_on_top(box, _UPRIGHT_BOARD, _BELOW)
        beside = Box(board.right, board.y, box.right - board.right, board.height).inset(margin)
        out = Box(beside.x, beside.top - line, beside.width, line)
        words = Box(beside.x, beside.y, beside.width, out.y - gap - beside.y)
        rows = Box(box.x, box.y, box.width, board.y - box.y).inset(margin)
        return BoardFormBoxes(board, words, out, rows)
    board = board_box_at_left(box)
    beside = Box(board.right, box.y, box.right - board.right, box.height).inset(margin)
    out = Box(beside.right - dp(_WAY_OUT), beside.top - line, dp(_WAY_OUT), line)
    wide = out.x - beside.x - gap
    high = max(line, text_height(title, wide, smallest_running_text_size(), bold=True))
    words = Box(beside.x, beside.top - high, wide, high)
    rows = Box(beside.x, beside.y, beside.width, words.y - gap - beside.y)
    return BoardFormBoxes(board, words, out, rows)


class _Marks(Surface):
    def __init__(self, board: BoardView, scene: BoardBesideForm) -> None:
        super().__init__(board.box)
        radius = board.ring.field_disc_radius()
        with self.canvas:
            if scene.pointing_finger is not None:
                draw_pointing_finger(board.ring, scene.pointing_finger)
            for field in scene.open_fields:
                draw_ring(board.field_center(field), radius * 1.12, theme.LIGHT, dp(1.2))
            for field in scene.chosen_fields:
                draw_ring(board.field_center(field), radius * 1.15, theme.BONUS_RED, dp(2))
            plains = board.ring.plains
            for plain in scene.chosen_plains:
                _outline(plains[plain], theme.BONUS_RED, dp(2))
            if scene.outlined_plains:
                _outline(
                    _around(plains[plain] for plain in scene.outlined_plains), theme.LIGHT, dp(1.6)
                )
            if scene.outlines_druid_corner:
                square = board.box
                side = board.ring.side
                corner = Box(square.x + dp(3), square.top - side * 0.31, side * 0.14, side * 0.31)
                _outline(board.ring.rotated_box(corner), theme.LIGHT, dp(1.6))


def _outline(box: Box, color: theme.Rgb, width: float) -> None:
    Ink(*color)
    SmoothLine(rounded_rectangle=(*box, dp(9)), width=width)


def _around(boxes: Iterable[Box]) -> Box:
    left, low, right, top = zip(*((one.x, one.y, one.right, one.top) for one in boxes), strict=True)
    whole = Box(min(left), min(low), max(right) - min(left), max(top) - min(low))
    return whole.inset(-dp(5))


# Pages with several steps


class SavedFlow(msgspec.Struct, frozen=True):
    """State of a form with several steps, saved when the player leaves the page.

    The state `flow` is restored only if `subject`, such as the id of a game, is still the same when
    the player comes back.
    """

    subject: object
    flow: object


class FlowPage(BoardPage, Generic[DraftT, StepT]):
    """Page that asks for its input in several steps (see `Flow`).

    A subclass defines the form and the effect of each step. The page starts with the state `fresh`.
    When the player comes back to the page, it continues in the state in which the player left it,
    unless that state was about another `subject`, such as another game.
    """

    def __init__(
        self, navigator: Navigator, fresh: Flow[DraftT, StepT], subject: object = None
    ) -> None:
        super().__init__(navigator)
        self._fresh, self._about = fresh, subject
        self._shown_step: object = None
        self.flow = fresh
        kept = navigator.state_to_restore
        if isinstance(kept, SavedFlow) and kept.subject == subject and isinstance(kept.flow, Flow):
            self.flow = kept.flow
            # After a change of the window's size, the page has no route, and gives no message.
            if navigator.was_reopened and self.opening_route is not None:
                self.flow = self.flow_when_reopened(kept.flow.without_message)
        if self.opening_route is not None:
            self.flow = self.flow_for_route(self.flow)
        self._show_step()

    def content_of(self, form: Form | TypingForm) -> object:
        return form.title, self.flow.step

    def perform_page_action(self, effect: PageAction) -> None:
        raise NotImplementedError

    def flow_when_reopened(self, flow: Flow[DraftT, StepT]) -> Flow[DraftT, StepT]:
        """Return the state of the form to show when the player reopens the page.

        `flow` is the state in which the player left the form. The default is to return it
        unchanged; a subclass may add a message that the player's entries were kept.
        """
        return flow

    def flow_for_route(self, flow: Flow[DraftT, StepT]) -> Flow[DraftT, StepT]:
        return flow

    @property
    def state_to_restore(self) -> msgspec.Struct | None:
        flow = self.flow if self.flow.is_remark else self.flow.without_message
        if self.keyboard_state is not None:
            flow = flow.with_current_step(replace(flow.step, keyboard_state=self.keyboard_state))
        return None if flow.without_message == self._fresh else SavedFlow(self._about, flow)

    def perform(self, action: object) -> None:
        """Carry out a button's action; if the action is a `Flow`, it becomes the state of the form.

        A tap on the button that finishes the form is ignored if it came too early (see
        `was_tap_meant_for_question`).
        """
        if isinstance(action, PageAction):
            if action is not PageAction.FINISH or self.was_tap_meant_for_question():
                self.perform_page_action(action)
        elif isinstance(action, ExplainRule):
            self.navigator.go(routes.Rules((action.rule,)))
        elif isinstance(action, Flow):
            self.flow = action
            self._show_step()
        else:
            super().perform(action)

    def was_tap_meant_for_question(self) -> bool:
        """Return whether the player had time to see the current step of the form before tapping.

        If not, also show a message that the tap was ignored.
        """
        if super().was_tap_meant_for_question():
            return True
        self.flow = self.flow.with_refusal(ignored_tap_text())
        self._show_step()
        return False

    def reset_flow(self) -> None:
        self.flow, self._keyboard = self._fresh, None

    def _show_step(self) -> None:
        if self.flow.step != self._shown_step:
            self._shown_step = self.flow.step
            self.note_question_shown()
            self.turned.clear()
        self.show()
