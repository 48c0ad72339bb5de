"""The buttons that answer a question; the same few come again and again and are drawn once."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeVar

from kivy.graphics import PopMatrix, PushMatrix, Translate

from companion.pieces import Color
from kiosk.pages.table.question import Choice, Style
from kiosk.pages.table.way_button import draw_way
from kiosk.pieces import drawing
from kiosk.ui import theme
from kiosk.ui.kept import Recipe
from kiosk.ui.surface import Box
from kiosk.ui.tap import Hold, Tap, draw_button, round_button
from kiosk.words.moves import Picture

OnChoice = Callable[[Choice], None]
OnPeek = Callable[[Choice, bool], None]
Told = TypeVar("Told")


class _Look(NamedTuple):
    """What an answer's button shows."""

    text: str
    detail: str
    symbols: tuple[object, ...]
    earnings: tuple[tuple[Color, int], ...]
    picture: Picture | None
    is_name: bool
    fill: theme.Rgb
    ink: theme.Rgb
    bold: bool
    chosen: bool


class AnswerPlace(NamedTuple):
    """An answer, what makes its button, and how far from there it is moved, in whole pixels."""

    recipe: "Recipe[AnswerButton]"
    choice: Choice
    way: tuple[int, int]


def answer_place(box: Box, choice: Choice, color: theme.Rgb) -> AnswerPlace:
    """An answer that belongs into a box, on a card of that colour."""
    left, bottom = round(box.x % 1, 2), round(box.y % 1, 2)
    recipe = Recipe(AnswerButton, Box(left, bottom, box.width, box.height), _look(choice, color))
    return AnswerPlace(recipe, choice, (round(box.x - left), round(box.y - bottom)))


class AnswerButton(Tap):
    """An answer's button, which serves again wherever an answer looks the same.

    The same few answers come again and again, higher or lower: the button is drawn once, at a
    `box` less than a pixel from the window's corner, and moved.
    """

    def __init__(self, box: Box, look: _Look) -> None:
        super().__init__(box, "", lambda: None)
        self._at_home = box
        self._choice: Choice | None = None
        with self.canvas:
            PushMatrix()
            self._way = Translate(0, 0)
        _draw_look(self, look)
        with self.canvas:
            PopMatrix()
        self._inscribed = tuple(self.inscriptions)

    def answer(self, choice: Choice, hear: OnChoice, way: tuple[int, int]) -> None:
        """Serve as that answer, so many whole pixels right of and above where it was drawn."""
        if choice != self._choice:
            self.key, self.on_tap, self._choice = choice.key, partial(hear, choice), choice
        if (self._way.x, self._way.y) == way:
            return
        self._way.x, self._way.y = way
        self.box = self._at_home.moved(*way)
        self.inscriptions[:] = [
            one._replace(box=one.box.moved(*way), bottom=one.bottom + way[1])
            for one in self._inscribed
        ]


def peek_button(box: Box, choice: Choice, color: theme.Rgb, hear: OnPeek) -> Tap:
    """An answer that is held; `hear` is told when a finger holds it (True) and lifts (False)."""
    held, lifted = partial(hear, choice, True), partial(hear, choice, False)  # noqa: FBT003 - the listener's own order
    tap = Hold(box, choice.key, held, lifted)
    _draw_look(tap, _look(choice, color))
    return tap


def round_answer(box: Box, key: str, sign: str, hear: Callable[[Told], None], what: Told) -> Tap:
    """A sign on a disc; `hear` is told `what` when it is tapped."""
    return round_button(box, key, sign, partial(hear, what))


def _look(choice: Choice, color: theme.Rgb) -> _Look:
    fill, ink = _colors(choice, color)
    return _Look(
        choice.text,
        choice.detail,
        choice.symbols or ((choice.symbol,) if choice.symbol else ()),
        choice.earnings,
        choice.picture,
        choice.is_name,
        fill,
        ink,
        bold=choice.style is Style.PRIMARY,
        chosen=choice.chosen,
    )


def _draw_look(tap: Tap, look: _Look) -> None:
    if look.picture is not None:
        draw_way(tap, look.picture, look.text, look.detail, look.fill, look.ink, chosen=look.chosen)
        return
    draw_button(
        tap,
        text=look.text,
        detail=look.detail,
        signs=[drawing.drawn(piece) for piece in look.symbols],
        amounts=[(drawing.drawn(color), number) for color, number in look.earnings],
        is_name=look.is_name,
        fill=look.fill,
        ink=look.ink,
        bold=look.bold,
        chosen=look.chosen,
    )


def _colors(choice: Choice, color: theme.Rgb) -> tuple[theme.Rgb, theme.Rgb]:
    if choice.dim:
        return theme.PAPER_SHADE, theme.INK_SOFT
    if choice.style is Style.PRIMARY:
        fill = theme.readable(color)
        return fill, theme.ink_on(fill)
    if choice.style is Style.QUIET or not choice.text:
        return theme.PAPER_SHADE, theme.INK
    return theme.RAISED, theme.LIGHT
