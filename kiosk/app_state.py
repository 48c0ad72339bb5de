"""The app's data: saved games, boards, settings and the current game. Imports no Kivy.

Only the drawing thread uses the current game's session. A `Writer` saves the data in a thread of
its own.
"""

import random
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, NamedTuple, Self

from msgspec.structs import replace

from companion.errors import BoardError, JournalError
from companion.game import Setup
from companion.memory.boards import BoardShelf
from companion.memory.database import FileIdentity, file_identity, force_sync
from companion.memory.folder_lock import DataFolderLock
from companion.memory.journal import PLAYED_ELSEWHERE, GameRows, Journal, SavedGame
from companion.memory.played_game import PlayedGame
from companion.memory.session import Session, read_game
from companion.pieces import FACES, Face
from companion.sentence import Sentence
from companion.state import GameState
from companion.teaching.hint_setting import NOTHING_SEEN, SeenConcepts
from kiosk.background import Job
from kiosk.settings import Settings, load_settings, save_settings
from kiosk.words.language import mark
from kiosk.words.texts import sentence_text
from kiosk.writer import Writer

if TYPE_CHECKING:
    from companion.teaching.hints import Hint

LONG_GAME = 2_000
"""A game with at least this many steps is long. A small computer reads this many steps in about a
second. Few games have even a third as many."""


def read_game_with_own_connection(folder: Path, game_id: int) -> PlayedGame:
    """Read a saved game from the data folder `folder` through a new database connection.

    Any thread may call this. Raises JournalError.
    """
    with closing(Journal.open_for_reading(folder)) as journal:
        return read_game(journal, game_id)


_NOT_SAVED = mark(
    "The settings apply now but could not be saved: {reason}. Fix that and set them again, or "
    "they will be lost at the next start."
)
_WOULD_BE_LOST = mark(
    "The last steps of the current game are not saved yet and would be lost. {reason} Then try "
    "again, or restart the app to go on without them."
)
_STILL_SAVING = mark(
    "The last step of the current game is still being saved. Try again in a moment."
)
_STEP_NOT_SAVED = mark(
    "The last step could not be saved: {reason}. The app keeps trying; leave it switched on "
    "until then."
)
_NOT_SET_ASIDE = mark(
    "The saved games are damaged, and their file could not be set aside: {reason}. It is "
    "unchanged. Restart the app to try again."
)
_NOT_LASTING = mark(
    "Changes to the lists of games and people may be lost at the next start: {reason}. Check "
    "them then, and make them again if needed."
)
_NOT_LET_GO = mark("The saved games could not be closed: {reason}. Nothing was changed.")
_BOARD_NOT_KEPT = mark("the board file cannot be written ({reason})")
_SWITCH_SECONDS = 0.1
"""Longest wait for the writer before another game is opened; too short for people to notice."""
_CLOSE_SECONDS = 8
"""Longest wait for the writer when the app ends; systemd waits for fifteen seconds."""


class _JournalMessages(NamedTuple):
    notice: Sentence | None
    trouble: Sentence | None

    @classmethod
    def by(cls, journal: Journal) -> Self:
        # The notice is cleared, so that it is given only once.
        notice, journal.notice = journal.notice, None
        return cls(notice, journal.trouble)


class ViewedGame(NamedTuple):
    saved_game: SavedGame
    played_game: PlayedGame


class AppState:
    """The app's data, kept in a data folder: saved games, boards, settings and the current game.

    Pages share these attributes:

    - `rematch`: the setup of a finished game whose players want to play again, or None.
    - `board_to_enter`: the board of which players are entering the printed runes and icons. It is
      the name of a saved board, or None for the board of the current game.
    - `hint`: a state of the game with the hint to show in this state, or None.
    - `on_saved`: callback of the visible page, called when a save has succeeded or failed.

    Raises JournalError if the folder cannot be used, for example because another copy of the app is
    using it or a newer version wrote it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notices: list[Sentence] = []
        self._lock = DataFolderLock(folder)
        self._lock.acquire()
        try:
            self.journal = Journal.open(folder, blocking=False)
        except JournalError:
            self._lock.release()
            raise
        self.collect_journal_notice()
        self.writer = Writer(folder, self.notices.append)
        self.on_saved: Callable[[], object] | None = None
        self.shelf = BoardShelf(folder, partial(_keep_board, self))
        self.session: Session | None = None
        self.settings = self._read_settings()
        self.rematch: Setup | None = None
        self.board_to_enter: str | None = None
        self.viewed_game: ViewedGame | None = None
        self._is_away = False
        self.hint: tuple[GameState, Hint | None] | None = None

    def _read_settings(self) -> Settings:
        read = load_settings(self.folder)
        if read.problem is not None:
            self.notices.append(read.problem)
        self._is_file_readable = read.is_file_readable
        if read.problem is not None and read.is_file_readable:
            # Save the repaired settings, so that the notice does not appear again at each start.
            self.set_settings(read.settings)
        return read.settings

    def collect_journal_notice(self) -> None:
        if self.journal.notice is not None:
            self.notices.append(self.journal.notice)
            self.journal.notice = None

    def repair_journal(self, damaged_file: FileIdentity, then: Callable[[], object]) -> None:
        """Repair the file of the saved games in the background.

        `damaged_file` identifies the version of the file that was found damaged. If the file has
        changed in the meantime, it is not repaired. `then` is called at the end, whether or not the
        file was repaired.
        """

        def heard(job: Job[_JournalMessages]) -> None:
            self._handle_result(job)
            if job.failure is None and job.result.notice is not None:
                # In the new file, the game may be missing or its number may belong to another game.
                self.viewed_game = None
                if self.session is not None:
                    self.session.save_pending(force=True)
            then()

        self.writer.submit(partial(_repaired, damaged_file), _NOT_SET_ASIDE, heard)

    # Saving

    @property
    def is_saving(self) -> bool:
        """True while the latest step of the game is being saved; decisions must wait until then."""
        self.writer.deliver_results()
        return self.session is not None and self.session.is_saving

    def wait_for_writes(self, seconds: float) -> bool:
        return self.writer.wait(seconds)

    def _save(
        self, game: GameRows, result: str | None, told: Callable[[int | Sentence], None]
    ) -> None:
        if self.journal.trouble is not None:
            # As long as the journal is read-only, its connection blocks the writer too.
            self.writer.close_old_journal(self.journal.prepare_closing())

        def heard(job: Job[tuple[int | Sentence, _JournalMessages]]) -> None:
            if job.failure is not None:
                self._apply_messages(_JournalMessages(None, self.journal.trouble))
                told(job.failure)
            else:
                result, news = job.result
                self._apply_messages(news)
                told(result)
            if self.on_saved is not None:
                self.on_saved()

        self.writer.submit(partial(_saved, game, result), _STEP_NOT_SAVED, heard)

    def _handle_result(self, job: Job[_JournalMessages]) -> None:
        if job.failure is not None:
            self.notices.append(job.failure)
        else:
            self._apply_messages(job.result)

    def _apply_messages(self, news: _JournalMessages) -> None:
        if news.notice is not None:
            self.notices.append(news.notice)
        if news.notice is not None or self.journal.trouble is not None:
            # The old connection still reads the replaced file, or its copy.
            self.writer.close_old_journal(self.journal.prepare_closing())
        self.journal.trouble = news.trouble

    # The game

    def set_settings(self, settings: Settings) -> None:
        """Apply and save `settings`. If saving fails, they apply only until the app ends."""
        self.settings = settings
        self._is_file_readable = True
        self._tick_as_set()
        self.write_file_in_background(partial(save_settings, self.folder, settings), _NOT_SAVED)

    def write_file_in_background(self, write: Callable[[], object], failure_message: str) -> None:
        """Write a file in the writer's thread, by calling `write`.

        If this fails, a notice is shown until a later call with the same `failure_message`
        succeeds. `failure_message` is the text of the notice, with a placeholder for the cause (see
        `background.Job`).
        """

        def heard(job: Job[object]) -> None:
            self.notices[:] = [
                notice for notice in self.notices if notice.message != failure_message
            ]
            if job.failure is not None:
                self.notices.append(job.failure)

        self.writer.write_file(write, failure_message, heard)

    @property
    def seen_concepts(self) -> SeenConcepts:
        return self.settings.seen

    def mark_seen(self, concepts: Iterable[str]) -> None:
        self._has_seen(self.seen_concepts.union(concepts))

    def mark_unseen(self, concept: str) -> None:
        """Let the hint for a concept of the game appear as if players had never seen it."""
        self._has_seen(self.seen_concepts - {concept})

    def mark_all_unseen(self) -> None:
        self._has_seen(NOTHING_SEEN)

    def _has_seen(self, seen: SeenConcepts) -> None:
        settings = replace(self.settings, seen=seen)
        if not self._is_file_readable:
            self.settings = settings  # keep an unreadable file until players change a setting
        elif seen != self.seen_concepts:
            self.set_settings(settings)

    @property
    def settings_save_error(self) -> Sentence | None:
        """Message that the settings could not be saved, or None if they were saved.

        It is also None once players have dismissed the message.
        """
        return next((notice for notice in self.notices if notice.message == _NOT_SAVED), None)

    def begin_game(self, setup: Setup) -> Session:
        """Begin a game, which becomes the current game.

        Raises RuleViolation, or JournalError if the game that was current before cannot be saved.
        """
        self._save_current_game()
        self.session = Session.begin(self.journal, setup, self.shelf, self._save)
        self.rematch, self._is_away = None, False
        self._tick_as_set()
        return self.session

    def view_game(self, game: SavedGame, played_game: PlayedGame | None) -> None:
        """Open a saved game to view it.

        `played_game` is the game's content, if already loaded. Raises JournalError.
        """
        self.viewed_game = ViewedGame(game, played_game or read_game(self.journal, game.id))

    def resume_game(self, game: SavedGame, played_game: PlayedGame | None = None) -> Session:
        """Continue a saved game, which becomes the current game.

        `played_game` is the game's content, if already loaded. Raises JournalError, for example if
        the game that was current before cannot be saved.
        """
        self._save_current_game()
        self.session = Session.resume(self.journal, game.id, self.shelf, played_game, self._save)
        self.viewed_game, self._is_away = None, game.archived
        self._tick_as_set()
        return self.session

    def _tick_as_set(self) -> None:
        if self.session is not None:
            self.session.game.trays.settle_only_by_taps = self.settings.tick_all

    def ensure_game_resumed(self, game: SavedGame, played_game: PlayedGame | None = None) -> None:
        """Continue a saved game, unless it is already the current game.

        `played_game` is the game's content, if already loaded. Raises JournalError.
        """
        session = self.current_session
        if session is None or session.game_id != game.id:
            self.resume_game(game, played_game)

    @property
    def current_session(self) -> Session | None:
        """Session of the current game, or None if there is no current game.

        The result is also None if the current game has been archived, or continued by another copy
        of the app.
        """
        session = self.session
        if session is None or self._is_away or session.unsaved == PLAYED_ELSEWHERE:
            return None
        return session

    def set_archived(self, game: SavedGame, *, archived: bool) -> None:
        """Archive a saved game, or take it out of the archive. Raises JournalError."""
        self.change_journal(lambda journal: journal.set_archived(game.id, archived=archived))
        if self.session is not None and self.session.game_id == game.id:
            self._is_away = archived
        if self.viewed_game is not None and self.viewed_game.saved_game.id == game.id:
            self.viewed_game = self.viewed_game._replace(
                saved_game=replace(self.viewed_game.saved_game, archived=archived)
            )

    def change_journal(self, change: Callable[[Journal], object]) -> None:
        """Call `change` with the file of the saved games (the journal).

        The changes that it makes are then synced to the disk in the background. `change` may change
        games or people, but not the steps of games. Raises JournalError, for example if the app is
        still writing something else; exceptions from `change` are passed on.
        """
        if not self.wait_for_writes(_SWITCH_SECONDS):
            raise JournalError(Sentence(_STILL_SAVING))
        change(self.journal)
        self.writer.submit(_synced, _NOT_LASTING, self._handle_result)

    def _save_current_game(self) -> None:
        session = self.session
        if session is None or session.unsaved == PLAYED_ELSEWHERE:
            return
        session.save_pending()
        self.wait_for_writes(_SWITCH_SECONDS)
        if session.unsaved is not None and session.unsaved != PLAYED_ELSEWHERE:
            raise JournalError(Sentence(_WOULD_BE_LOST, {"reason": sentence_text(session.unsaved)}))
        if session.is_saving:
            raise JournalError(Sentence(_STILL_SAVING))

    def close_journal(self) -> Event:
        """Close the file of the saved games, so that another file can replace it.

        Return an event that is set once the file may be replaced. From this call on, there is no
        current game. Raises JournalError if the current game is not saved yet.
        """
        self._save_current_game()
        is_closed = Event()

        def close(journal: Journal) -> None:
            journal.close()
            is_closed.set()

        self.session = self.rematch = self.viewed_game = None
        self.writer.close_old_journal(self.journal.prepare_closing())
        self.writer.submit(close, _NOT_LET_GO)
        return is_closed

    @property
    def required_session(self) -> Session:
        """Session of the current game. Raises ValueError if there is no current game."""
        if self.session is None:
            raise ValueError("there is no current game")
        return self.session

    @property
    def has_games(self) -> bool:
        """True if there are saved games.

        It is also true if the file of the saved games cannot be read, because the file may contain
        some.
        """
        try:
            return any(self.journal.games(limit=1, archived=away) for away in (False, True))
        except JournalError:
            return True

    def roll_die(self) -> Face:
        return random.SystemRandom().choice(FACES)

    def close(self) -> bool:
        """Finish all writes and close the data folder. Return whether the writes ended in time."""
        self.journal.close()
        written = self.writer.close(_CLOSE_SECONDS)
        self._lock.release()
        return written


def _saved(
    game: GameRows, result: str | None, journal: Journal
) -> tuple[int | Sentence, _JournalMessages]:
    return journal.save(game, result), _JournalMessages.by(journal)


def _keep_board(app_state: AppState, write: Callable[[], None]) -> None:
    known, refused = True, []

    def heard(job: Job[object]) -> None:
        if job.failure is None:
            return
        error = job.error
        if not isinstance(error, BoardError):
            error = BoardError(str(app_state.folder / "boards"), job.failure)
        if known:
            refused.append(error)
        else:
            app_state.shelf.reload()
            app_state.notices.append(error.sentence)

    app_state.writer.write_file(write, _BOARD_NOT_KEPT, heard)
    known = False
    if refused:
        raise refused[0]


def _synced(journal: Journal) -> _JournalMessages:
    try:
        journal.run_transaction(force_sync)
    except JournalError as error:
        journal.trouble = error.sentence
    return _JournalMessages.by(journal)


def _repaired(damaged: FileIdentity, journal: Journal) -> _JournalMessages:
    if damaged == file_identity(journal.path):
        journal.repair()
    return _JournalMessages.by(journal)
