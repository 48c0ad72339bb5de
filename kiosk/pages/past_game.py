"""Page with a saved game: who won, and each player's points by source and by turn.

The page never changes the game.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from companion.errors import JournalError
from companion.memory.journal import SavedGame
from companion.memory.pace import minutes_played
from companion.memory.played_game import PlayedGame
from kiosk import routes
from kiosk.app_state import LONG_GAME, ViewedGame, read_game_with_own_connection
from kiosk.background import Job
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pages.game_result import (
    FOOT_HEIGHT,
    form_with_room_for_chart,
    points_by_turn,
    points_by_turn_chart,
    points_table_with_blocks_beside,
    winners_banner,
)
from kiosk.pieces.charts import PointsByTurn
from kiosk.rotation import Rotation
from kiosk.routes import Route
from kiosk.ui import theme
from kiosk.ui.form import (
    GAP_ROW,
    Align,
    Block,
    Button,
    ButtonStyle,
    Column,
    Form,
    Ground,
    Row,
    Text,
    TextStyle,
    back_button,
    call,
)
from kiosk.words.language import _, mark, translate_in_context
from kiosk.words.texts import sentence_text
from kiosk.words.times import date_and_time_text, duration_text, progress_text
from kiosk.words.victory import deciding_criteria_lines, game_story_sentences, winners_headline

_NOT_READ = mark(
    "This saved game could not be read: {reason}. It is unchanged. Restart the app and try again."
)


class PastGamePage(FormPage):
    opening_route: routes.PastGame | None
    wanted_rotation = Rotation.NONE

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._message = ""
        kept = navigator.state_to_restore
        self._reads = kept if isinstance(kept, SavedGame) else None
        if self.opening_route is not None:
            self._reads = self.opening_route.game
        if self._reads is not None:
            self.app_state.viewed_game = None
            self._read(self._reads)
        self.show()

    @property
    def state_to_restore(self) -> SavedGame | None:
        return self._reads

    def _read(self, game: SavedGame) -> None:
        if game.number_of_steps <= LONG_GAME:
            self._look_at(game)
            return
        folder = self.app_state.folder
        self.run_in_background(
            lambda _job: read_game_with_own_connection(folder, game.id),
            _NOT_READ,
            partial(self._has_read, game),
            name="saved game",
        )

    def _has_read(self, game: SavedGame, job: Job[PlayedGame]) -> None:
        if job.failure is None:
            self._look_at(game, job.result)
        else:
            self._reads, self._message = None, sentence_text(job.failure)
        self.show()

    def _look_at(self, game: SavedGame, read: PlayedGame | None = None) -> None:
        self._reads = None
        try:
            self.app_state.view_game(game, read)
        except JournalError as error:
            self._message = sentence_text(error.sentence)

    @property
    def _past(self) -> ViewedGame:
        if self.app_state.viewed_game is None:
            raise ValueError("no past game is open")
        return self.app_state.viewed_game

    def build_form(self) -> Form:
        past = self.app_state.viewed_game
        if past is None:
            text = Text(self._message, TextStyle.CARD)
            if self._reads is not None:
                reading, align = _("Reading the game …"), Align.CENTER
                text = Text(reading, TextStyle.WARNED, align=align, share=1, size=theme.TITLE_TEXT)
            return Form("", back_button(self.navigator.back), (Column((text,)),))
        state = past.played_game.state
        title = _("Not finished") if state.winners is None else winners_headline(state)
        reason = self._message or past_game_summary(past)
        sentences = game_story_sentences(state, past.played_game.steps)
        buttons = tuple(self._buttons(past))

        def form(story: Sequence[str], charts: tuple[Block, ...]) -> Form:
            rows = (
                winners_banner(title, reason, state.winners or (), story),
                points_table_with_blocks_beside(state, Text(""), charts),
                Row(buttons, FOOT_HEIGHT, wraps_after=-(-len(buttons) // 2), fits_texts=True),
            )
            return Form("", None, (Column(rows),))

        return form_with_room_for_chart(self, form, sentences, _course(past))

    def _buttons(self, past: ViewedGame) -> Iterator[Button]:
        yield back_button(self.navigator.back)
        yield Button("log", routes.Log(), _("Log"))
        yield Button("rolls", routes.DieRolls(), _("Rolls"))
        has_ended = past.played_game.state.winners is not None
        if past.played_game.steps:
            yield Button("past_board", routes.Log(shows_board=True), _("Board"))
        if has_ended:
            yield Button("hand_over", routes.ExportGame(), _("BG Stats"))
        if past.saved_game.archived:
            put = call(self._archive, archived=False)
            yield Button("bring_back", put, _("Bring back"), ButtonStyle.PRIMARY)
            return
        put = call(self._archive, archived=True)
        yield Button("take_away", put, translate_in_context("a game", "Archive"))
        if has_ended:
            yield Button("table", call(self._take_up, routes.Table()), _("Table"))
            again = call(
                self.navigator.go_from_start, routes.NewGame(rematch=past.played_game.setup)
            )
            yield Button("rematch", again, _("Rematch"), ButtonStyle.PRIMARY)
        else:
            go_on = call(self._take_up, routes.BoardCheck())
            yield Button("go_on", go_on, _("Go on"), ButtonStyle.PRIMARY)

    def _take_up(self, route: Route) -> None:
        try:
            self.app_state.ensure_game_resumed(*self._past)
        except JournalError as error:
            self._message = sentence_text(error.sentence)
            self.show()
        else:
            self.navigator.go_from_start(route)

    def _archive(self, *, archived: bool) -> None:
        self._message = ""
        try:
            self.app_state.set_archived(self._past.saved_game, archived=archived)
        except JournalError as error:
            self._message = sentence_text(error.sentence)
        self.show()


def past_game_summary(viewed_game: ViewedGame) -> str:
    if viewed_game.saved_game.archived:
        return _("Archived: it does not count in the statistics.")
    state, minutes = viewed_game.played_game.state, minutes_played(viewed_game.played_game)
    played = date_and_time_text(
        viewed_game.saved_game.last_played, viewed_game.saved_game.header.started
    )
    length = [] if minutes is None else [duration_text(minutes)]
    if state.winners is None:
        texts = [progress_text(state), _("last played {time}", time=played)]
    else:
        texts = [*deciding_criteria_lines(state), played]
    return " · ".join(texts + length)


def _course(past: ViewedGame) -> Block:
    found, state = points_by_turn(past.played_game.steps), past.played_game.state
    if not found or not found[0].points:
        text = Text(progress_text(state), align=Align.CENTER)
        return Column((GAP_ROW, text, GAP_ROW), ground=Ground.SURFACE, share=1)
    if state.winners is not None:
        return points_by_turn_chart(found)
    points = {player.color: player.points for player in state.players}
    until_now = (PointsByTurn(one.color, (*one.points, points[one.color])) for one in found)
    return points_by_turn_chart(tuple(until_now), _("now"))
