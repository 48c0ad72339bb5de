"""Reading the board: field after field in order, two taps a field (board.survey)."""

import msgspec
from msgspec.structs import replace

from companion.commands import Correct, SetPrinted, Survey
from companion.errors import BoardError, RuleViolation
from companion.history import Step
from companion.memory.boards import BoardShelf
from companion.memory.session import Session
from companion.pieces import MATERIALS, Material, Rune
from companion.preview import runes_that_fit
from companion.state import Board, Field
from kiosk import routes
from kiosk.navigator import Navigator
from kiosk.pages.flow_page import FlowPage
from kiosk.pages.new_game.draft import SetupDraft
from kiosk.pages.new_game.view import setup_picture
from kiosk.pieces.form import Scene, Stone, not_possible, told_or
from kiosk.pieces.picture import BoardPicture, Finger, board_picture
from kiosk.ui.form import GAP_ROW, Button, Column, Effect, Flow, Form, Row, Style, Text, Tone
from kiosk.words.language import _, several
from kiosk.words.saving import still_saving
from kiosk.words.texts import NO_NAMES, names_of, said, word

_RUNES_A_ROW = 4
_ICON_ROW = 84
_RUNE_ROW = 60
_FOOT = 56


class Skipped(msgspec.Struct, frozen=True):
    """The fields that nobody was sure about: they are left for later; and those to read `anew`."""

    fields: frozenset[int] = frozenset()
    anew: frozenset[int] = frozenset()


class FieldQuestion(msgspec.Struct, frozen=True):
    """A field that is read: its area, None for the likeliest, and its first icon once it is told.

    The field is None for the next one that nobody has read. `twice`: the second icon is the same as
    the first, and that is asked.
    """

    field: int | None = None
    rune: Rune | None = None
    first: Material | None = None
    twice: bool = False


SurveyFlow = Flow[Skipped, FieldQuestion]
FRESH: SurveyFlow = Flow(Skipped(), (FieldQuestion(),))
"""Nothing is read yet."""


class FieldRead(msgspec.Struct, frozen=True):
    """What somebody has read on a field: the area and the two icons, from the rim inwards."""

    field: int
    rune: Rune
    needs: tuple[Material, Material]


class ReadAgain(msgspec.Struct, frozen=True):
    """What was read last was wrong."""


# Where what is read goes


class GameReader:
    """Reads for a game: a survey where nobody has read, a correction where somebody misread."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self._session.state.board

    @property
    def last(self) -> int | None:
        """The field of what was done last, where that was a reading."""
        match self._session.game.history.latest:
            case Step(command=Survey(field) | Correct(changes=(SetPrinted(field),))):
                return field
            case _:
                return None

    def read(self, read: FieldRead) -> None:
        """A step of the game, which teaches the boards too; none where it is known so already."""
        if self.board.field(read.field) == Field(read.needs, read.rune):
            return
        if self.board.field(read.field).known:
            change = SetPrinted(read.field, read.needs, read.rune)
            self._session.apply(Correct(changes=(change,), why=_("Misread")))
        else:
            self._session.apply(Survey(field=read.field, needs=read.needs, rune=read.rune))

    def take_back(self) -> None:
        """Undo the step."""
        if self.last is None:
            raise ValueError("the newest step is no reading")
        self._session.undo()


class ShelfReader:
    """Reads before a game: into the board file of that name."""

    def __init__(self, shelf: BoardShelf, name: str) -> None:
        self._shelf = shelf
        self._name = name
        self._read: list[tuple[int, Board]] = []

    @property
    def board(self) -> Board:
        """The board of that name. Raises KeyError where there is none."""
        found = self._shelf.find(self._name)
        if found is None:
            raise KeyError(self._name)
        return found

    @property
    def last(self) -> int | None:
        """The field that was read last since somebody came to read."""
        return self._read[-1][0] if self._read else None

    def read(self, read: FieldRead) -> None:
        """Keep it in the board's file."""
        before = self.board
        fields = list(before.fields)
        fields[read.field - 1] = Field(read.needs, read.rune)
        self._shelf.learn(self._name, before, Board(self._name, tuple(fields)))
        self._read.append((read.field, before))

    def take_back(self) -> None:
        """Let the file say of that field what it said before."""
        if not self._read:
            raise ValueError("nothing was read yet")
        _field, before = self._read[-1]
        self._shelf.learn(self._name, self.board, before)
        self._read.pop()


# What is asked


def survey_form(
    flow: SurveyFlow, board: Board, picture: BoardPicture, *, can_read_again: bool
) -> Form:
    """Asks what is printed on a field, or tells that none is left."""
    field = asked_field(flow, board)
    again = (_again(),) if can_read_again else ()
    if field is None:
        return _nothing_left(flow, board, picture, again)
    asked = flow.step
    rune = asked.rune or likeliest(board, field)
    rows = (
        Row((told_or(flow, _where(field, board)),), height=0),
        *_runes(flow, board, field, rune),
        Row((Text(_which_icon(asked), Tone.STRONG),), height=0),
        Row(_answers(flow, field, rune), _ICON_ROW),
        GAP_ROW,
        Row((Text(_progress(flow, board)),), height=0),
        Row(_other_ways(flow, field, again)),
    )
    title = _("Field {field} of {fields}", field=field, fields=len(board))
    finger = Finger(field, icon=0 if asked.first is None else 1, clockwise=_clockwise(field, board))
    scene = Scene(replace(picture, pointed=field), reading=finger)
    return Form(title, _way_out(), (Column(rows),), scene)


def _clockwise(field: int, board: Board) -> bool:
    """Whether that is the shorter way from the river to a field."""
    return field <= len(board) // 2


def _where(field: int, board: Board) -> str:
    """Where to put a finger on the cardboard, whose fields have no numbers."""
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
    """Leaving the field for later, or going one icon or one field back."""
    unsure = Button("unsure", _left_for_later(flow, field), _("Not sure"), Style.QUIET)
    if flow.step.first is None:
        return (unsure, *again)
    outer = flow.at(replace(flow.step, first=None, twice=False))
    return (unsure, Button("first.again", outer, _("The outer one again"), Style.QUIET, width=1.5))


def _way_out() -> Button:
    return Button("back", Effect.LEAVE, _("Back"))


def _again() -> Button:
    return Button("again", ReadAgain(), _("The last one again"), Style.QUIET, width=1.5)


def asked_field(flow: SurveyFlow, board: Board) -> int | None:
    """The field that is asked now: the pointed one, else the next unread one; None: none is left.

    Those left for later come only when somebody asks for them.
    """
    if flow.step.field is not None:
        return flow.step.field
    return next((field for field in _waiting(flow, board) if field not in flow.draft.fields), None)


def _waiting(flow: SurveyFlow, board: Board) -> list[int]:
    """The fields that nobody has read, and those to read anew."""
    fields, anew = enumerate(board.fields, start=1), flow.draft.anew
    return [number for number, field in fields if not field.known or number in anew]


def likeliest(board: Board, field: int) -> Rune:
    """The area a field has, else the former field's where that fits, else the first that fits."""
    fitting = runes_that_fit(board, field)
    for rune in (board.field(field).rune, board.field(board.before(field)).rune):
        if rune is not None and rune in fitting:
            return rune
    return fitting[0]


def _runes(flow: SurveyFlow, board: Board, field: int, chosen: Rune) -> tuple[Row, ...]:
    """The areas that fit, the likeliest of which is chosen already."""
    choices = [
        Button(
            f"rune.{rune}",
            flow.at(replace(flow.step, rune=rune)),
            symbol=Stone(rune, None),
            detail=word(rune),
            chosen=rune is chosen,
        )
        for rune in runes_that_fit(board, field)
    ]
    starts = range(0, len(choices), _RUNES_A_ROW)
    return tuple(Row(tuple(choices[at : at + _RUNES_A_ROW]), _RUNE_ROW) for at in starts)


def _which_icon(asked: FieldQuestion) -> str:
    if asked.first is None:
        return _("The outer icon?")
    if asked.twice:
        return _("Outer and inner: {icon}. Really twice the same?", icon=word(asked.first))
    return _("Outer: {icon}. The inner icon?", icon=word(asked.first))


def _answers(flow: SurveyFlow, field: int, rune: Rune) -> tuple[Button, ...]:
    """The four icons; or whether it is the same one twice, which is seldom so."""
    first = flow.step.first
    if first is None or not flow.step.twice:
        return tuple(_icon(flow, field, rune, icon) for icon in MATERIALS)
    read = FieldRead(field, rune, (first, first))
    other = flow.at(replace(flow.step, twice=False))
    return (
        Button("twice.no", other, _("No")),
        Button("twice.yes", read, _("Yes, twice"), symbol=first),
    )


def _icon(flow: SurveyFlow, field: int, rune: Rune, icon: Material) -> Button:
    """The first icon is kept; with another one as the second the field is read."""
    asked = flow.step
    action: object = flow.at(replace(asked, first=icon))
    if asked.first is icon:
        action = flow.at(replace(asked, rune=rune, twice=True))
    elif asked.first is not None:
        action = FieldRead(field, rune, (asked.first, icon))
    return Button(f"icon.{icon}", action, symbol=icon, detail=word(icon))


def _left_for_later(flow: SurveyFlow, field: int) -> SurveyFlow:
    left = Skipped(flow.draft.fields | {field}, flow.draft.anew - {field})
    return flow.entered(left).at(FieldQuestion())


def _progress(flow: SurveyFlow, board: Board) -> str:
    left = len(_waiting(flow, board))
    if flow.draft.anew:
        return several("{number} field to enter again.", "{number} fields to enter again.", left)
    return several("{number} field is not read yet.", "{number} fields are not read yet.", left)


def _nothing_left(
    flow: SurveyFlow, board: Board, picture: BoardPicture, again: tuple[Button, ...]
) -> Form:
    """All that could be read is; what was left for later can be read now."""
    unread = _waiting(flow, board)
    everything = frozenset(range(1, len(board) + 1))
    anew = Button(
        "anew",
        flow.entered(Skipped(anew=everything)),
        _("Enter all again"),
        Style.QUIET,
        width=1.5,
    )
    later = Button("later", flow.entered(Skipped()), _("Read them now"), Style.PRIMARY)
    done = Button("done", Effect.LEAVE, _("Done"), Style.PLAIN if unread else Style.PRIMARY)
    rows = (
        Row((Text(_progress(flow, board) if unread else _("All fields are read."), Tone.CARD),)),
        Row((told_or(flow, _("Tap a field of the picture to read it again.")),), height=0),
        GAP_ROW,
        Row(again if unread else (anew, *again)),
        *((Row((later,), _FOOT),) if unread else ()),
        Row((done,), _FOOT),
    )
    return Form(_("The board"), _way_out(), (Column(rows),), Scene(picture))


# Where taps lead


def pointed(flow: SurveyFlow, field: int) -> SurveyFlow:
    """That field is asked, be it unread, left for later or misread."""
    left = Skipped(flow.draft.fields - {field}, flow.draft.anew)
    return flow.entered(left).at(FieldQuestion(field))


def following(flow: SurveyFlow, read: int) -> SurveyFlow:
    """Once a field is read, the next one is asked."""
    left = replace(flow.draft, anew=flow.draft.anew - {read})
    return flow.entered(left).at(FieldQuestion())


# The page


class SurveyPage(FlowPage[Skipped, FieldQuestion]):
    """Reads the board of the game at hand, or before a game the one that is `to_read`.

    Keys: `rune.<rune>` for another area than the one that is chosen already, `icon.<material>` for
    the outer and then for the inner icon, with which the next field is asked; `first.again` asks
    the outer one anew; `twice.yes` and `twice.no` tell whether both are the same; `anew` asks all
    fields once more; `unsure` leaves a field for later, `again` takes back what was read last and
    asks it anew; a field of the picture is read out of order, or again where it was misread;
    `later` asks what was left, `done` and `back` lead to where one came from.
    """

    route: routes.Survey | None

    def __init__(self, navigator: Navigator) -> None:
        app_state = navigator.app_state
        name = app_state.to_read
        self._reader = ShelfReader(app_state.shelf, name) if name else GameReader(app_state.game)
        super().__init__(navigator, FRESH, self._reader.board)

    def form(self) -> Form:
        """Asks the field whose turn it is."""
        reader = self._reader
        again = reader.last is not None
        return survey_form(self.flow, reader.board, self._picture, can_read_again=again)

    @property
    def _picture(self) -> BoardPicture:
        """The game's board; before a game no chip lies anywhere, as nobody knows how many play."""
        if self.app_state.to_read is None:
            return board_picture(self.app_state.game.state)
        return replace(setup_picture(self._reader.board, SetupDraft()), plains=())

    def take(self, action: object) -> None:
        """Take down what is read, or go on as every form does; a trembling finger reads once."""
        if _tells_icon(action) and self.navigator.fingers.bounces:
            return
        if isinstance(action, FieldRead) and self.flow.step.twice and not self.is_meant():
            return
        self.navigator.fingers.act()
        match action:
            case FieldRead():
                self._take_down(action)
            case ReadAgain():
                self._read_again()
            case _:
                super().take(action)

    @property
    def _waits(self) -> bool:
        """Whether what was read last has to be saved before anything else is."""
        return self.app_state.to_read is None and self.app_state.is_saving

    def _take_down(self, read: FieldRead) -> None:
        if self._waits:
            super().take(self.flow.telling(still_saving()))
            return
        session = self.app_state.session
        names = NO_NAMES if session is None else names_of(session.state)
        try:
            self._reader.read(read)
        except RuleViolation as refusal:
            super().take(self.flow.telling(not_possible(refusal.sentence, names), refusal.rule))
        except BoardError as error:
            super().take(self.flow.telling(said(error.sentence)))
        else:
            self._about = self._reader.board
            super().take(following(self.flow, read.field))

    def _read_again(self) -> None:
        field = self._reader.last
        if field is None:
            raise ValueError("nothing was read that could be read again")
        if self._waits:
            super().take(self.flow.telling(still_saving()))
            return
        try:
            self._reader.take_back()
        except BoardError as error:
            self.take(self.flow.telling(said(error.sentence)))
        else:
            self._about = self._reader.board
            self.take(pointed(self.flow, field))

    def opened(self, flow: SurveyFlow) -> SurveyFlow:
        """The field at which the page is opened."""
        field = None if self.route is None else self.route.field
        return flow if field is None else pointed(flow, field)

    def tap_field(self, field: int) -> SurveyFlow:
        """Ask that field."""
        return pointed(self.flow, field)

    def tap_plain(self, plain: Material) -> SurveyFlow:  # noqa: ARG002 - there is nothing to read
        """Nothing is to be read on the high plains."""
        return self.flow

    def run(self, effect: Effect) -> None:
        """Go back to where one came from."""
        if effect is not Effect.LEAVE:
            raise ValueError(f"reading the board has no effect {effect}")
        self.finished()
        self.app_state.to_read = None
        self.navigator.back()


def _tells_icon(action: object) -> bool:
    return isinstance(action, FieldRead) or (
        isinstance(action, Flow) and action.step.first is not None
    )
