"""How the robot types on the on-screen keyboard: rare characters by their number."""

from kiosk.ui.key_pages import KeyboardState, KeyPage, new_keyboard_state
from tests.kiosk.touch import Touchscreen


def _places() -> dict[str, KeyPage]:
    return {
        sign: page
        for page in KeyPage
        if page is not KeyPage.NUMBER
        for shift in (True, False)
        for row in KeyboardState(text="", limit=1, page=page, shift=shift).rows
        for sign in row
    }


class Typist:
    def __init__(self, touch: Touchscreen) -> None:
        self._touch = touch
        self._page = new_keyboard_state("", 1).page
        self._places = _places()

    def type(self, text: str) -> None:
        self._touch.tap("key.clear")
        for sign in text:
            self._type_sign(sign)
        self._touch.tap("key.done")

    def _type_sign(self, sign: str) -> None:
        if sign == " ":
            self._touch.tap("key.space")
        elif sign in self._places:
            self._turn_to(self._places[sign])
            if not self._touch.shows(f"key.{sign}"):
                self._touch.tap("key.shift")
            self._touch.tap(f"key.{sign}")
        else:
            self._turn_to(KeyPage.NUMBER)
            for digit in f"{ord(sign):x}":
                self._touch.tap(f"key.{digit}")
            self._touch.tap("key.insert")

    def _turn_to(self, page: KeyPage) -> None:
        pages = tuple(KeyPage)
        while self._page is not page:
            self._touch.tap("key.page")
            self._page = pages[(pages.index(self._page) + 1) % len(pages)]
