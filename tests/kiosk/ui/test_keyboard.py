import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kiosk import routes
from kiosk.ui.key_pages import (
    HIGHEST_CODE,
    KeyboardState,
    KeyPage,
    SpecialKey,
    new_keyboard_state,
    press_key,
)
from kiosk.words.language import escape_invisible, languages, use_language
from tests.kiosk.inspection import faults
from tests.kiosk.robot_typing import Typist
from tests.kiosk.touch import Touchscreen
from tests.tools.monkey import tell_of_finger


class Typed:
    def __init__(self) -> None:
        self.texts: list[str] = []
        self.cancelled = 0

    def cancel(self) -> None:
        self.cancelled += 1


def open_keyboard(touch: Touchscreen, text: str = "", limit: int = 40) -> Typed:
    from kiosk.navigator import Page  # noqa: PLC0415 - Kivy comes after its configuration
    from kiosk.ui.keyboard import Keyboard  # noqa: PLC0415

    typed = Typed()
    screen = Page(touch.navigator)
    keyboard = Keyboard(
        screen.box,
        "Name of the purple player",
        new_keyboard_state(text, limit),
        on_done=typed.texts.append,
        on_cancel=typed.cancel,
    )
    screen.add_widget(keyboard)
    touch.navigator.page = screen
    touch.navigator.add_widget(screen)
    return typed


def test_a_name_is_typed_and_handed_on(touch):
    typed = open_keyboard(touch)
    for key in ("A", "d", "a", "space", "shift", "B", "o"):
        touch.tap(f"key.{key}")
    assert "Ada Bo" in touch.texts()
    assert "6/40" in touch.texts()
    touch.tap("key.done")
    assert typed.texts == ["Ada Bo"]


def test_a_text_of_the_greatest_length_is_counted_in_letters_that_can_be_read(tmp_path):
    with Touchscreen(tmp_path, (480, 800)) as touch:
        touch.app_state.set_settings(replace(touch.app_state.settings, large_letters=True))
        touch.navigator.go(routes.Start())
        open_keyboard(touch, "so " * 66, limit=200)
        touch.step()
        assert "198/200" in touch.texts()
        assert not [fault for fault in faults(touch) if "198/200" in fault]


@pytest.mark.parametrize("other", ["shift", "page"])
def test_a_key_types_nothing_once_another_finger_has_brought_other_keys(touch, other):
    open_keyboard(touch, "Ada")
    key, its = touch.place("key.c").center, touch.place(f"key.{other}").center
    for what, finger, point in (
        ("fingerdown", 1, key),
        ("fingerdown", 2, its),
        ("fingerup", 2, its),
        ("fingerup", 1, key),
    ):
        tell_of_finger(touch, what, finger, point)
        touch.step()
    assert not touch.shows("key.c")
    assert "Ada" in touch.texts()


@pytest.mark.parametrize("text", ["Żaneta-Čapek ñ", "a\0b\n\t", "😀\U0010ffff", " x ", "a÷b", "م"])
def test_any_character_is_typed_and_shown_without_harm(touch, text):
    typed = open_keyboard(touch, text="Bo")
    Typist(touch).type(text)
    assert typed.texts == [text]


def test_an_empty_text_is_not_handed_on(touch):
    typed = open_keyboard(touch, text="Bo")
    touch.tap("key.clear", "key.done")
    assert typed.texts == []
    assert "Type at least one character." in touch.texts()


def test_cancelling_hands_nothing_on(touch):
    typed = open_keyboard(touch)
    touch.tap("key.A", "key.cancel")
    assert (typed.texts, typed.cancelled) == ([], 1)


def pressed(typed: KeyboardState, *keys: str) -> KeyboardState:
    for key in keys:
        typed = press_key(typed, key)
    return typed


def pages() -> list[KeyboardState]:
    plain = [KeyboardState("", 40, page=page) for page in KeyPage]
    return plain + [KeyboardState("", 40, page=page, shift=True) for page in KeyPage]


def fresh(**changes: object) -> KeyboardState:
    """A suggested name, which the first typed character replaces."""
    return replace(new_keyboard_state("Purple", 40, fresh=True), **changes)


def numbers(text: str = "") -> KeyboardState:
    return KeyboardState(text, 40, page=KeyPage.NUMBER)


FULL = new_keyboard_state("x" * 40, 40)
TYPED = [
    (new_keyboard_state("", 40), [*"Ada"], "Ada"),
    (new_keyboard_state("Ada", 40), [*"m"], "Adam"),
    (new_keyboard_state("Bo", 40), [SpecialKey.DELETE], "B"),
    (new_keyboard_state("", 40), [SpecialKey.DELETE], ""),
    (new_keyboard_state("", 40, is_name=True), [*"Oma", SpecialKey.SPACE, *"Hi"], "Oma Hi"),
    (fresh(), [*"Ada"], "Ada"),
    (fresh(), [SpecialKey.SHIFT, SpecialKey.PAGE, "é"], "é"),
    (fresh(), [SpecialKey.SPACE], " "),
    (fresh(), [SpecialKey.DELETE], ""),
    (fresh(page=KeyPage.NUMBER, code="41"), [SpecialKey.INSERT, SpecialKey.DELETE], ""),
    (fresh(), [SpecialKey.SHIFT, SpecialKey.PAGE, SpecialKey.DONE], "Purple"),
    (numbers("B"), [*"1f600", SpecialKey.INSERT], "B😀"),
    (numbers(), ["0", SpecialKey.INSERT], "\0"),
    (numbers("B"), [*"41", SpecialKey.DELETE, SpecialKey.DELETE], "B"),
    (numbers("B"), [*"41", SpecialKey.DELETE, SpecialKey.DELETE, SpecialKey.DELETE], ""),
    (FULL, ["a"], FULL.text),
    (FULL, [SpecialKey.SPACE], FULL.text),
]


@pytest.mark.parametrize(("typed", "keys", "text"), TYPED)
def test_keys_change_the_text(typed: KeyboardState, keys: list[str], text: str) -> None:
    assert pressed(typed, *keys).text == text


def test_the_next_letter_is_a_capital_at_the_start_and_after_a_space_in_a_name():
    name = pressed(new_keyboard_state("", 40, is_name=True), *"Oma", SpecialKey.SPACE)
    assert name.shift
    assert not pressed(name, "H").shift
    assert not pressed(new_keyboard_state("", 40), "A", SpecialKey.SPACE).shift, (
        "a sentence goes on small"
    )
    assert pressed(new_keyboard_state("", 40), "A", SpecialKey.DELETE).shift
    for key in (SpecialKey.DELETE, SpecialKey.CLEAR):
        assert pressed(fresh(), key, *"Ada") == pressed(new_keyboard_state("", 40), *"Ada")


def test_the_page_key_leads_round_all_pages():
    typed = new_keyboard_state("x", 40)
    seen = [typed.page]
    for _turn in range(len(KeyPage)):
        typed = press_key(typed, SpecialKey.PAGE)
        seen.append(typed.page)
    assert seen == [*KeyPage, KeyPage.LETTERS]


@pytest.mark.parametrize("typed", pages(), ids=lambda typed: f"{typed.page}-{typed.shift}")
def test_no_page_shows_a_character_twice_and_each_key_types_what_it_shows(typed):
    signs = "".join(typed.rows)
    assert len(signs) == len(set(signs))
    if typed.page is not KeyPage.NUMBER:
        assert [press_key(typed, sign).text for sign in signs] == list(signs)


def test_all_of_ascii_has_a_key():
    signs = {sign for typed in pages() for sign in "".join(typed.rows)}
    assert set(string.ascii_letters + string.digits + string.punctuation) <= signs


def test_a_capital_is_where_its_small_letter_is():
    for page in (KeyPage.LETTERS, KeyPage.WESTERN, KeyPage.CENTRAL):
        small = "".join(KeyboardState("", 40, page=page).rows)
        large = "".join(KeyboardState("", 40, page=page, shift=True).rows)
        assert large == "".join(sign if sign == "ß" else sign.upper() for sign in small)


def test_a_full_text_says_that_no_more_fits():
    full = press_key(FULL, "a")
    assert full.message == "No more than 40 characters fit."
    assert press_key(full, SpecialKey.DELETE) == KeyboardState("x" * 39, 40)


@pytest.mark.parametrize("code", ["", "110000", "ffffff", "d800", "dfff"])
def test_a_number_without_a_character_inserts_nothing_and_says_so(code):
    typed = pressed(numbers("B"), *code)
    assert typed.coded_character is None
    assert press_key(typed, SpecialKey.INSERT).text == "B"
    assert press_key(typed, SpecialKey.INSERT).message


def test_a_number_has_six_digits_at_most_and_is_forgotten_on_the_next_page():
    typed = pressed(numbers(), *"0000411")
    assert typed.code == "000041"
    assert typed.message == "A number has at most 6 digits."
    assert pressed(typed, SpecialKey.PAGE).code == pressed(typed, SpecialKey.INSERT).code == ""


@pytest.mark.parametrize("key", ["A", "ä", " ", "", "as", "enter"])
def test_a_key_that_the_page_does_not_show_is_a_mistake_of_the_caller(key):
    with pytest.raises(ValueError, match="no key"):
        press_key(new_keyboard_state("x", 40), key)


any_text = st.text(
    st.characters(max_codepoint=HIGHEST_CODE, exclude_categories=["Cs"]), min_size=1, max_size=40
)


@given(text=any_text, present=any_text)
def test_any_text_can_be_typed(text, present):
    typed = press_key(new_keyboard_state(present, 40), SpecialKey.CLEAR)
    for sign in text:
        typed = with_sign(typed, sign)
    assert typed.text == text


def with_sign(typed: KeyboardState, sign: str) -> KeyboardState:
    """As a person would: on whatever page it is, with shift where it helps, else by its number."""
    if sign == " ":
        return press_key(typed, SpecialKey.SPACE)
    while typed.page is not KeyPage.NUMBER:
        for shown in (typed, press_key(typed, SpecialKey.SHIFT)):
            if any(sign in row for row in shown.rows):
                return press_key(shown, sign)
        typed = press_key(typed, SpecialKey.PAGE)
    typed = pressed(typed, *f"{ord(sign):x}", SpecialKey.INSERT)
    return press_key(typed, SpecialKey.PAGE)


@given(text=any_text)
def test_what_cannot_be_seen_is_shown_as_a_number(text):
    shown = escape_invisible(text)
    assert all(sign.isprintable() or sign.isspace() for sign in shown)
    assert not set("\n\r\t\0\x0b\x1c\u2028") & set(shown)


def test_what_can_be_seen_is_shown_as_it_is():
    assert escape_invisible("Zoë & Bo") == "Zoë & Bo"
    assert escape_invisible("«\u00a0Zoë\u202f»") == "«\u00a0Zoë\u202f»"
    assert escape_invisible("a\nb\0") == "a‹000a›b‹0000›"  # noqa: RUF001 - the marks that are meant


@pytest.mark.parametrize("code", languages())
def test_in_every_language_each_letter_has_one_key_and_all_find_room(code: str) -> None:
    everything = set("1234567890abcdefghijklmnopqrstuvwxyzàáâãäåæçèéêëìíîïñòóôõöøœùúûüýÿßðþ'-")
    use_language(code)
    letters, western = (
        KeyboardState("", 40, page=page).rows for page in (KeyPage.LETTERS, KeyPage.WESTERN)
    )
    signs = "".join((*letters, *western))
    assert [len(row) for row in letters] == [10, 10, 10, 8]
    assert len(western) <= 4
    assert len(western) < 4 or len(western[3]) <= 8
    assert set(signs) >= everything
    assert len(set(signs)) == len(signs)


@pytest.mark.parametrize(
    ("code", "begins", "own"), [("de", "qwertz", "äöüß"), ("fr", "azerty", "éèçàù")]
)
def test_a_language_has_its_own_keyboard(code: str, begins: str, own: str) -> None:
    use_language(code)
    typed = KeyboardState("", 40)
    assert typed.rows[1].startswith(begins)
    assert set(own) <= set("".join(typed.rows))
    assert press_key(replace(typed, shift=True), own[0].upper()).text == own[0].upper()
