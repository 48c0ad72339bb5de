"""Reading the board: field after field in order, two taps a field (board.survey)."""

from msgspec.structs import replace

from companion.errors import BoardError, RuleViolation
from companion.pieces import Material
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FlowPage
from kiosk.pages.new_game.draft import SetupDraft
from kiosk.pages.new_game.view import setup_picture
from kiosk.pages.survey.reader import GameReader, Reader, ShelfReader
from kiosk.pages.survey.view import (
    FRESH,
    Asked,
    FieldRead,
    ReadAgain,
    Skipped,
    SurveyFlow,
    following,
    pointed,
    survey_form,
)
from kiosk.pieces.form import not_possible
from kiosk.pieces.picture import BoardPicture, board_picture
from kiosk.ui.form import Effect, Flow, Form
from kiosk.words.saving import still_saving
from kiosk.words.texts import NO_NAMES, names_of, said


class SurveyPage(FlowPage[Skipped, Asked]):
    """Reads the board of the game at hand, or before a game the one that is `to_read`.

    Keys: `rune.<rune>` for another area than the one that is chosen already, `icon.<material>` for
    the outer and then for the inner icon, with which the next field is asked; `first.again` asks
    the outer one anew; `twice.yes` and `twice.no` tell whether both are the same; `anew` asks all
    fields once more; `unsure` leaves a field for later, `again` takes back what was read last and
    asks it anew; a field of the picture is read out of order, or again where it was misread;
    `later` asks what was left, `done` and `back` lead to where one came from.
    """

    def __init__(self, navigator: Navigator) -> None:
        app_state = navigator.app_state
        name = app_state.to_read
        self._reader: Reader = (
            ShelfReader(app_state.shelf, name) if name else GameReader(app_state.game)
        )
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

    def opened(self, flow: SurveyFlow, at: object) -> SurveyFlow:
        """The field at which the page is opened."""
        return pointed(flow, at) if isinstance(at, int) else super().opened(flow, at)

    def tap_field(self, field: int) -> SurveyFlow:
        """Ask that field."""
        return pointed(self.flow, field)

    def tap_plain(self, plain: Material) -> SurveyFlow:  # noqa: ARG002 - there is nothing to read
        """Nothing is to be read on the high plains."""
        return self.flow

    def run(self, errand: Effect) -> None:
        """Go back to where one came from."""
        if errand is not Effect.LEAVE:
            raise ValueError(f"{errand} is no errand of reading the board")
        self.finished()
        self.app_state.to_read = None
        self.navigator.back()


def _tells_icon(action: object) -> bool:
    return isinstance(action, FieldRead) or (
        isinstance(action, Flow) and action.step.first is not None
    )
