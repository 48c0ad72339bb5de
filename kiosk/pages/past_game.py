"""A game that was played: who won it, points by source and by turn, and what to do with it."""

from collections.abc import Iterator

from companion.errors import JournalError
from companion.memory.pace import minutes_played
from companion.state import GameState
from kiosk import routes
from kiosk.app_state import PastGame
from kiosk.navigator import Navigator
from kiosk.pages.end import FOOT, banner, courses, points_course, score
from kiosk.pages.form_page import FormPage
from kiosk.pieces.course import Course
from kiosk.rotation import Rotation
from kiosk.ui.form import (
    GAP_ROW,
    Align,
    Block,
    Button,
    Column,
    Form,
    Ground,
    Row,
    Style,
    Text,
    call,
)
from kiosk.words.language import _, in_context
from kiosk.words.moments import length_text, time_text, turn_text
from kiosk.words.texts import said
from kiosk.words.victory import headline, story, verdict


class PastGamePage(FormPage):
    """Shows the game that is looked at; whatever is done here, the game itself stays as it is.

    Keys: `log`, `rolls`, `past_board` (the board at any step); `hand_over` a game that has ended,
    `go_on` with one that has not; `take_away` leaves it out of all lists, `bring_back` lets it be
    there again; `back`.
    """

    leads_to = (routes.PastBoard, routes.HandOver)
    faces = Rotation.NONE

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._told = ""
        game = self._past.game
        self._story = story(game.state, game.steps)
        self.show()

    @property
    def _past(self) -> PastGame:
        if self.app_state.past is None:
            raise ValueError("the page is about a game that is looked at")
        return self.app_state.past

    def form(self) -> Form:
        """Who has won, or how far the game is, its points, and what can be done with it."""
        past = self._past
        state = past.game.state
        title = _("Not played to the end") if state.winners is None else headline(state)
        buttons = tuple(self._buttons(past))
        rows = (
            banner(title, self._told or about(past), state.winners or (), self._story),
            score(state, Text(""), (_course(past),)),
            Row(buttons, FOOT, folds=-(-len(buttons) // 2), fits_texts=True),
        )
        return Form("", None, (Column(rows),))

    def _buttons(self, past: PastGame) -> Iterator[Button]:
        yield Button("back", self.navigator.back, _("Back"))
        yield Button("log", routes.Log(), _("Log"))
        yield Button("rolls", routes.Rolls(), _("Rolls"))
        has_ended = past.game.state.winners is not None
        if past.game.steps:
            yield Button("past_board", routes.PastBoard(), _("Board"))
        if has_ended:
            yield Button("hand_over", routes.HandOver(), _("BG Stats"))
        if past.saved.archived:
            put = call(self._put_away, away=False)
            yield Button("bring_back", put, _("Bring back"), Style.PRIMARY)
            return
        put = call(self._put_away, away=True)
        yield Button("take_away", put, in_context("a game", "Archive"))
        if not has_ended:
            yield Button("go_on", self._go_on, _("Go on"), Style.PRIMARY)

    # Where that leads

    def _go_on(self) -> None:
        try:
            self.app_state.take_up(*self._past)
        except JournalError as error:
            self._tell(said(error.sentence))
        else:
            self.navigator.go_from_start(routes.Resume())

    def _put_away(self, *, away: bool) -> None:
        self.navigator.ignore_bounces()
        try:
            self.app_state.put_away(self._past.saved, away=away)
        except JournalError as error:
            self._tell(said(error.sentence))
        else:
            self._tell("")

    def _tell(self, told: str) -> None:
        self._told = told
        self.show()


def about(past: PastGame) -> str:
    """What a victory rests on or how far the game is, when it was played, and how long."""
    if past.saved.archived:
        return _("Archived: in no list, in no figures.")
    state, minutes = past.game.state, minutes_played(past.game)
    played = time_text(past.saved.last_played, past.saved.head.started)
    length = [] if minutes is None else [length_text(minutes)]
    if state.winners is None:
        told = [turn_text(state), _("last played {time}", time=played)]
    else:
        told = [*verdict(state), played]
    return " · ".join(told + length)


def _course(past: PastGame) -> Block:
    """Everybody's points by turn; of a game that has not ended up to now, none without a turn."""
    found, state = courses(past.game.steps), past.game.state
    if not found or not found[0].points:
        told = Text(turn_text(state), align=Align.CENTER)
        return Column((GAP_ROW, told, GAP_ROW), ground=Ground.SURFACE, share=1)
    if state.winners is not None:
        return points_course(found)
    return points_course(_with_now(found, state), _("now"))


def _with_now(found: tuple[Course, ...], state: GameState) -> tuple[Course, ...]:
    points = {player.color: player.points for player in state.players}
    return tuple(Course(one.color, (*one.points, points[one.color])) for one in found)
