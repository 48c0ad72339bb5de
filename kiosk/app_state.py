"""What the app holds: data folder, saved games, boards, settings and the game being played.

Knows no widget; the only one who touches the session is the thread that draws. What is played is
saved by a writer in a thread of its own.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, NamedTuple, Self

from msgspec.structs import replace

from companion.errors import BoardError, JournalError
from companion.game import Setup
from companion.memory.boards import BoardShelf
from companion.memory.database import file_identity, touch
from companion.memory.folder_lock import DataFolderLock
from companion.memory.journal import (
    PLAYED_ELSEWHERE,
    BrokenGameError,
    GameRows,
    Journal,
    SavedGame,
)
from companion.memory.played_game import PlayedGame
from companion.memory.session import Session, read_game
from companion.memory.snapshots import Check, mend_game
from companion.memory.taught import forget_seen, load_seen, save_seen
from companion.pieces import FACES, Face
from companion.sentence import Sentence
from companion.state import GameState
from companion.teaching.seen import NOTHING_SEEN, Seen
from kiosk.background import Job
from kiosk.game_reading import GameReading
from kiosk.settings import Settings, load_settings, save_settings
from kiosk.words.language import mark
from kiosk.words.texts import said
from kiosk.writer import Writer

if TYPE_CHECKING:  # the first picture teaches nothing
    from companion.teaching.hints import Hint

_NOT_SAVED = mark(
    "The settings hold now but could not be saved: {reason}. Put that right and set them once "
    "more, or they are gone after the next start."
)
_SEEN_NOT_KEPT = mark(
    "Which hints you have seen could not be saved: {reason}. Nothing else is lost; you may see "
    "some of them again."
)
_WOULD_BE_LOST = mark(
    "The newest steps of the game at hand are not saved yet and would be lost. {reason} Try again "
    "then; or restart the companion to go on without them."
)
_STILL_SAVING = mark(
    "The newest step of the game at hand is still being saved. Try again in a moment."
)
_STEP_NOT_SAVED = mark(
    "The newest step could not be saved: {reason}. It is tried again by itself; until then leave "
    "the companion switched on."
)
_NOT_SET_ASIDE = mark(
    "The saved games are damaged, and their file could not be set aside: {reason}. It was left as "
    "it is. Restart the companion, which tries it again."
)
_NOT_LASTING = mark(
    "What was changed in the lists of games and people may be undone at the next start: {reason}. "
    "Look there then, and do it once more."
)
_NOT_LET_GO = mark("The saved games could not be closed: {reason}. Nothing was changed.")
_BOARD_NOT_KEPT = mark("the board's file cannot be written ({reason})")
_SWITCH_SECONDS = 0.1
"""So long another game waits for the writer, at most: nobody sees that."""
_CLOSE_SECONDS = 8
"""So long the app's end waits for the writer, at most; systemd waits for fifteen."""


class _JournalNews(NamedTuple):
    """What the writer's journal has to tell: what became of its file, and why it cannot write."""

    notice: Sentence | None
    trouble: Sentence | None

    @classmethod
    def by(cls, journal: Journal) -> Self:
        """All that it has to tell, which it need not tell again."""
        notice, journal.notice = journal.notice, None
        return cls(notice, journal.trouble)


class PastGame(NamedTuple):
    """A saved game that is looked at: its place in the list, and all of it."""

    saved: SavedGame
    game: PlayedGame


class AppState:
    """One app's hold on one data folder.

    `rematch` is how the game began whose people play the next one too, `to_read` the name of the
    board that is read before a game, if that is so. `past` is the saved game that is looked at,
    which changes nothing of it, `reading` a long one that is being read, or was. `seen` is what the
    table has been taught, `hint` what it is taught now, and in which state of the game. `on_saved`
    is called when it is known how saving went; it is the page's that is shown. Raises JournalError
    when another app holds the folder, or a newer app has written it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notices: list[Sentence] = []
        self._lock = DataFolderLock(folder)
        self._lock.acquire()
        self.journal = self._open_journal()
        self.hear_journal()
        self.writer = Writer(folder, self.notices.append)
        self.on_saved: Callable[[], object] | None = None
        self.shelf = BoardShelf(folder, partial(_keep_board, self))
        self.session: Session | None = None
        self.settings = self._read_settings()
        self.seen = self._read_seen()
        self.rematch: Setup | None = None
        self.to_read: str | None = None
        self.past: PastGame | None = None
        self._is_away = False
        self.reading: GameReading | None = None
        self.hint: tuple[GameState, Hint | None] | None = None

    def _open_journal(self) -> Journal:
        try:
            return Journal.open(self.folder, waits=False)
        except JournalError:
            self._lock.release()
            raise

    def _read_settings(self) -> Settings:
        read = load_settings(self.folder)
        if read.told is not None:
            self.notices.append(read.told)
        if read.told is not None and read.is_whole:
            # What is told has not to be told at each start.
            self.set(read.settings)
        return read.settings

    def _read_seen(self) -> Seen:
        read = load_seen(self.folder)
        if read.told is not None:
            self.notices.append(read.told)
        return read.seen

    def hear_journal(self) -> None:
        """Take what the journal has to tell into the notices, each only once."""
        if self.journal.notice is not None:
            self.notices.append(self.journal.notice)
            self.journal.notice = None

    def repair(self, check: Check, then: Callable[[], object]) -> None:
        """Repair the file of the saved games, which was found damaged.

        `then` is called once that is done, or could not be.
        """

        def heard(job: Job[_JournalNews]) -> None:
            self._take_in(job)
            if job.failure is None and job.result.notice is not None:
                # In the new file there is no such game, or it is another one's number.
                self.past = self.reading = None
                if self.session is not None:
                    self.session.save_anew()
            then()

        self.writer.do(partial(_repaired, check), _NOT_SET_ASIDE, heard)

    # Saving

    @property
    def is_saving(self) -> bool:
        """Whether the newest step of the game at hand is still on its way to the disk.

        Nobody decides anything before it is there, or is known not to get there.
        """
        self.writer.hear()
        return self.session is not None and self.session.is_saving

    def finish(self, seconds: float) -> bool:
        """Wait until all that was handed over is written, at most so long; whether it was."""
        return self.writer.wait(seconds)

    def _save(
        self, game: GameRows, result: str | None, told: Callable[[int | Sentence], None]
    ) -> None:
        if self.journal.trouble is not None:
            # While it can only read, SQLite lets the writer not write either.
            self.writer.close_former(self.journal.detach())

        def heard(job: Job[tuple[int | Sentence, _JournalNews]]) -> None:
            if job.failure is not None:
                self._follow(_JournalNews(None, self.journal.trouble))
                told(job.failure)
            else:
                result, news = job.result
                self._follow(news)
                told(result)
            if self.on_saved is not None:
                self.on_saved()

        self.writer.do(partial(_saved, game, result), _STEP_NOT_SAVED, heard)

    def _take_in(self, job: Job[_JournalNews]) -> None:
        """Follow the writer's journal, or tell why its job failed."""
        if job.failure is not None:
            self.notices.append(job.failure)
        else:
            self._follow(job.result)

    def _follow(self, news: _JournalNews) -> None:
        if news.notice is not None:
            self.notices.append(news.notice)
        if news.notice is not None or self.journal.trouble is not None:
            # What it has read is another file by now, or a copy.
            self.writer.close_former(self.journal.detach())
        self.journal.trouble = news.trouble

    # The game

    def set(self, settings: Settings) -> None:
        """Hold to new settings from now on, and keep them; a full disk only costs the keeping."""
        self.settings = settings
        self._tick_as_set()

        def heard(job: Job[object]) -> None:
            self.notices[:] = [notice for notice in self.notices if notice.message != _NOT_SAVED]
            if job.failure is not None:
                self.notices.append(job.failure)

        self.writer.keep(partial(save_settings, self.folder, settings), _NOT_SAVED, heard)

    def see(self, concepts: Iterable[str]) -> None:
        """Note what the table has been taught, or has done by itself."""
        self._has_seen(self.seen.and_also(concepts))

    def unsee(self, concept: str) -> None:
        """Take back that the table has been taught that."""
        self._has_seen(self.seen.without(concept))

    def _has_seen(self, seen: Seen) -> None:
        if seen != self.seen:
            self.seen = seen
            self.writer.keep(partial(save_seen, self.folder, seen), _SEEN_NOT_KEPT, self._seen_kept)

    def forget_seen(self) -> None:
        """Let the table be taught from the beginning again."""
        self.seen = NOTHING_SEEN
        self.writer.keep(partial(forget_seen, self.folder), _SEEN_NOT_KEPT, self._seen_kept)

    def _seen_kept(self, job: Job[object]) -> None:
        self.notices[:] = [notice for notice in self.notices if notice.message != _SEEN_NOT_KEPT]
        if job.failure is not None:
            self.notices.append(job.failure)

    @property
    def settings_trouble(self) -> Sentence | None:
        """Why the settings that hold are not saved, until somebody has put that away."""
        return next((notice for notice in self.notices if notice.message == _NOT_SAVED), None)

    def begin(self, setup: Setup) -> Session:
        """Begin a new game.

        Raises RuleViolation for a setup that the rules refuse, JournalError while the game at hand
        is not saved.
        """
        self._save_what_is_at_hand()
        self.session = Session.begin(self.journal, setup, self.shelf, self._save)
        self.rematch, self._is_away = None, False
        self._tick_as_set()
        return self.session

    def look_at(self, game: SavedGame, read: PlayedGame | None = None) -> None:
        """Look at a saved game, of which nothing is changed; a damaged one is repaired.

        Raises JournalError where it cannot be read.
        """
        if read is None:
            try:
                read = read_game(self.journal, game.id)
            except BrokenGameError:
                self.change(lambda journal: self.notices.append(mend_game(journal, game.id)))
                read = read_game(self.journal, game.id)
        self.past = PastGame(game, read)

    def resume(self, game: SavedGame, read: PlayedGame | None = None) -> Session:
        """Go on with a saved game; `read` is that game where it has been read already.

        Raises JournalError when it cannot be read, or while the game at hand is not saved.
        """
        self._save_what_is_at_hand()
        self.session = Session.resume(self.journal, game.id, self.shelf, read, self._save)
        self.past, self._is_away, self.reading = None, game.archived, None
        self._tick_as_set()
        return self.session

    def _tick_as_set(self) -> None:
        if self.session is not None:
            self.session.game.trays.everything_ticked = self.settings.tick_all

    def take_up(self, game: SavedGame, read: PlayedGame | None = None) -> None:
        """As `resume`, unless the game is at hand already. Raises JournalError."""
        session = self.at_hand
        if session is None or session.game_id != game.id:
            self.resume(game, read)

    @property
    def at_hand(self) -> Session | None:
        """The game at hand, unless another app has gone on with it, or it was taken away."""
        session = self.session
        if session is None or self._is_away or session.unsaved == PLAYED_ELSEWHERE:
            return None
        return session

    def put_away(self, game: SavedGame, *, away: bool) -> None:
        """Leave a saved game out of all lists, or bring it back. Raises JournalError."""
        self.change(lambda journal: journal.archive(game.id, archived=away))
        if self.session is not None and self.session.game_id == game.id:
            self._is_away = away
        if self.past is not None and self.past.saved.id == game.id:
            self.past = self.past._replace(saved=replace(self.past.saved, archived=away))

    def change(self, what: Callable[[Journal], object]) -> None:
        """Change what is kept of games and people beside their rows; it holds at once.

        The writer brings it to the disk. Raises JournalError, also while something is being saved,
        and what `what` raises.
        """
        if not self.finish(_SWITCH_SECONDS):
            raise JournalError(Sentence(_STILL_SAVING))
        what(self.journal)
        self.writer.do(_made_last, _NOT_LASTING, self._take_in)

    def read(self, game: SavedGame) -> GameReading:
        """The reading of a long game, which is begun where it is not under way or done."""
        if self.reading is None or not self.reading.is_of(game):
            self.reading = GameReading(self.folder, game)
        return self.reading

    def _save_what_is_at_hand(self) -> None:
        """Before another game takes its place. Raises JournalError where that cannot be."""
        session = self.session
        if session is None or session.unsaved == PLAYED_ELSEWHERE:
            return
        session.save_pending()
        self.finish(_SWITCH_SECONDS)
        if session.unsaved is not None and session.unsaved != PLAYED_ELSEWHERE:
            raise JournalError(Sentence(_WOULD_BE_LOST, {"reason": said(session.unsaved)}))
        if session.is_saving:
            raise JournalError(Sentence(_STILL_SAVING))

    def let_go_of_games(self) -> Event:
        """Let others replace the saved games once the event is set: their file is closed then.

        None is at hand any more. Raises JournalError while the game at hand is not saved.
        """
        self._save_what_is_at_hand()
        is_closed = Event()

        def close(journal: Journal) -> None:
            journal.close()
            is_closed.set()

        self.session = self.rematch = self.past = None
        self.writer.close_former(self.journal.detach())
        self.writer.do(close, _NOT_LET_GO)
        return is_closed

    @property
    def game(self) -> Session:
        """The game at hand, for pages that are about it. Raises ValueError where there is none."""
        if self.session is None:
            raise ValueError("there is no game at hand")
        return self.session

    @property
    def has_games(self) -> bool:
        """Whether there is a saved game, or may be: one that cannot be read is one."""
        try:
            return any(self.journal.games(limit=1, archived=away) for away in (False, True))
        except JournalError:
            return True

    def chores(self) -> Iterator[None]:
        """Add finished games to the figures, in short steps, for a moment in which nobody waits."""
        from companion.memory.statistics.store import catch_up  # noqa: PLC0415 - after the first picture

        if self.writer.is_busy:
            return
        with suppress(JournalError):  # Whoever asks for figures is told.
            yield from catch_up(self.journal)

    def roll(self) -> Face:
        """A face of the app's die: six faces, equally likely, not to be foreseen."""
        return random.SystemRandom().choice(FACES)

    def close(self) -> bool:
        """Let go of the data folder once all is written, in some seconds; whether it was."""
        self.journal.close()
        written = self.writer.close(_CLOSE_SECONDS)
        self._lock.release()
        return written


def _saved(
    game: GameRows, result: str | None, journal: Journal
) -> tuple[int | Sentence, _JournalNews]:
    return journal.save(game, result), _JournalNews.by(journal)


def _keep_board(app_state: AppState, write: Callable[[], None]) -> None:
    """Let the writer write a board's file; raises BoardError where that is known to fail."""
    known, refused = True, []

    def heard(job: Job[object]) -> None:
        if job.failure is None:
            return
        error = job.error
        if not isinstance(error, BoardError):
            error = BoardError(str(app_state.folder / "boards"), 1, job.failure)
        if known:
            refused.append(error)
        else:
            app_state.shelf.reload()
            app_state.notices.append(error.sentence)

    app_state.writer.keep(write, _BOARD_NOT_KEPT, heard)
    known = False
    if refused:
        raise refused[0]


def _made_last(journal: Journal) -> _JournalNews:
    try:
        journal.change(touch)
    except JournalError as error:
        journal.trouble = error.sentence
    return _JournalNews.by(journal)


def _repaired(check: Check, journal: Journal) -> _JournalNews:
    if check.identity == file_identity(journal.path):  # else another file has taken its place
        journal.repair()
    return _JournalNews.by(journal)
