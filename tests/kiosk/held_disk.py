"""A disk on which saving takes until a test lets it go on."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

import pytest

from companion.memory.journal import Journal
from companion.sentence import Sentence
from tests.kiosk.patience import usually_patient
from tests.kiosk.touch import Touchscreen


@contextmanager
def held_disk(touch: Touchscreen, trouble: Sentence | None = None) -> Iterator[Event]:
    """Hold all writes until the event is set; then they are done, or fail with that trouble."""
    touch.step()
    answers, save = Event(), Journal.save

    def saved_later(*game: object) -> object:
        answers.wait()
        return trouble or save(*game)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as disk, usually_patient():
        disk.setattr(Journal, "save", saved_later)
        touch.waits_for_writer = False
        try:
            yield answers
        finally:
            answers.set()
            touch.waits_for_writer = True
            touch.step()
