"""Characters of the on-screen keyboard, and the effect of each key. Imports no Kivy.

Every character that a game record may contain can be typed, if necessary by its code point.
"""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from kiosk.words.language import _, plural, translate_in_context

HIGHEST_CODE = 0x10FFFF
CODE_LENGTH = 6
"""Number of hexadecimal digits of the highest code point."""
_SURROGATES = range(0xD800, 0xE000)


class SpecialKey(StrEnum):
    """Keys that type no character.

    Their buttons are named `key.shift`, `key.page` and so on.
    """

    SHIFT = "shift"
    PAGE = "page"
    SPACE = "space"
    DELETE = "delete"
    CLEAR = "clear"
    INSERT = "insert"
    DONE = "done"
    CANCEL = "cancel"


class KeyPage(StrEnum):
    """Pages of the on-screen keyboard, in the order in which the page key opens them."""

    LETTERS = "letters"
    WESTERN = "western"
    CENTRAL = "central"
    SIGNS = "signs"
    NUMBER = "number"


_PAGES = tuple(KeyPage)
_IN_A_ROW = 10
"""Number of keys in a row. The last row has two special keys in addition."""
_DIGITS = "1234567890"
_WESTERN = "àáâãäåæçèéêëìíîïñòóôõöøœùúûüýÿßðþ"
_CENTRAL = ("ąăāćčďđęěē", "ėğģīįķĺľłļ", "ńňņőŕřśšşș", "ťțűůūźżž")
_SIGNS = (".,:;!?&@#%", "+-*/=<>~^_", "'\"`()[]{}|", "\\$€£§°•")
_SHIFTED_SIGNS = ("…·¡¿‚‘’„“”", "«»–—×÷−±²³", "½¼¾¹ªº¢¥¤µ", "†‡¶©®™‰")
_HEXADECIMAL = ("0123", "4567", "89ab", "cdef")


class KeyboardState(msgspec.Struct, frozen=True):
    """State of the on-screen keyboard, with the typed text of at most `limit` characters.

    `page` is the visible page of keys. If `shift` is set, the next letter is a capital letter. If
    `fresh` is set, the text is a suggestion: the first typed character replaces it. `code` has the
    hexadecimal digits typed so far on the page for Unicode code points. `message` is the reason why
    the last key did nothing, or "". If `is_name` is set, each word begins with a capital letter.
    """

    text: str
    limit: int
    page: KeyPage = KeyPage.LETTERS
    shift: bool = False
    fresh: bool = False
    code: str = ""
    message: str = ""
    is_name: bool = False

    @property
    def rows(self) -> tuple[str, ...]:
        match self.page:
            case KeyPage.LETTERS:
                rows = _letters()
            case KeyPage.WESTERN:
                first = "".join(_letters())
                left = "".join(sign for sign in _DIGITS + _WESTERN if sign not in first)
                starts = range(0, len(left), _IN_A_ROW)
                rows = tuple(left[start : start + _IN_A_ROW] for start in starts)
            case KeyPage.CENTRAL:
                rows = _CENTRAL
            case KeyPage.SIGNS:
                return _SHIFTED_SIGNS if self.shift else _SIGNS
            case KeyPage.NUMBER:
                return _HEXADECIMAL
        return tuple(map(_large, rows)) if self.shift else rows

    @property
    def next_page(self) -> KeyPage:
        return _PAGES[(_PAGES.index(self.page) + 1) % len(_PAGES)]

    @property
    def coded_character(self) -> str | None:
        """Character with the code point `code`, or None if `code` is empty or invalid."""
        if not self.code:
            return None
        number = int(self.code, 16)
        return None if number > HIGHEST_CODE or number in _SURROGATES else chr(number)

    @property
    def ready(self) -> bool:
        return bool(self.text)


def _letters() -> tuple[str, ...]:
    return (
        # For translators: the ten keys of the first row; letters with accents that your language
        # has, if any. What is not on these four rows moves to the next page by itself, digits too.
        translate_in_context("keyboard", "1234567890"),
        # For translators: the ten keys of the second row
        translate_in_context("keyboard", "qwertyuiop"),
        # For translators: the ten keys of the third row
        translate_in_context("keyboard", "asdfghjkl'"),
        # For translators: the eight keys of the last row
        translate_in_context("keyboard", "zxcvbnm-"),
    )


def _large(row: str) -> str:
    # ß has no single capital.
    return "".join(sign.upper() if len(sign.upper()) == 1 else sign for sign in row)


def new_keyboard_state(
    text: str, limit: int, *, fresh: bool = False, is_name: bool = False
) -> KeyboardState:
    """Return the state of a keyboard that has just opened, with `text` already typed.

    `limit` is the maximum number of characters. If `fresh` is set, `text` is only a suggestion,
    which the first key replaces. Shift is on if there is no text, or only a suggestion. If
    `is_name` is set, each word begins with a capital letter.
    """
    shift = fresh or not text
    return KeyboardState(text=text, limit=limit, shift=shift, fresh=fresh, is_name=is_name)


def press_key(typed: KeyboardState, key: str) -> KeyboardState:
    """Return the keyboard's state after a press of `key` in the state `typed`.

    `key` is a character on the visible page of keys, or a `SpecialKey` value. The keys for done and
    cancel leave the text unchanged. Raises ValueError for a key that is not on this page.
    """
    typed = replace(typed, message="")
    match key:
        case SpecialKey.SHIFT:
            return replace(typed, shift=not typed.shift)
        case SpecialKey.PAGE:
            return replace(typed, page=typed.next_page, shift=False, code="")
        case SpecialKey.SPACE:
            return _with_sign(typed, " ")
        case SpecialKey.DELETE:
            return _deleted(typed)
        case SpecialKey.CLEAR:
            return _emptied(typed)
        case SpecialKey.INSERT:
            if (sign := typed.coded_character) is not None:
                return _with_sign(typed, sign)
            return replace(typed, message=_("Type the number of a character first, as 1f600."))
        case SpecialKey.DONE if not typed.ready:
            return replace(typed, message=_("Type at least one character."))
        case SpecialKey.DONE | SpecialKey.CANCEL:
            return typed
        case _ if len(key) != 1 or not any(key in row for row in typed.rows):
            raise ValueError(f"there is no key {key!r} on this page")
        case _:
            return (_with_digit if typed.page is KeyPage.NUMBER else _with_sign)(typed, key)


def type_text(typed: KeyboardState, text: str) -> KeyboardState:
    """Return the state `typed` of the on-screen keyboard after `text` is typed on a real keyboard.

    Unprintable characters and characters beyond the limit are ignored.
    """
    for sign in text:
        if sign.isprintable():
            typed = _with_sign(replace(typed, message=""), sign)
    return typed


def _emptied(typed: KeyboardState) -> KeyboardState:
    return replace(typed, text="", code="", shift=typed.page is KeyPage.LETTERS, fresh=False)


def _with_sign(typed: KeyboardState, sign: str) -> KeyboardState:
    if typed.fresh:
        return replace(typed, text=sign, shift=False, fresh=False, code="")
    if len(typed.text) >= typed.limit:
        message = plural(
            "No more than {number} character fits.",
            "No more than {number} characters fit.",
            typed.limit,
        )
        return replace(typed, message=message)
    shift = typed.is_name and sign == " " and typed.page is KeyPage.LETTERS
    return replace(typed, text=typed.text + sign, shift=shift, code="")


def _with_digit(typed: KeyboardState, digit: str) -> KeyboardState:
    if len(typed.code) >= CODE_LENGTH:
        message = plural(
            "A number has at most {number} digit.",
            "A number has at most {number} digits.",
            CODE_LENGTH,
        )
        return replace(typed, message=message)
    return replace(typed, code=typed.code + digit)


def _deleted(typed: KeyboardState) -> KeyboardState:
    if typed.code:
        return replace(typed, code=typed.code[:-1])
    if typed.fresh or len(typed.text) == 1:
        return _emptied(typed)
    return replace(typed, text=typed.text[:-1])
