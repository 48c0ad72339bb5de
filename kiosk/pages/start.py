"""First page of the app: continue the game on the table, begin a new one, and more.

The game on the table is the current game or, without a current game, the last unfinished one.
"""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory.journal import Journal, SavedGame
from companion.memory.played_game import PlayedGame, decode_setup
from companion.memory.session import Session, read_game
from companion.sentence import Sentence
from companion.state import GameState, Phase
from kiosk import routes
from kiosk.app_state import LONG_GAME
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.pieces.emblem import draw_emblem_with_text
from kiosk.pieces.form import badge_beside_name
from kiosk.pieces.picture import tray_pictures
from kiosk.rotation import Rotation
from kiosk.ui.form import (
    GAP_ROW,
    Align,
    Block,
    Button,
    ButtonStyle,
    Column,
    Form,
    Ground,
    HorizontalLine,
    Icon,
    Picture,
    Row,
    Text,
    TextStyle,
)
from kiosk.ui.theme import LARGE_TEXT, RIVER, SMALL_TEXT
from kiosk.words.language import _
from kiosk.words.texts import sentence_text
from kiosk.words.times import date_and_time_text, next_decision_text, progress_text

_BUTTON = 60
_FIRST = 108
"""Height in dp of the button for a first game: the largest button, so that beginners see it."""
_LEAST_SIGN = 132
_MOST_IN_A_ROW = 4
"""Maximum number of buttons in a row of an upright page."""
_CARD, _PLAYER, _MOST_CARD = 176, 36, 384
"""Heights in dp on a page 480 dp high: of a card without players, of each player's line on the
card, and of the largest card."""
_POINTS = 22
SEARCHED_GAMES = 12
"""Number of saved games, most recent first, among which the app looks for the game on the table."""


class ResumableGame(msgspec.Struct, frozen=True):
    """Saved game that can be resumed, and its current state.

    `played_game` is the game with all steps, as read from the journal. It is None if the game is
    already open.
    """

    saved_game: SavedGame
    state: GameState
    played_game: PlayedGame | None = None


class StartOffers(msgspec.Struct, frozen=True):
    """Saved games that the start page offers.

    `unfinished_game` is the game on the table. `last_finished_game` is the last finished game, if
    it is newer than the game on the table. `error_texts` are sentences about games that cannot be
    read. `any_game_finished` is set if a game was ever finished on this machine, or if the app
    cannot tell.
    """

    unfinished_game: ResumableGame | None = None
    last_finished_game: SavedGame | None = None
    error_texts: tuple[str, ...] = ()
    any_game_finished: bool = False


class StartPage(FormPage):
    wanted_rotation = Rotation.NONE  # for any side of the table

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._refusal = ""
        if self.app_state.session is not None:
            self.app_state.session.save_pending()
        self._look()
        self.show()
        self.app_state.on_saved = self._look_again

    def spoken_parts(self) -> tuple[str, ...]:
        return (
            "Meduris Companion",
            *filter(None, super().spoken_parts()),
        )  # the screen shows the name only in a picture

    def _look(self) -> None:
        self._current_session = self.app_state.current_session
        self._offers = find_start_offers(self.app_state.journal, self._current_session)
        self.app_state.collect_journal_notice()
        self._news = self._current_notices()
        self._messages = [*map(sentence_text, self._news), *self._offers.error_texts]

    def _look_again(self) -> None:
        if self._news != self._current_notices():
            self._look()
            self.show()

    def _current_notices(self) -> list[Sentence]:
        session, trouble = self.app_state.session, self.app_state.journal.trouble
        if session is not None and session.unsaved is not None:
            trouble = session.unsaved
        return [*self.app_state.notices, *([] if trouble is None else [trouble])]

    def build_form(self) -> Form:
        names = (_("Meduris"), _("Companion"), _("An unofficial companion"))
        others = [
            Button("rules", routes.Rules(), _("How to play")),
            Button("games", routes.Games(), _("Games")),
            Button("statistics", routes.Statistics(), _("Statistics")),
            Button("settings", routes.Settings(), _("Settings")),
        ]
        if self.navigator.machine.can_take_requests:
            others.append(Button("machine", routes.Machine(), _("This machine")))
        if self.box.is_upright:
            sign = Picture(draw_emblem_with_text, height=_LEAST_SIGN, share=0.36, about=names)
            rows = _rows(others, _MOST_IN_A_ROW, fits_texts=True)
            ways = Column(tuple(self._buttons(rows)), gap=12, share=0.64)
            return Form("", None, (Column((sign, ways), gap=16),))
        left = (Picture(draw_emblem_with_text, share=1, about=names), *_rows(others, 2))
        right = Column(tuple(self._buttons([])), 0.64, gap=12)
        return Form("", None, (Column(left, 0.36, gap=12), right))

    def _buttons(self, others: list[Row]) -> Iterator[Block]:
        messages = [self._refusal] if self._refusal else self._messages
        if messages:
            yield self._notice(messages[0])
        state = self._state_on_table()
        play = self._play_buttons()
        if state is not None:
            high = _CARD + len(state.players) * _PLAYER
            gap = GAP_ROW if high >= _MOST_CARD else Row(height=0, share=(_MOST_CARD - high) / 2)
            if high < _MOST_CARD and not messages:
                yield gap
            yield replace(self._card(state), share=high)
            yield Row(tuple(play), _BUTTON, fits_texts=True)
            yield from (replace(row, height=_BUTTON) for row in others)
            if high < _MOST_CARD:
                yield gap
            return
        yield GAP_ROW
        high = _FIRST if self._is_new else _BUTTON + 12
        yield Row((replace(play[0], style=ButtonStyle.PRIMARY),), high)
        if play[1:]:
            yield Row(tuple(play[1:]), _BUTTON + 12, fits_texts=True)
        yield from (replace(row, height=_BUTTON + 12) for row in others)
        yield GAP_ROW

    def _play_buttons(self) -> list[Button]:
        found = [Button("new_game", routes.NewGame(), _("New game"))]
        if self._is_new:
            first = routes.NewGame(for_beginners=True)
            found.insert(0, Button("first_game", first, _("Our first game")))
        if self._has_score:
            found.append(Button("rematch", self._rematch, _("Rematch")))
            found.append(Button("last_score", self._open_last_score, _("Last score")))
        return found

    def _notice(self, text: str) -> Block:
        words = Column((Text(text, TextStyle.PLAIN, shrinks=True),), pages="notice.more")
        cross = Button("notice.dismiss", self._dismiss, "×", width=0.0, spoken=_("Got it"))
        return Column((Row((words, cross)),), ground=Ground.WARNING, pad=8)

    def _dismiss(self) -> None:
        if self._refusal:
            self._refusal = ""
        else:
            self._messages.pop(0)
            del self.app_state.notices[:1]
            self._news = self._current_notices()
        self.show_first_pages()

    # The game on the table

    @property
    def _is_new(self) -> bool:
        return not self._offers.any_game_finished and self._state_on_table() is None

    @property
    def _is_over(self) -> bool:
        session = self._current_session
        return session is not None and session.state.phase is Phase.FINISHED

    @property
    def _has_score(self) -> bool:
        finished, session = self._offers.last_finished_game, self._current_session
        if finished is None or self._is_over:
            return self._is_over
        return session is None or session.game_id != finished.id

    def _state_on_table(self) -> GameState | None:
        session, unfinished = self._current_session, self._offers.unfinished_game
        if session is not None and not self._is_over:
            return session.state
        if unfinished is None or (session is not None and session.unsaved is not None):
            return None
        return unfinished.state

    def _card(self, state: GameState) -> Column:
        turn = Text(progress_text(state), width=0)
        title = Text(_("The game on the table"), TextStyle.HEADING, shrinks=True)
        players = []
        for one in tray_pictures(state, open_chips=False):
            name = badge_beside_name(one.color, one.name, width=0.78, bold=one.has_turn)
            points = Text(str(one.points), TextStyle.BOLD, 0.22, align=Align.RIGHT, size=_POINTS)
            players.append(Row((name, points), height=0, share=1))
        decider = () if state.decider is None else (Icon(state.decider, 11),)
        decision = Row((*decider, Text(next_decision_text(state), TextStyle.PLAIN)), height=26)
        game = self._offers.unfinished_game
        played = _("last played {time}", time=_when_played(game.saved_game)) if game else ""
        resume = (
            Text(_("Resume"), TextStyle.BOLD, 0, size=LARGE_TEXT, shrinks=True),
            Text(played, TextStyle.PLAIN, align=Align.RIGHT, size=SMALL_TEXT),
        )
        bar = Column((Row(resume, height=28),), ground=RIVER, pad=11)
        rows = (Row((title, turn), height=0), *players, HorizontalLine(), decision, bar)
        return Column(
            rows, gap=5, ground=Ground.PAPER, pad=11, key="resume", action=self._resume, main=True
        )

    def _resume(self) -> None:
        if self._current_session is not None and not self._is_over:
            self.navigator.go(routes.BoardCheck())
        elif self._offers.unfinished_game is not None:
            game = self._offers.unfinished_game
            try:
                self.app_state.resume_game(game.saved_game, game.played_game)
            except JournalError as error:
                self._refuse(error)
            else:
                self.navigator.go(routes.BoardCheck())

    def _rematch(self) -> None:
        session, finished = self._current_session, self._offers.last_finished_game
        try:
            if session is not None and self._is_over:
                self.navigator.go(routes.NewGame(rematch=session.setup))
            elif finished is not None:
                setup = decode_setup(self.app_state.journal.game_header(finished.id))
                self.navigator.go(routes.NewGame(rematch=setup))
        except JournalError as error:
            self._refuse(error)

    def _open_last_score(self) -> None:
        game = self._offers.last_finished_game
        if self._is_over:
            self.navigator.go(routes.GameResult())
        elif game is not None:
            self.navigator.go(routes.PastGame(game))

    def _refuse(self, error: JournalError) -> None:
        self._refusal = sentence_text(error.sentence)
        self.show()


def _rows(buttons: list[Button], most: int, *, fits_texts: bool = False) -> list[Row]:
    across = -(-len(buttons) // -(-len(buttons) // most))
    parts = (buttons[first : first + across] for first in range(0, len(buttons), across))
    return [Row(tuple(part), fits_texts=fits_texts) for part in parts]


# The game on the table


def find_start_offers(journal: Journal, current_session: Session | None = None) -> StartOffers:
    """Return the saved games that the start page offers.

    `journal` is the file of the saved games, and `current_session` is the open game, or None. Long
    unfinished games are left out unless they are open, because reading them takes time; players
    open them from the list of games. If a game, or the whole file, cannot be read, `error_texts` of
    the result says so.
    """
    try:
        games = journal.games(limit=SEARCHED_GAMES)
    except JournalError as error:
        return StartOffers(error_texts=(sentence_text(error.sentence),), any_game_finished=True)
    unfinished: ResumableGame | None = None
    finished: SavedGame | None = None
    troubles: list[str] = []
    long = [
        one
        for one in games
        if one.number_of_steps > LONG_GAME and not _is_at_hand(one, current_session)
    ]
    for saved in games:
        if saved.result_json is not None:
            finished = finished or saved
            continue
        if saved in long:
            continue
        try:
            if current_session is not None and _is_at_hand(saved, current_session):
                game = ResumableGame(saved, current_session.state)
            else:
                read = read_game(journal, saved.id)
                game = ResumableGame(saved, read.state, read)
        except JournalError as error:
            troubles.append(
                _(
                    "The game last played on {time} is missing here. {reason}",
                    time=_when_played(saved),
                    reason=sentence_text(error.sentence),
                )
            )
            continue
        if game.state.phase is not Phase.FINISHED:
            unfinished = game
            break
        finished = finished or saved
    has_results = any(saved.result_json is not None for saved in games)
    ended = finished is not None or has_results or len(games) == SEARCHED_GAMES
    return StartOffers(unfinished, finished, tuple(troubles), ended or bool(long))


def _is_at_hand(saved: SavedGame, current_session: Session | None) -> bool:
    return (
        current_session is not None
        and current_session.unsaved is None
        and current_session.game_id == saved.id
    )


def _when_played(saved: SavedGame) -> str:
    return date_and_time_text(saved.last_played, saved.header.started)
