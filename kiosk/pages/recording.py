"""The table records a voice of its own, phrase by phrase, where there is a microphone."""

from functools import partial
from pathlib import Path
from threading import Event

from msgspec.structs import replace

from companion.errors import JournalError
from companion.memory.people import People
from companion.sentence import Sentence
from kiosk.background import Job
from kiosk.machine.sound_devices import SoundDevice, sound_devices
from kiosk.navigator import Navigator
from kiosk.pages.form_page import FormPage
from kiosk.sound import record
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
    Tone,
    call,
    page_to_read,
    way_back,
)
from kiosk.voice_packs import FOLDER, OWN, PackError, VoicePack, keep_phrase, read_pack, trimmed
from kiosk.words.language import _, language, mark
from kiosk.words.speech import phrases_to_say
from kiosk.words.texts import said, short_name

_MOST_SECONDS = 6.0
_LOOK_SECONDS = 1
_MOST_NAMES = 20
_BUTTON = 72
_PHRASE = 28
"""Letters to read aloud from, in sp."""
_NOT_KEPT = mark("The phrase could not be kept: {reason}. Say it once more.")


class RecordingPage(FormPage):
    """Keys: `record`, which is `stop` while it records, `hear`, `before`, `next`; `back`."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._phrases = phrases_to_say(self._names())
        self._pack = self._read()
        self._at = self._first_open()
        self._stop: Event | None = None
        self._trouble: Sentence | None = None
        self._microphone = _microphone()
        self.every(_LOOK_SECONDS, self._look)
        self.show()

    def _names(self) -> tuple[str, ...]:
        """Those who play here, the last ones first."""
        try:
            people = People.of(self.app_state.journal)
        except JournalError:
            return ()
        return tuple(short_name(person.name) for person in people.everybody[:_MOST_NAMES])

    def _read(self) -> VoicePack | None:
        try:
            return read_pack(self.app_state.folder / f"{FOLDER}{OWN}")
        except PackError:
            return None

    def _has(self, phrase: str) -> bool:
        return self._pack is not None and self._pack.clip(language(), phrase) is not None

    def _first_open(self) -> int:
        numbers = range(len(self._phrases))
        return next((number for number in numbers if not self._has(self._phrases[number])), 0)

    def close(self) -> None:
        """Record nothing any more."""
        if self._stop is not None:
            self._stop.set()
        super().close()

    def form(self) -> Form:
        """The phrase to be said, and what can be done with it."""
        if self._microphone is None:
            told = _("There is no microphone: plug one in at USB, and this page goes on.")
            return page_to_read(_("Your own voice"), (told,), self.navigator.back)
        phrase = self._phrases[self._at]
        number = _("{number} of {all}", number=self._at + 1, all=len(self._phrases))
        rows: list[Block] = [
            GAP_ROW,
            Text(number, align=Align.CENTER),
            Text(phrase, Tone.CARD, align=Align.CENTER, size=_PHRASE),
            Text(self._state(phrase), Tone.PLAIN, align=Align.CENTER),
            GAP_ROW,
            Row(self._buttons(), _BUTTON, folds=2),
        ]
        above: tuple[Block, ...] = ()
        if self._trouble is not None:
            trouble = Text(said(self._trouble), Tone.PLAIN)
            above = (Column((trouble,), ground=Ground.WARNING),)
        column = Column(tuple(rows), share=1)
        return Form(_("Your own voice"), way_back(self.navigator.back), (column,), above=above)

    def _state(self, phrase: str) -> str:
        if self._stop is not None:
            return _("Speak now, then tap “Stop”.")
        if self._has(phrase):
            return _("Recorded. Say it again, or go on.")
        return _("What nobody has recorded the computer says.")

    def _buttons(self) -> tuple[Button, ...]:
        if self._stop is not None:
            return (Button("stop", self._end, _("Stop"), Style.PRIMARY),)
        return (
            Button("before", call(self._go, -1), _("Previous")),
            Button("record", self._record, _("Record"), Style.PRIMARY),
            Button("hear", self._hear, _("Hear it")),
            Button("next", call(self._go, 1), _("Next")),
        )

    def _go(self, way: int) -> None:
        self._at = (self._at + way) % len(self._phrases)
        self._trouble = None
        self.show()

    def _hear(self) -> None:
        self.navigator.hearing.play(self._phrases[self._at])

    def _record(self) -> None:
        if self._microphone is None:
            return
        self.navigator.hearing.hush()
        self._stop, self._trouble = Event(), None
        work = partial(
            _recorded,
            self._microphone,
            self._stop,
            self.app_state.folder,
            _("Our own voice"),
            self._phrases[self._at],
        )
        self.in_background(work, _NOT_KEPT, self._heard, name="recording")
        self.show()

    def _end(self) -> None:
        if self._stop is not None:
            self._stop.set()

    def _heard(self, job: Job[None]) -> None:
        self._stop, self._trouble = None, job.failure
        self._pack = self._read()
        sound = self.app_state.settings.sound
        if job.failure is None and sound.voice != OWN:
            # Whoever records a voice wants to hear it.
            self.app_state.set(replace(self.app_state.settings, sound=replace(sound, voice=OWN)))
        self.show()

    def _look(self) -> None:
        """See whether a microphone has come or gone."""
        found = _microphone()
        if found != self._microphone:
            self._microphone = found
            self.show()


def _microphone() -> SoundDevice | None:
    return next((one for one in sound_devices() if one.records), None)


def _recorded(
    microphone: SoundDevice, stop: Event, data: Path, name: str, phrase: str, job: Job[None]
) -> None:
    """Record what is said until somebody stops it, and keep it."""
    heard = record(microphone.pcm, _MOST_SECONDS, lambda: not (stop.is_set() or job.is_stopped))
    if not job.is_stopped:
        keep_phrase(data, name, language(), phrase, trimmed(heard))
