"""Page to enter the runes and icons printed on the board, field by field (rule board.survey)."""

import msgspec
from msgspec.structs import replace

from companion.commands import Correct, EnterPrintedField, SetPrintedField
from companion.errors import BoardError, RuleViolation
from companion.history import Step
from companion.memory.boards import BoardShelf
from companion.memory.session import Session
from companion.pieces import MATERIALS, Material, Rune
from companion.preview import possible_areas
from companion.state import Board, Field
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.board_page import FlowPage
from kiosk.pages.new_game.draft import SetupDraft
from kiosk.pages.new_game.view import setup_picture
from kiosk.pages.table.question import printed_icon_question
from kiosk.pieces.form import BoardBesideForm, RuneStone, message_or_help, not_possible_text
from kiosk.pieces.picture import BoardPicture, FieldIconPointer, board_picture
from kiosk.ui.form import (
    GAP_ROW,
    Button,
    ButtonStyle,
    Column,
    Flow,
    Form,
    PageAction,
    Row,
    Text,
    TextStyle,
    back_button,
)
from kiosk.words.language import _, plural
from kiosk.words.saving import still_saving_text
from kiosk.words.texts import piece_name, player_names, sentence_text

_RUNES_A_ROW = 4
_ICON_ROW = 84
_RUNE_ROW = 60
_FOOT = 56


class PrintedFieldsDraft(msgspec.Struct, frozen=True):
    """Fields that the players skipped, and known fields whose data they want to enter again."""

    skipped_fields: frozenset[int] = frozenset()
    fields_to_reenter: frozenset[int] = frozenset()


class PrintedFieldStep(msgspec.Struct, frozen=True):
    """State of the page that asks for the rune area and the two icons printed on a field.

    If `field` is None, the page asks for the next unknown field. If `rune` is None, the page
    suggests the most likely area. `first_icon` is the outer icon, or None until the player has
    entered it. `confirms_same_icon` is set if the player has entered the same icon twice, and the
    page asks for confirmation.
    """

    field: int | None = None
    rune: Rune | None = None
    first_icon: Material | None = None
    confirms_same_icon: bool = False


SurveyFlow = Flow[PrintedFieldsDraft, PrintedFieldStep]
NEW_FLOW: SurveyFlow = Flow(PrintedFieldsDraft(), (PrintedFieldStep(),))


class PrintedFieldEntry(msgspec.Struct, frozen=True):
    """Data entered about a field: its rune area, and the materials of its two printed icons.

    `needs` are these materials, that of the outer icon first.
    """

    field: int
    rune: Rune
    needs: tuple[Material, Material]


class UndoLastEntry(msgspec.Struct, frozen=True): ...


# Storage


class GameFieldStore:
    """Store that saves the printed runes and icons in the current game, as steps of the game.

    For a field without known data, the step is the command `EnterPrintedField`; for a field with
    known data, it is a correction.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def board(self) -> Board:
        return self._session.state.board

    @property
    def last_entered_field(self) -> int | None:
        """Number of the field whose data the game's last step entered, or None if there is none."""
        match self._session.game.history.latest:
            case Step(
                command=EnterPrintedField(field) | Correct(changes=(SetPrintedField(field),))
            ):
                return field
            case _:
                return None

    def enter(self, entry: PrintedFieldEntry) -> None:
        """Save a field's rune and icons by a step of the game.

        If the game already has these values, no step is added. Raises RuleViolation.
        """
        if self.board.field(entry.field) == Field(entry.needs, entry.rune):
            return
        if self.board.field(entry.field).is_known:
            change = SetPrintedField(entry.field, entry.needs, entry.rune)
            self._session.apply(Correct(changes=(change,), why=_("Misread")))
        else:
            self._session.apply(
                EnterPrintedField(field=entry.field, needs=entry.needs, rune=entry.rune)
            )

    def undo(self) -> int:
        """Undo the game's last step; return the number of the field whose data the step entered.

        Raises ValueError if the last step did not enter the data of a field.
        """
        field = self.last_entered_field
        if field is None:
            raise ValueError("the last step did not enter a field")
        self._session.undo()
        return field


class BoardFieldStore:
    """Store that saves the printed runes and icons in the file of a board, for all later games."""

    def __init__(self, shelf: BoardShelf, name: str) -> None:
        self._shelf = shelf
        self._name = name
        self._read: list[tuple[int, Board]] = []

    @property
    def board(self) -> Board:
        """Board with the data in its file. Raises KeyError if the file no longer exists."""
        found = self._shelf.find(self._name)
        if found is None:
            raise KeyError(self._name)
        return found

    @property
    def last_entered_field(self) -> int | None:
        """Number of the field whose data was entered last on this page; None if there is none.

        Undone entries are ignored.
        """
        return self._read[-1][0] if self._read else None

    def enter(self, entry: PrintedFieldEntry) -> None:
        before = self.board
        fields = list(before.fields)
        fields[entry.field - 1] = Field(entry.needs, entry.rune)
        self._shelf.save_changed_fields(self._name, before, Board(self._name, tuple(fields)))
        self._read.append((entry.field, before))

    def undo(self) -> int:
        """Undo the last entry made on this page, and return the number of its field.

        Raises IndexError if there is no entry to undo.
        """
        field, before = self._read[-1]
        self._shelf.save_changed_fields(self._name, self.board, before)
        self._read.pop()
        return field


# Questions


def printed_fields_form(
    flow: SurveyFlow, board: Board, picture: BoardPicture, *, can_undo: bool
) -> Form:
    out = back_button(PageAction.LEAVE)
    again: tuple[Button, ...] = ()
    if can_undo:
        again = (
            Button("again", UndoLastEntry(), _("The last one again"), ButtonStyle.QUIET, width=1.5),
        )
    field, unread, asked = field_to_ask(flow, board), _waiting(flow, board), flow.step
    progress = _("All fields are read.")
    if flow.draft.fields_to_reenter:
        progress = plural(
            "{number} field to enter again.", "{number} fields to enter again.", len(unread)
        )
    elif unread:
        progress = plural(
            "{number} field is not read yet.", "{number} fields are not read yet.", len(unread)
        )
    if field is None:
        rows = (Row((Text(progress, TextStyle.CARD),)), *_last_rows(flow, board, again))
        return Form(_("The board"), out, (Column(rows),), BoardBesideForm(picture))
    rune = asked.rune or likeliest_rune(board, field)
    areas = []
    for one in possible_areas(board, field):
        at, stone = flow.with_current_step(replace(asked, rune=one)), RuneStone(one, None)
        name, chosen = piece_name(one), one is rune
        areas.append(Button(f"rune.{one}", at, symbol=stone, detail=name, chosen=chosen))
    # The real board has no numbers; the players count the shorter way from the river.
    clockwise = field <= len(board) // 2
    where = _(
        "The framed field: on your board number {number}, clockwise from the river.", number=field
    )
    if not clockwise:
        where = _(
            "The framed field: on your board number {number}, anticlockwise from the river.",
            number=len(board) - field + 1,
        )
    skipped = PrintedFieldsDraft(
        flow.draft.skipped_fields | {field}, flow.draft.fields_to_reenter - {field}
    )
    later = flow.with_draft(skipped).with_current_step(PrintedFieldStep())
    others = again
    if asked.first_icon is not None:
        outer = flow.with_current_step(replace(asked, first_icon=None, confirms_same_icon=False))
        text = _("The outer one again")
        others = (Button("first.again", outer, text, ButtonStyle.QUIET, width=1.5),)
    area_rows = (
        Row(tuple(areas[first : first + _RUNES_A_ROW]), _RUNE_ROW)
        for first in range(0, len(areas), _RUNES_A_ROW)
    )
    question = printed_icon_question(asked.first_icon, is_twice=asked.confirms_same_icon)
    rows = (
        Row((message_or_help(flow, where),), height=0),
        *area_rows,
        Row((Text(question, TextStyle.STRONG),), height=0),
        Row(_answers(flow, field, rune), _ICON_ROW),
        GAP_ROW,
        Row((Text(progress),), height=0),
        Row((Button("unsure", later, _("Not sure"), ButtonStyle.QUIET), *others)),
    )
    title = _("Field {field} of {fields}", field=field, fields=len(board))
    finger = FieldIconPointer(field, icon=0 if asked.first_icon is None else 1, clockwise=clockwise)
    scene = BoardBesideForm(replace(picture, touched_field=field), pointing_finger=finger)
    return Form(title, out, (Column(rows),), scene)


def _last_rows(flow: SurveyFlow, board: Board, again: tuple[Button, ...]) -> tuple[Row, ...]:
    message = Row((message_or_help(flow, _("Tap a field in the picture to read it again.")),), 0)
    done = Button("done", PageAction.LEAVE, _("Done"))
    if _waiting(flow, board):
        now = flow.with_draft(PrintedFieldsDraft())
        later = Button("later", now, _("Read them now"), ButtonStyle.PRIMARY)
        return (message, GAP_ROW, Row(again), Row((later,), _FOOT), Row((done,), _FOOT))
    every = flow.with_draft(
        PrintedFieldsDraft(fields_to_reenter=frozenset(range(1, len(board) + 1)))
    )
    anew = Button("anew", every, _("Enter all again"), ButtonStyle.QUIET, width=1.5)
    primary = Row((replace(done, style=ButtonStyle.PRIMARY),), _FOOT)
    return (message, GAP_ROW, Row((anew, *again)), primary)


def field_to_ask(flow: SurveyFlow, board: Board) -> int | None:
    """Return the field that the page asks for, or None if no field is left.

    If the players have chosen a field in `flow`, the state of the page, return that one. Otherwise
    return the first field that must still be entered and that the players have not skipped.
    """
    if flow.step.field is not None:
        return flow.step.field
    return next(
        (field for field in _waiting(flow, board) if field not in flow.draft.skipped_fields), None
    )


def _waiting(flow: SurveyFlow, board: Board) -> list[int]:
    fields, reread = enumerate(board.fields, start=1), flow.draft.fields_to_reenter
    return [number for number, field in fields if not field.is_known or number in reread]


def likeliest_rune(board: Board, field: int) -> Rune:
    """Return the rune area to suggest for a field.

    Only areas that fit the neighbouring fields are possible. The area already known for the field
    is preferred, then the area of the field before it, then any other area.
    """
    fitting = possible_areas(board, field)
    for rune in (board.field(field).rune, board.field(board.previous_field(field)).rune):
        if rune is not None and rune in fitting:
            return rune
    return fitting[0]


def _answers(flow: SurveyFlow, field: int, rune: Rune) -> tuple[Button, ...]:
    asked, first = flow.step, flow.step.first_icon
    if first is not None and asked.confirms_same_icon:
        read = PrintedFieldEntry(field, rune, (first, first))
        other = flow.with_current_step(replace(asked, confirms_same_icon=False))
        yes = Button("twice.yes", read, _("Yes, twice"), symbol=first)
        return (Button("twice.no", other, _("No")), yes)

    def entered(icon: Material) -> object:
        if first is None:
            return flow.with_current_step(replace(asked, first_icon=icon))
        if first is icon:
            return flow.with_current_step(replace(asked, rune=rune, confirms_same_icon=True))
        return PrintedFieldEntry(field, rune, (first, icon))

    return tuple(
        Button(f"icon.{icon}", entered(icon), symbol=icon, detail=piece_name(icon))
        for icon in MATERIALS
    )


def flow_to_ask_field(flow: SurveyFlow, field: int) -> SurveyFlow:
    left = PrintedFieldsDraft(flow.draft.skipped_fields - {field}, flow.draft.fields_to_reenter)
    return flow.with_draft(left).with_current_step(PrintedFieldStep(field))


class PrintedFieldsPage(FlowPage[PrintedFieldsDraft, PrintedFieldStep]):
    opening_route: routes.PrintedFields | None

    def __init__(self, navigator: Navigator) -> None:
        app_state, route = navigator.app_state, navigator.opening_route
        if isinstance(route, routes.PrintedFields):
            app_state.board_to_enter = route.board_name
        name = app_state.board_to_enter
        self._store = (
            BoardFieldStore(app_state.shelf, name)
            if name
            else GameFieldStore(app_state.required_session)
        )
        super().__init__(navigator, NEW_FLOW, self._store.board)

    def build_form(self) -> Form:
        store, again = self._store, self._store.last_entered_field is not None
        if self.app_state.board_to_enter is None:
            picture = board_picture(self.app_state.required_session.state)
        else:
            # No plains: their number of chips depends on the number of players.
            picture = replace(setup_picture(store.board, SetupDraft()), plains=())
        return printed_fields_form(self.flow, store.board, picture, can_undo=again)

    def perform(self, action: object) -> None:
        is_twice = isinstance(action, PrintedFieldEntry) and self.flow.step.confirms_same_icon
        if is_twice and not self.was_tap_meant_for_question():
            return
        if isinstance(action, PrintedFieldEntry | UndoLastEntry):
            action = self._after_storing(action)
        super().perform(action)

    def _after_storing(self, action: PrintedFieldEntry | UndoLastEntry) -> SurveyFlow:
        flow = self.flow
        if self.app_state.board_to_enter is None and self.app_state.is_saving:
            return flow.with_refusal(still_saving_text())
        try:
            if isinstance(action, PrintedFieldEntry):
                self._store.enter(action)
                draft = replace(
                    flow.draft, fields_to_reenter=flow.draft.fields_to_reenter - {action.field}
                )
                after = flow.with_draft(draft).with_current_step(PrintedFieldStep())
            else:
                after = flow_to_ask_field(flow, self._store.undo())
        except RuleViolation as refusal:
            names = player_names(self.app_state.required_session.state)
            return flow.with_refusal(not_possible_text(refusal.sentence, names), refusal.rule)
        except BoardError as error:
            return flow.with_refusal(sentence_text(error.sentence))
        self._about = self._store.board
        return after

    def flow_for_route(self, flow: SurveyFlow) -> SurveyFlow:
        field = None if self.opening_route is None else self.opening_route.field
        return flow if field is None else flow_to_ask_field(flow, field)

    def field_tap_action(self, field: int) -> SurveyFlow:
        return flow_to_ask_field(self.flow, field)

    def plain_tap_action(self, plain: Material) -> SurveyFlow:  # noqa: ARG002 - there is nothing to read
        return self.flow

    def perform_page_action(self, effect: PageAction) -> None:  # noqa: ARG002 - always to leave
        self.reset_flow()
        self.navigator.back()
