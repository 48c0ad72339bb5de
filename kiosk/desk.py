"""What lies on the desk: data folder, saved games, boards, settings and the game being played.

Knows no widget; the only one who touches the session is the thread that draws.
"""

import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from companion.errors import JournalError
from companion.game import Setup
from companion.memory.boards import BoardShelf
from companion.memory.data_folder import DataFolderLock
from companion.memory.journal import PLAYED_ELSEWHERE, Journal
from companion.memory.session import ReadGame, Session
from companion.memory.summaries import SavedGame
from companion.memory.thorough_check import ThoroughCheck
from companion.pieces import FACES, Face
from companion.sentence import Sentence
from companion.state import Phase
from kiosk.settings import Settings, SettingsError, load_settings, save_settings
from kiosk.words.language import mark
from kiosk.words.texts import said

_NOT_SAVED = mark(
    "The settings hold now but could not be saved: {reason}. Put that right and set them once "
    "more, or they are gone after the next start."
)
_WOULD_BE_LOST = mark(
    "The newest steps of the game at hand are not saved yet and would be lost. {reason} Try again "
    "then; or restart the companion to go on without them."
)


class Desk:
    """One app's hold on one data folder.

    `rematch` is how the game began whose people play the next one too, `to_read` the name of the
    board that is read before a game, if that is so. Raises JournalError when another app holds the
    folder, or a newer app has written it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notices: list[Sentence] = []
        self._lock = DataFolderLock(folder)
        self._lock.acquire()
        self.journal = self._open_journal()
        self.hear_journal()
        self.shelf = BoardShelf(folder)
        self.settings = self._load_settings()
        self.session: Session | None = None
        self.rematch: Setup | None = None
        self.to_read: str | None = None

    def _open_journal(self) -> Journal:
        try:
            return Journal.open(self.folder)
        except JournalError:
            self._lock.release()
            raise

    def _load_settings(self) -> Settings:
        try:
            return load_settings(self.folder)
        except SettingsError as error:
            self.notices.append(error.sentence)
            return Settings()

    def hear_journal(self) -> None:
        """Take what the journal has to tell into the notices, each only once."""
        if self.journal.notice is not None:
            self.notices.append(self.journal.notice)
            self.journal.notice = None

    def set_aside(self, check: ThoroughCheck) -> None:
        """Keep saved games under another name that were found damaged, and go on in a new file."""
        self.journal.set_aside(check)
        if self.session is not None and self.journal.notice is not None:
            self.session.save_anew()
        self.hear_journal()

    def set(self, settings: Settings) -> None:
        """Hold to new settings from now on, and keep them; a full disk only costs the keeping."""
        self.settings = settings
        self.notices = [notice for notice in self.notices if notice.message != _NOT_SAVED]
        try:
            save_settings(self.folder, settings)
        except OSError as error:
            self.notices.append(Sentence(_NOT_SAVED, {"reason": error.strerror}))

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
        self.session = Session.begin(self.journal, setup, self.shelf)
        self.rematch = None
        return self.session

    def resume(self, game: SavedGame, read: ReadGame | None = None) -> Session:
        """Go on with a saved game; `read` is that game where it has been read already.

        Raises JournalError when it cannot be read, or while the game at hand is not saved.
        """
        self._save_what_is_at_hand()
        self.session = Session.resume(self.journal, game.id, self.shelf, read)
        return self.session

    def _save_what_is_at_hand(self) -> None:
        """Before another game takes its place. Raises JournalError where that cannot be."""
        session = self.session
        if session is None or session.unsaved == PLAYED_ELSEWHERE:
            return
        session.save_pending()
        if session.unsaved is not None and session.unsaved != PLAYED_ELSEWHERE:
            raise JournalError(Sentence(_WOULD_BE_LOST, {"reason": said(session.unsaved)}))

    def let_go_of_games(self) -> None:
        """Let others replace the saved games: none is at hand any more, and their file is closed.

        Raises JournalError while the game at hand is not saved.
        """
        self._save_what_is_at_hand()
        self.session = self.rematch = None
        self.journal.close()

    @property
    def game(self) -> Session:
        """The game at hand, for pages that are about it. Raises ValueError where there is none."""
        if self.session is None:
            raise ValueError("there is no game on the desk")
        return self.session

    @property
    def number_of_unfinished(self) -> int | None:
        """The number of the game at hand where it is saved and has not ended."""
        session = self.session
        if session is None or session.state.phase is Phase.FINISHED:
            return None
        return session.game_id

    def chores(self) -> Iterator[None]:
        """Add finished games to the figures, in short steps, for a moment in which nobody waits."""
        from companion.memory.figures import catch_up  # noqa: PLC0415 - after the first picture

        with suppress(JournalError):  # Whoever asks for figures is told.
            yield from catch_up(self.journal, self.number_of_unfinished)

    def roll(self) -> Face:
        """A face of the app's die: six faces, equally likely, not to be foreseen."""
        return random.SystemRandom().choice(FACES)

    def close(self) -> None:
        """Let go of the data folder."""
        self.journal.close()
        self._lock.release()
