"""The first screen: the game on the table, a new one, settings (touchscreen, "Screens")."""

from collections.abc import Iterator, Sequence
from functools import partial

from kivy.metrics import dp, sp

from companion.errors import JournalError
from companion.game import Setup
from companion.memory.journal.index import SavedGame
from companion.memory.journal.rows import read_setup
from companion.memory.session import ReadGame, Session
from companion.memory.timeline import LogEntry
from companion.sentence import Sentence
from companion.state import GameState, Phase
from kiosk.back_stack import FIRST
from kiosk.game_reading import GameReading
from kiosk.navigator import Navigator, Page
from kiosk.pages.start.reading_line import ReadingLine, once_read
from kiosk.pages.start.sign import draw_sign
from kiosk.pages.start.view import Waiting, waiting
from kiosk.pieces import drawing
from kiosk.pieces.picture import Standing, standings
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.surface import Box, Column, Surface, text_height
from kiosk.ui.tap import Tap, draw_button, split_for
from kiosk.words.language import _
from kiosk.words.moments import decision_text, journal_text, time_text, turn_text
from kiosk.words.texts import said

_Named = tuple[str, str]
"""The key of a button, and its text."""

_MARGIN = 16
_GAP = 12
_BUTTON = 60
_ROW = 36
_INDENT = 36
_MOST_IN_A_ROW = 4
"""Buttons side by side on an upright screen."""
_CARD = 176
"""The height of the game's card without its players, in dp."""
_MOST_NOTICE = 0.4
"""The part of the height that a notice may take."""


class StartPage(Page):
    """What there is to do before a game.

    The game on the table is the one at hand, else the one in the journal that was played last
    and has not ended. Keys: `resume` goes on with it, `last_score` shows the end of a game that
    ended after it was played and `rematch` begins another with the same people, `new_game`,
    `unfinished` lists all games that have not ended where there may be others, `rules`, `history`
    lists all games, `statistics` tells of those that have ended, `settings`,
    `machine` where one can be asked, `notice.dismiss`.
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        if navigator.machine.can_be_asked:
            self.leads_to = ("machine",)
        self._refusal = ""
        if self.app_state.session is not None:
            self.app_state.session.save_pending()
        self._look()
        self._show()
        self.app_state.on_saved = self._look_again

    def prepare(self) -> Iterator[None]:
        """Draw the pieces of the game that waits: going on with it is what people come for."""
        state = self._state_on_table()
        if state is None:
            return
        # Nothing of this is needed for the first picture.
        from kiosk.pages.resume.page import draw_ahead as draw_comparison  # noqa: PLC0415
        from kiosk.pages.table.prefetch import draw_ahead as draw_table  # noqa: PLC0415
        from kiosk.words.latest_moves import latest_moves  # noqa: PLC0415

        settings = self.app_state.settings
        lie = self.navigator.lie
        yield from draw_comparison(self.box, state, settings, lie)
        latest = latest_moves(_log(self._at_hand, self._waiting), open_chips=settings.open_chips)
        yield from draw_table(self.box, state, latest, settings, lie)

    @property
    def faces(self) -> Rotation:
        """In front of the screen nobody in particular is asked."""
        return Rotation.NONE

    def _look(self) -> None:
        """What waits, and what there is to tell; another app may have gone on with the game."""
        self._at_hand = self.app_state.at_hand
        app_state = self.app_state
        self._waiting = waiting(
            app_state.journal, self._at_hand, app_state.reading, app_state.writer.keep_summary
        )
        self.app_state.hear_journal()
        self._news = self._to_tell()
        self._messages = [*map(said, self._news), *self._waiting.troubles]

    def _look_again(self) -> None:
        """How saving went may change both, and so may a long game that is read."""
        if self._news != self._to_tell() or self._waiting.long is not None:
            self._look()
            self._show()

    def _to_tell(self) -> list[Sentence]:
        """What has become of files, and why nothing can be saved at present, if that is so."""
        session, trouble = self.app_state.session, self.app_state.journal.trouble
        if session is not None and session.unsaved is not None:
            trouble = session.unsaved
        return [*self.app_state.notices, *([] if trouble is None else [trouble])]

    def _show(self) -> None:
        self.wipe()
        inner = self.box.inset(dp(_MARGIN))
        left, right = inner.parts((0.36, 0.64), dp(2 * _MARGIN))
        others = _beside_games(machine=self.navigator.machine.can_be_asked)
        if not self.box.is_upright:
            left = self._add_below_sign(left, others)
            others = []
        draw_sign(self, left)
        column = Column(right, dp(_GAP))
        told = [self._refusal] if self._refusal else self._messages
        if told:
            self._add_notice(column, told[0])
        self._add_choices(column.rest(), others)

    def _add_below_sign(self, box: Box, buttons: list[_Named]) -> Box:
        """Lay buttons two and two at the foot of a box; returns what is left above."""
        rows = _rows(buttons, 2)
        room, foot = box.footed(len(rows) * dp(theme.TOUCH + _GAP) - dp(_GAP), dp(_GAP))
        for row, line in zip(rows, foot.rows((1,) * len(rows), dp(_GAP)), strict=True):
            self._add_buttons(line, row)
        return room

    # What has to be said

    def _add_notice(self, column: Column, text: str) -> None:
        cross = dp(theme.TOUCH)
        width = column.box.width - cross - dp(20)
        height = min(
            max(text_height(text, width, theme.TEXT) + dp(16), float(cross + dp(8))),
            self.box.height * _MOST_NOTICE,
        )
        box = column.take(height)
        notice = Surface(box)
        notice.fill(theme.WARNING, radius=12)
        notice.write(
            text,
            Box(box.x + dp(12), box.y + dp(8), width, box.height - dp(16)),
            ground=theme.WARNING,
        )
        place = Box(box.right - cross - dp(4), box.top - cross - dp(4), cross, cross)
        dismiss = Tap(place, "notice.dismiss", self._dismiss)
        draw_button(
            dismiss, text="×", fill=theme.WARNING, ink=theme.LIGHT, size=theme.LARGE_TEXT, bold=True
        )
        dismiss.is_main = False
        notice.add_widget(dismiss)
        self.add_widget(notice)

    def _dismiss(self) -> None:
        """Take what is told away: a refusal, else the first message; notices come first."""
        if self._refusal:
            self._refusal = ""
        else:
            self._messages.pop(0)
            del self.app_state.notices[:1]
            self._news = self._to_tell()
        self._show()

    # What there is to do

    def _add_choices(self, box: Box, others: list[_Named]) -> None:
        """Lay out the ways to play, and the `others` below them."""
        state = self._state_on_table()
        play = [("new_game", _("New game"))]
        if self._has_score:
            play += [("rematch", _("Rematch")), ("last_score", _("Last score"))]
        if self._waiting.others or self._other_waits:
            play.append(("unfinished", _("Unfinished games")))
        if state is None:
            self._add_without_game(box, [play[:1], play[1:], *_rows(others, _MOST_IN_A_ROW)])
            return
        rows = [play, *_rows(others, _MOST_IN_A_ROW)]
        below = len(rows) * dp(_BUTTON + _GAP)
        height = min(box.height - below, dp(_CARD) + len(state.players) * dp(_ROW))
        bottom = box.center[1] - (height - below) / 2
        self._add_game(Box(box.x, bottom, box.width, height), state)
        column = Column(Box(box.x, bottom - below, box.width, below - dp(_GAP)), dp(_GAP))
        for row in rows:
            self._add_buttons(column.take(dp(_BUTTON)), row)

    def _add_without_game(self, box: Box, rows: list[list[_Named]]) -> None:
        rows = [row for row in rows if row]
        height = dp(_BUTTON + 12)
        lines = len(rows) + (self._waiting.long is not None)
        total = lines * height + (lines - 1) * dp(_GAP)
        column = Column(Box(box.x, box.y, box.width, box.center[1] - box.y + total / 2), dp(_GAP))
        if self._waiting.long is not None:
            reading = self.app_state.read(self._waiting.long)
            self.add_widget(ReadingLine(column.take(height), reading, self._look_again))
        for row in rows:
            self._add_buttons(column.take(height), row, primary=row is rows[0])

    def _add_buttons(self, line: Box, buttons: list[_Named], *, primary: bool = False) -> None:
        actions = {
            "new_game": lambda: self._begin_with(None),
            "rematch": self._rematch,
            "unfinished": lambda: self.navigator.go("unfinished"),
            "rules": lambda: self.navigator.go("rules"),
            "statistics": lambda: self.navigator.go("statistics"),
            "history": lambda: self.navigator.go("history"),
            "settings": lambda: self.navigator.go("settings"),
            "machine": lambda: self.navigator.go("machine"),
            "last_score": self._open_last_score,
        }
        places = split_for(line, [text for _key, text in buttons], dp(_GAP))
        for (key, text), place in zip(buttons, places, strict=True):
            self.button(place, key, text, actions[key], primary=primary)

    @property
    def _is_over(self) -> bool:
        """Whether the game at hand has ended."""
        return self._at_hand is not None and self._at_hand.state.phase is Phase.FINISHED

    @property
    def _has_score(self) -> bool:
        """Whether a game has ended last; the one at hand may be further than the journal knows."""
        finished, session = self._waiting.finished, self._at_hand
        if finished is None or self._is_over:
            return self._is_over
        return session is None or session.game_id != finished.id

    @property
    def _other_waits(self) -> bool:
        """Whether a saved game waits besides the one at hand that is shown."""
        session, unfinished = self._at_hand, self._waiting.unfinished
        if session is None or self._is_over or unfinished is None:
            return False
        return session.game_id != unfinished.saved.id

    def _state_on_table(self) -> GameState | None:
        session, unfinished = self._at_hand, self._waiting.unfinished
        if session is not None and not self._is_over:
            return session.state
        if unfinished is None or (session is not None and session.unsaved is not None):
            return None
        return unfinished.state

    def _add_game(self, box: Box, state: GameState) -> None:
        card = Tap(box, "resume", self._resume)
        card.fill(theme.PAPER, radius=14)
        inner = box.inset(dp(14), dp(12))
        column = Column(inner, dp(8))
        head, turn = column.take(sp(28)).split((0.58, 0.42), dp(8))
        card.write(_("The game on the table"), head, size=theme.TITLE_TEXT, bold=True)
        card.write(turn_text(state), turn, ink=theme.INK_SOFT, halign="right")
        bar = dp(52)
        decision = max(
            dp(26), text_height(decision_text(state), inner.width - dp(_INDENT), theme.TEXT)
        )
        room = column.left - bar - decision - 2 * dp(8)
        rows = column.take(room)
        players = standings(state, open_chips=False)
        for standing, row in zip(players, rows.rows((1,) * len(players), 0), strict=True):
            _draw_player(card, standing, row)
        _draw_decision(card, state, column.take(decision))
        self._draw_bar(card, column.rest())
        card.shade_when_pressed()
        card.is_main = True
        self.add_widget(card)

    def _draw_bar(self, card: Tap, box: Box) -> None:
        card.fill(theme.RIVER, box, radius=10)
        ink = theme.ink_on(theme.RIVER)
        left, right = box.inset(dp(14), 0).split((0.45, 0.55), dp(8))
        card.write(_("Resume"), left, ink=ink, ground=theme.RIVER, size=theme.LARGE_TEXT, bold=True)
        game = self._waiting.unfinished
        if game is not None:
            card.write(
                _("last played {time}", time=time_text(game.saved.last_played)),
                right,
                ink=ink,
                ground=theme.RIVER,
                size=theme.SMALL_TEXT,
                halign="right",
            )

    # Where that leads

    def _resume(self) -> None:
        if self._at_hand is not None and not self._is_over:
            self.navigator.go("resume")
        elif self._waiting.unfinished is not None:
            game = self._waiting.unfinished
            self._open(game.saved, "resume", game.read)

    def _rematch(self) -> None:
        finished = self._waiting.finished
        if self._at_hand is not None and self._is_over:
            self._begin_with(self._at_hand.setup)
        elif finished is not None:
            try:
                self._begin_with(read_setup(finished.head))
            except JournalError as error:
                self._refuse(error)

    def _begin_with(self, former: Setup | None) -> None:
        self.app_state.rematch = former
        self.navigator.go("new_game")

    def _open_last_score(self) -> None:
        game = self._waiting.finished
        if self._is_over:
            self.navigator.go("end")
        elif game is not None:
            back, then = partial(self.navigator.go, FIRST), partial(self._open, game, "end")
            once_read(self, game, _("Last score"), back, then)

    def _open(self, game: SavedGame, screen: str, read: ReadGame | GameReading | None) -> None:
        """Take a saved game up again, or say why that cannot be."""
        try:
            self.app_state.resume(game, read.game() if isinstance(read, GameReading) else read)
        except JournalError as error:
            self._refuse(error)
            return
        self.navigator.go(screen)

    def _refuse(self, error: JournalError) -> None:
        """Say why a saved game cannot be taken up."""
        self._refusal = journal_text(error)
        self._show()


def _log(at_hand: Session | None, waiting: Waiting) -> Sequence[LogEntry]:
    """The rows of the game on the table."""
    unfinished = waiting.unfinished
    if unfinished is not None and unfinished.read is not None:
        return unfinished.read.timeline.log
    return () if at_hand is None else at_hand.log


def _beside_games(*, machine: bool) -> list[_Named]:
    """The keys and texts of what there is besides playing; the `machine` where it can be asked."""
    others = [
        ("rules", _("Rules")),
        ("history", _("Games played")),
        ("statistics", _("Statistics")),
        ("settings", _("Settings")),
    ]
    return [*others, ("machine", _("This machine"))] if machine else others


def _rows(buttons: list[_Named], most: int) -> list[list[_Named]]:
    """The buttons in rows of at most so many, about equally many in each."""
    if not buttons:
        return []
    across = -(-len(buttons) // -(-len(buttons) // most))
    return [buttons[first : first + across] for first in range(0, len(buttons), across)]


def _draw_player(card: Surface, standing: Standing, box: Box) -> None:
    radius = min(dp(13), box.height * 0.42)
    with card.canvas:
        drawing.badge(standing.color, (box.x + dp(13), box.center[1]), radius)
    line = Box(box.x + dp(_INDENT), box.y, box.width - dp(_INDENT), box.height)
    name, points = line.split((0.78, 0.22), dp(8))
    card.write(standing.name, name, size=theme.DECISION_TEXT, bold=standing.active, is_name=True)
    card.write(
        str(standing.points),
        points,
        size=theme.TITLE_TEXT + 2,
        bold=True,
        halign="right",
    )


def _draw_decision(card: Surface, state: GameState, box: Box) -> None:
    radius = dp(11)
    card.fill(theme.PAPER_SHADE, Box(box.x, box.top + dp(3), box.width, dp(1)))
    if state.decider is not None:
        with card.canvas:
            drawing.badge(state.decider, (box.x + dp(13), box.center[1]), radius)
    text = Box(box.x + dp(_INDENT), box.y, box.width - dp(_INDENT), box.height)
    card.write(decision_text(state), text)
