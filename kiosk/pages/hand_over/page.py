"""The QR code with which a phone takes a play over: black on white, as large as there is room."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp, sp

from companion.errors import JournalError
from companion.memory.exchange.plays import Play, play_of
from companion.memory.journal.rows import GameHead
from companion.memory.people import People, by_name
from companion.memory.record import write_record
from companion.memory.session import Session
from companion.sentence import Sentence
from kiosk.background import Job
from kiosk.navigator import Navigator, Page
from kiosk.pages.backup import about_job
from kiosk.pages.hand_over.view import Code, code_of, explanation, lay_files, shortening
from kiosk.rotation import Rotation
from kiosk.ui import theme
from kiosk.ui.surface import Box, Column, Surface, text_height
from kiosk.ui.tap import Tap, draw_button
from kiosk.words.language import _, mark
from kiosk.words.texts import said

_MARGIN = 12
_GAP = 16
_BESIDE, _BELOW = 270, (64, 168)
"""The least width in dp of what stands beside the code, and the least height of what stands below
it instead, in dp and sp together."""
_LOOK_SECONDS = 1
_NO_CODE = mark(
    "The code could not be worked out: {reason}. The game is saved; its record and its file for BG "
    "Stats can go onto a stick."
)


class HandOverPage(Page):
    """A game that has ended, the one at hand or a past one that is looked at, as a code.

    Keys: `back`; `to_stick`, where one is plugged in, puts its record, its table and its file for
    BG Stats there.
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        box = self.box
        # Its quiet zone is a margin: at the screen's edge the code needs no other.
        beside = min(box.height, box.width - dp(_BESIDE + _GAP + _MARGIN))
        below = min(box.width, box.height - dp(_BELOW[0]) - sp(_BELOW[1]))
        self._is_above, side = below > beside, max(below, beside)
        self._place = Box(box.x, box.top - side, side, side)
        if self._is_above:
            self._place = self._place.moved((box.width - side) / 2, 0)
        self._words = Surface(self._beside(box.inset(dp(_MARGIN))))
        self.add_widget(self._words)
        self._left = False
        self._code: Code | None = None
        self._failure: Sentence | None = None
        self._game = navigator.viewed
        self._play = self._told()
        self._job = navigator.stick_job
        self._shown: object = None
        self._look()
        self._clock = Clock.schedule_interval(self._look, _LOOK_SECONDS)
        # Its picture is worked out beside: nobody waits for it with a finger on the screen.
        play = self._play
        navigator.do_beside(
            Job(lambda _job: code_of(play), _NO_CODE, name="code"), self._worked_out
        )

    @property
    def faces(self) -> Rotation:
        """A phone is held as anybody likes: the screen stays as it stands."""
        return Rotation.NONE

    def close(self) -> None:
        """Show no code and look for no stick any more."""
        self._left = True
        self._clock.cancel()
        self._job.put_away()
        super().close()

    def _beside(self, inner: Box) -> Box:
        """What the code leaves: to its right or below it, where it is larger so."""
        if self._is_above:
            return Box(inner.x, inner.y, inner.width, self._place.y - inner.y - dp(_MARGIN))
        left = self._place.right + dp(_GAP)
        return Box(left, inner.y, inner.right - left, inner.height)

    def _told(self) -> Play:
        try:
            who_is = People.of(self.app_state.journal).person_of
        except JournalError:  # Whoever saves tells why; the play can be handed over all the same.
            who_is = by_name
        number, head = self._number_and_head()
        return play_of(number, head, self._game.setup, self._game, who_is)

    def _number_and_head(self) -> tuple[int | None, GameHead]:
        game, past = self._game, self.app_state.past
        if isinstance(game, Session) or past is None:
            return self.app_state.game.game_id, self.app_state.game.head
        return past.saved.id, past.read.head

    # The code

    def _worked_out(self, job: Job[Code]) -> None:
        if self._left:
            return
        self._failure = job.failure
        if job.failure is None:
            self._show(job.result)
        self._look()

    def _show(self, code: Code) -> None:
        pixels = int(self._place.width) // code.side
        side = pixels * code.side
        center = self._place.center
        with self.canvas:
            Color(1, 1, 1)
            Rectangle(
                texture=_texture(code),
                pos=(round(center[0] - side / 2), round(center[1] - side / 2)),
                size=(side, side),
            )
        self._code = code

    # What stands beside

    def _look(self, _delta: float = 0) -> None:
        """Offer a stick that is plugged in, and tell how far it is with it."""
        self._job.look()
        sticks = self.navigator.machine.sticks() if self.navigator.machine.can_be_asked else ()
        offered = sticks if not self._job.is_under_way else ()
        texts = self._texts()
        if (offered, texts) != self._shown:
            self._shown = (offered, texts)
            self._write_beside(texts, offered)

    def _texts(self) -> tuple[str, ...]:
        """What becomes of the stick, where somebody wants it there; else what the code is for."""
        told = about_job(self._job)
        if told:
            return (told,)
        if self._failure is not None:
            return (said(self._failure),)
        shortened = self._code is not None and self._code.shortened
        return (explanation(), shortening()) if shortened else (explanation(),)

    def _write_beside(self, texts: Sequence[str], sticks: Sequence[Path]) -> None:
        self._words.clear()
        ways: list[tuple[str, str, Callable[[], None]]] = [("back", _("Back"), self.navigator.back)]
        if sticks:
            ways.insert(0, ("to_stick", _("To the stick"), partial(self._put_on, sticks[0])))
        rows = 1 if self._is_above else len(ways)
        height = dp(rows * theme.TOUCH + (rows - 1) * _MARGIN)
        above, foot = self._words.box.footed(height, dp(_MARGIN))
        weights = (1,) * len(ways)
        places = foot.split(weights, dp(_MARGIN)) if rows == 1 else foot.rows(weights, dp(_MARGIN))
        for (key, text, on_tap), place in zip(ways, places, strict=True):
            tap = Tap(place, key, on_tap)
            draw_button(tap, text=text, fill=theme.RAISED)
            self._words.add_widget(tap)
        column = Column(above, dp(_MARGIN))
        self._write(column, _("For BG Stats"), theme.LARGE_TEXT, bold=True)
        for text in texts:
            self._write(column, text, theme.DECISION_TEXT)

    def _write(self, column: Column, text: str, size: float, *, bold: bool = False) -> None:
        height = text_height(text, column.box.width, size, bold=bold)
        self._words.write(text, column.take(height), size=size, bold=bold)

    def _put_on(self, stick: Path) -> None:
        record = write_record(self._game.setup, [step.command for step in self._game.steps])
        play = self._play
        self._job.begin(stick, lambda folder: lay_files(folder, play, record))
        self._look()


def _texture(code: Code) -> Texture:
    """A pixel a module, that no smoothing blurs; drawn anew where the graphics memory is lost."""
    texture = Texture.create(size=(code.side, code.side), colorfmt="rgb")
    texture.mag_filter = "nearest"

    def draw(texture: Texture) -> None:
        # Kivy's pictures begin at the bottom.
        content = b"".join(bytes((grey,)) * 3 for row in reversed(code.rows) for grey in row)
        texture.blit_buffer(content, colorfmt="rgb", bufferfmt="ubyte")

    draw(texture)
    texture.add_reload_observer(draw)
    return texture
