"""What a full disk has kept from being written is written as soon as it can be."""

from collections.abc import Callable

from kivy.clock import Clock

from companion.memory.session import Session

_SECONDS = 5


class SavingAgain:
    """Tries every few seconds, until it is stopped; `on_saved` is called when all is written."""

    def __init__(self, session: Session, on_saved: Callable[[], None]) -> None:
        self._session = session
        self._on_saved = on_saved
        self._trying = Clock.schedule_interval(self._try, _SECONDS)

    def stop(self) -> None:
        """Try no more."""
        self._trying.cancel()

    def _try(self, _delta: float) -> None:
        if self._session.unsaved is None:
            return
        self._session.save_pending()
        if self._session.unsaved is None:
            self._on_saved()
