"""The QR code with which a phone takes a play over: black on white, as large as there is room."""

from threading import Thread

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.errors import JournalError
from companion.memory.people import People
from companion.memory.play import Play, by_name, play_of
from kiosk.pages.hand_over.view import Code, code_of, explanation, shortening
from kiosk.rotation import Rotation
from kiosk.stage import Screen, Stage
from kiosk.toolkit import theme
from kiosk.toolkit.surface import Box, Column, text_height
from kiosk.words.language import _

_EDGE = 4
"""What the code leaves free at the screen's edge: its quiet zone is a margin, too."""
_MARGIN = 12
_GAP = 16


class HandOverScreen(Screen):
    """The game on the desk, which has ended, as a code. Key: `back`."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        edge = self.box.inset(dp(_EDGE))
        side = min(edge.width, edge.height)
        self._place = Box(edge.x, edge.top - side, side, side)
        self._words = Column(self._beside(self.box.inset(dp(_MARGIN))), dp(_GAP))
        self._left = False
        title = _("For BG Stats")
        self._write(title, theme.LARGE_TEXT, bold=True)
        self._write(explanation(), theme.DECISION_TEXT)
        above, foot = self._words.rest().footed(dp(theme.TOUCH), dp(_GAP))
        self._words = Column(above, dp(_GAP))
        self.button(foot, "back", _("Back"), stage.back)
        play = self._play()
        # Its picture is worked out beside: nobody waits for it with a finger on the screen.
        Thread(target=self._work_out, args=(play,), name="code", daemon=True).start()

    @property
    def faces(self) -> Rotation:
        """A phone is held as anybody likes: the screen stays as it stands."""
        return Rotation.NONE

    def leave(self) -> None:
        """Show no code any more."""
        self._left = True

    def _beside(self, inner: Box) -> Box:
        """What the code leaves: to its right, or below it on an upright screen."""
        gap = dp(_GAP)
        if inner.is_upright:
            return Box(inner.x, inner.y, inner.width, self._place.y - inner.y - gap)
        left = self._place.right + gap
        return Box(left, inner.y, inner.right - left, inner.height)

    def _write(self, text: str, size: float, *, bold: bool = False) -> None:
        height = text_height(text, self._words.box.width, size, bold=bold)
        self.write(text, self._words.take(height), size=size, bold=bold)

    def _play(self) -> Play:
        session = self.desk.game
        try:
            who_is = People.of(self.desk.journal).person_of
        except JournalError:  # Whoever saves tells why; the play can be handed over all the same.
            who_is = by_name
        return play_of(session.game_id, session.head, session.setup, session, who_is)

    def _work_out(self, play: Play) -> None:
        code = code_of(play)
        Clock.schedule_once(lambda _delta: self._show(code))

    def _show(self, code: Code) -> None:
        if self._left:
            return
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
        if code.shortened:
            self._write(shortening(), theme.TEXT)


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
