"""Page to enter the runes and icons printed on the board, field by field (rule board.survey)."""

import msgspec
from msgspec.structs import replace

from companion.commands import Correct, EnterPrintedField, SetPrinted
from companion.errors import BoardError, RuleViolation
from companion.history import Step
from companion.memory.boards import BoardShelf
from companion.memory.session import Session
from companion.pieces import MATERIALS, Material, Rune
from companion.preview import possible_areas
from companion.state import Board, Field
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.flow_page import FlowPage
from kiosk.pages.new_game.draft import SetupDraft
from kiosk.pages.new_game.view import setup_picture
from kiosk.pages.table.parts import which_icon
from kiosk.pieces.form import BoardBesideForm, Stone, message_or_help, not_possible
from kiosk.pieces.picture import BoardPicture, Finger, board_picture
from kiosk.ui.form import GAP_ROW, Button, Column, Effect, Flow, Form, Row, Style, Text, Tone
from kiosk.words.language import _, plural
from kiosk.words.saving import still_saving
from kiosk.words.texts import NO_NAMES, names_of, sentence_text, translated_word

_RUNES_A_ROW = 4
_ICON_ROW = 84
_RUNE_ROW = 60
_FOOT = 56


class SurveyDraft(msgspec.Struct, frozen=True):
    """Fields that the players have skipped, and known fields that they want to enter again."""

    fields: frozenset[int] = frozenset()
    reread: frozenset[int] = frozenset()


class FieldQuestion(msgspec.Struct, frozen=True):
    """Step that asks for the rune area and the two icons printed on a field.

    If `field` is None, the page asks for the next unknown field. If `rune` is None, the page
    suggests the most likely area. `first` is the first icon once the player has entered it. If
    `twice` is set, the player has chosen the same icon again, and the page asks for confirmation.
    """

    field: int | None = None
    rune: Rune | None = None
    first: Material | None = None
    twice: bool = False


SurveyFlow = Flow[SurveyDraft, FieldQuestion]
NEW_FLOW: SurveyFlow = Flow(SurveyDraft(), (FieldQuestion(),))
"""Initial flow, before the first field."""


class FieldEntry(msgspec.Struct, frozen=True):
    """Entry for a field: its rune area, and its two icons, the outer one first."""

    field: int
    rune: Rune
    needs: tuple[Material, Material]


class UndoReading(msgspec.Struct, frozen=True): ...


# Storage


class GameFieldStore:
    """Saves the runes and icons printed on fields in the current game.

    An unknown field is saved as an `EnterPrintedField` step, a known one as a correction.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def board(self) -> Board:
        return self._session.state.board

    @property
    def last_field(self) -> int | None:
        """Field that the game's last step entered; None if the last step entered no field."""
        match self._session.game.history.latest:
            case Step(command=EnterPrintedField(field) | Correct(changes=(SetPrinted(field),))):
                return field
            case _:
                return None

    def enter(self, read: FieldEntry) -> None:
        """Add a step to the game with the rune and icons of a field, unless nothing would change.

        The step also updates saved boards.
        """
        if self.board.field(read.field) == Field(read.needs, read.rune):
            return
        if self.board.field(read.field).known:
            change = SetPrinted(read.field, read.needs, read.rune)
            self._session.apply(Correct(changes=(change,), why=_("Misread")))
        else:
            self._session.apply(
                EnterPrintedField(field=read.field, needs=read.needs, rune=read.rune)
            )

    def undo(self) -> None:
        if self.last_field is None:
            raise ValueError("the newest step is no reading")
        self._session.undo()


class BoardFieldStore:
    """Stores the runes and icons printed on fields in a saved board, before a game begins."""

    def __init__(self, shelf: BoardShelf, name: str) -> None:
        self._shelf = shelf
        self._name = name
        self._read: list[tuple[int, Board]] = []

    @property
    def board(self) -> Board:
        """Board as it is saved now. Raises KeyError if the file is gone."""
        found = self._shelf.find(self._name)
        if found is None:
            raise KeyError(self._name)
        return found

    @property
    def last_field(self) -> int | None:
        """Field that was entered last on this page, or None."""
        return self._read[-1][0] if self._read else None

    def enter(self, read: FieldEntry) -> None:
        before = self.board
        fields = list(before.fields)
        fields[read.field - 1] = Field(read.needs, read.rune)
        self._shelf.learn(self._name, before, Board(self._name, tuple(fields)))
        self._read.append((read.field, before))

    def undo(self) -> None:
        """Undo the last entry: restore the rune and icons that its field had before."""
        if not self._read:
            raise ValueError("nothing was read yet")
        _field, before = self._read[-1]
        self._shelf.learn(self._name, self.board, before)
        self._read.pop()


# Questions


def survey_form(
    flow: SurveyFlow, board: Board, picture: BoardPicture, *, can_read_again: bool
) -> Form:
    field = field_to_ask(flow, board)
    again = (_again(),) if can_read_again else ()
    if field is None:
        return _nothing_left(flow, board, picture, again)
    asked = flow.step
    rune = asked.rune or likeliest_area(board, field)
    rows = (
        Row((message_or_help(flow, _where(field, board)),), height=0),
        *_runes(flow, board, field, rune),
        Row((Text(which_icon(asked.first, is_twice=asked.twice), Tone.STRONG),), height=0),
        Row(_answers(flow, field, rune), _ICON_ROW),
        GAP_ROW,
        Row((Text(_progress(flow, board)),), height=0),
        Row(_other_ways(flow, field, again)),
    )
    title = _("Field {field} of {fields}", field=field, fields=len(board))
    finger = Finger(field, icon=0 if asked.first is None else 1, clockwise=_clockwise(field, board))
    scene = BoardBesideForm(replace(picture, pointed=field), reading=finger)
    return Form(title, _way_out(), (Column(rows),), scene)


def _clockwise(field: int, board: Board) -> bool:
    """Return whether the shorter way from the river to a field is clockwise."""
    return field <= len(board) // 2


def _where(field: int, board: Board) -> str:
    """Return a sentence that describes where a field is, since the real board has no numbers."""
    if _clockwise(field, board):
        return _(
            "The framed field: on your board number {number}, clockwise from the river.",
            number=field,
        )
    return _(
        "The framed field: on your board number {number}, anticlockwise from the river.",
        number=len(board) - field + 1,
    )


def _other_ways(flow: SurveyFlow, field: int, again: tuple[Button, ...]) -> tuple[Button, ...]:
    unsure = Button("unsure", _left_for_later(flow, field), _("Not sure"), Style.QUIET)
    if flow.step.first is None:
        return (unsure, *again)
    outer = flow.with_step(replace(flow.step, first=None, twice=False))
    return (unsure, Button("first.again", outer, _("The outer one again"), Style.QUIET, width=1.5))


def _way_out() -> Button:
    return Button("back", Effect.LEAVE, _("Back"))


def _again() -> Button:
    return Button("again", UndoReading(), _("The last one again"), Style.QUIET, width=1.5)


def field_to_ask(flow: SurveyFlow, board: Board) -> int | None:
    """Return the field to ask for, or None if all fields are entered.

    If the current step has a field, the result is that field; otherwise it is the next unknown
    field. Skipped fields come again only at the players' request.
    """
    if flow.step.field is not None:
        return flow.step.field
    return next((field for field in _waiting(flow, board) if field not in flow.draft.fields), None)


def _waiting(flow: SurveyFlow, board: Board) -> list[int]:
    fields, reread = enumerate(board.fields, start=1), flow.draft.reread
    return [number for number, field in fields if not field.known or number in reread]


def likeliest_area(board: Board, field: int) -> Rune:
    """Return the rune area to suggest for a field.

    It is the field's own area if known, otherwise the area of the previous field, otherwise any
    area; each only if the neighbouring fields allow it.
    """
    fitting = possible_areas(board, field)
    for rune in (board.field(field).rune, board.field(board.before(field)).rune):
        if rune is not None and rune in fitting:
            return rune
    return fitting[0]


def _runes(flow: SurveyFlow, board: Board, field: int, chosen: Rune) -> tuple[Row, ...]:
    choices = [
        Button(
            f"rune.{rune}",
            flow.with_step(replace(flow.step, rune=rune)),
            symbol=Stone(rune, None),
            detail=translated_word(rune),
            chosen=rune is chosen,
        )
        for rune in possible_areas(board, field)
    ]
    starts = range(0, len(choices), _RUNES_A_ROW)
    return tuple(Row(tuple(choices[at : at + _RUNES_A_ROW]), _RUNE_ROW) for at in starts)


def _answers(flow: SurveyFlow, field: int, rune: Rune) -> tuple[Button, ...]:
    first = flow.step.first
    if first is None or not flow.step.twice:
        return tuple(_icon(flow, field, rune, icon) for icon in MATERIALS)
    read = FieldEntry(field, rune, (first, first))
    other = flow.with_step(replace(flow.step, twice=False))
    return (
        Button("twice.no", other, _("No")),
        Button("twice.yes", read, _("Yes, twice"), symbol=first),
    )


def _icon(flow: SurveyFlow, field: int, rune: Rune, icon: Material) -> Button:
    """Return a button for an icon; a tap enters it as the field's first or second icon."""
    asked = flow.step
    action: object = flow.with_step(replace(asked, first=icon))
    if asked.first is icon:
        action = flow.with_step(replace(asked, rune=rune, twice=True))
    elif asked.first is not None:
        action = FieldEntry(field, rune, (asked.first, icon))
    return Button(f"icon.{icon}", action, symbol=icon, detail=translated_word(icon))


def _left_for_later(flow: SurveyFlow, field: int) -> SurveyFlow:
    left = SurveyDraft(flow.draft.fields | {field}, flow.draft.reread - {field})
    return flow.with_draft(left).with_step(FieldQuestion())


def _progress(flow: SurveyFlow, board: Board) -> str:
    left = len(_waiting(flow, board))
    if flow.draft.reread:
        return plural("{number} field to enter again.", "{number} fields to enter again.", left)
    return plural("{number} field is not read yet.", "{number} fields are not read yet.", left)


def _nothing_left(
    flow: SurveyFlow, board: Board, picture: BoardPicture, again: tuple[Button, ...]
) -> Form:
    unread = _waiting(flow, board)
    everything = frozenset(range(1, len(board) + 1))
    reread = Button(
        "anew",
        flow.with_draft(SurveyDraft(reread=everything)),
        _("Enter all again"),
        Style.QUIET,
        width=1.5,
    )
    later = Button("later", flow.with_draft(SurveyDraft()), _("Read them now"), Style.PRIMARY)
    done = Button("done", Effect.LEAVE, _("Done"), Style.PLAIN if unread else Style.PRIMARY)
    rows = (
        Row((Text(_progress(flow, board) if unread else _("All fields are read."), Tone.CARD),)),
        Row((message_or_help(flow, _("Tap a field of the picture to read it again.")),), height=0),
        GAP_ROW,
        Row(again if unread else (reread, *again)),
        *((Row((later,), _FOOT),) if unread else ()),
        Row((done,), _FOOT),
    )
    return Form(_("The board"), _way_out(), (Column(rows),), BoardBesideForm(picture))


# Actions


def ask_field(flow: SurveyFlow, field: int) -> SurveyFlow:
    left = SurveyDraft(flow.draft.fields - {field}, flow.draft.reread)
    return flow.with_draft(left).with_step(FieldQuestion(field))


def ask_next(flow: SurveyFlow, read: int) -> SurveyFlow:
    left = replace(flow.draft, reread=flow.draft.reread - {read})
    return flow.with_draft(left).with_step(FieldQuestion())


# The page


class PrintedFieldsPage(FlowPage[SurveyDraft, FieldQuestion]):
    """Page to enter the runes and icons printed on a board.

    The board is the one in the route or, if the route names none, the current game's board.
    """

    route: routes.PrintedFields | None

    def __init__(self, navigator: Navigator) -> None:
        app_state, route = navigator.app_state, navigator.route
        if isinstance(route, routes.PrintedFields):
            app_state.to_read = route.board
        name = app_state.to_read
        self._store = (
            BoardFieldStore(app_state.shelf, name) if name else GameFieldStore(app_state.game)
        )
        super().__init__(navigator, NEW_FLOW, self._store.board)

    def form(self) -> Form:
        store = self._store
        again = store.last_field is not None
        return survey_form(self.flow, store.board, self._picture, can_read_again=again)

    @property
    def _picture(self) -> BoardPicture:
        """Picture of the game's board.

        Before a game it shows no chips, since their number depends on the number of players.
        """
        if self.app_state.to_read is None:
            return board_picture(self.app_state.game.state)
        return replace(setup_picture(self._store.board, SetupDraft()), plains=())

    def perform(self, action: object) -> None:
        """Store an entered field or icon, or carry out any other action.

        If a trembling finger taps twice, the second tap is ignored.
        """
        if _tells_icon(action) and self.navigator.fingers.bounces:
            return
        if isinstance(action, FieldEntry) and self.flow.step.twice and not self.is_meant():
            return
        self.navigator.fingers.act()
        match action:
            case FieldEntry():
                self._take_down(action)
            case UndoReading():
                self._read_again()
            case _:
                super().perform(action)

    @property
    def _waits(self) -> bool:
        return self.app_state.to_read is None and self.app_state.is_saving

    def _take_down(self, read: FieldEntry) -> None:
        if self._waits:
            super().perform(self.flow.with_refusal(still_saving()))
            return
        session = self.app_state.session
        names = NO_NAMES if session is None else names_of(session.state)
        try:
            self._store.enter(read)
        except RuleViolation as refusal:
            super().perform(
                self.flow.with_refusal(not_possible(refusal.sentence, names), refusal.rule)
            )
        except BoardError as error:
            super().perform(self.flow.with_refusal(sentence_text(error.sentence)))
        else:
            self._about = self._store.board
            super().perform(ask_next(self.flow, read.field))

    def _read_again(self) -> None:
        field = self._store.last_field
        if field is None:
            raise ValueError("nothing was read that could be read again")
        if self._waits:
            super().perform(self.flow.with_refusal(still_saving()))
            return
        try:
            self._store.undo()
        except BoardError as error:
            self.perform(self.flow.with_refusal(sentence_text(error.sentence)))
        else:
            self._about = self._store.board
            self.perform(ask_field(self.flow, field))

    def flow_at_route(self, flow: SurveyFlow) -> SurveyFlow:
        field = None if self.route is None else self.route.field
        return flow if field is None else ask_field(flow, field)

    def tap_field(self, field: int) -> SurveyFlow:
        return ask_field(self.flow, field)

    def tap_plain(self, plain: Material) -> SurveyFlow:  # noqa: ARG002 - there is nothing to read
        return self.flow

    def run(self, effect: Effect) -> None:
        if effect is not Effect.LEAVE:
            raise ValueError(f"reading the board has no effect {effect}")
        self.finished()
        self.navigator.back()


def _tells_icon(action: object) -> bool:
    return isinstance(action, FieldEntry) or (
        isinstance(action, Flow) and action.step.first is not None
    )
