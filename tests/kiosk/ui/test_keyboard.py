import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kiosk import routes
from kiosk.ui.key_pages import HIGHEST_CODE, KeyLayer, Special, Typing, press, typing
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
        typing(text, limit),
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


def pressed(typed: Typing, *keys: str) -> Typing:
    for key in keys:
        typed = press(typed, key)
    return typed


def pages() -> list[Typing]:
    plain = [Typing("", 40, page=page) for page in KeyLayer]
    return plain + [Typing("", 40, page=page, shift=True) for page in KeyLayer]


def fresh(**changes: object) -> Typing:
    """A suggested name, which the first typed character replaces."""
    return replace(typing("Purple", 40, fresh=True), **changes)


def numbers(text: str = "") -> Typing:
    return Typing(text, 40, page=KeyLayer.NUMBER)


FULL = typing("x" * 40, 40)
TYPED = [
    (typing("", 40), [*"Ada"], "Ada"),
    (typing("Ada", 40), [*"m"], "Adam"),
    (typing("Bo", 40), [Special.DELETE], "B"),
    (typing("", 40), [Special.DELETE], ""),
    (typing("", 40, is_name=True), [*"Oma", Special.SPACE, *"Hi"], "Oma Hi"),
    (fresh(), [*"Ada"], "Ada"),
    (fresh(), [Special.SHIFT, Special.PAGE, "é"], "é"),
    (fresh(), [Special.SPACE], " "),
    (fresh(), [Special.DELETE], ""),
    (fresh(page=KeyLayer.NUMBER, code="41"), [Special.INSERT, Special.DELETE], ""),
    (fresh(), [Special.SHIFT, Special.PAGE, Special.DONE], "Purple"),
    (numbers("B"), [*"1f600", Special.INSERT], "B😀"),
    (numbers(), ["0", Special.INSERT], "\0"),
    (numbers("B"), [*"41", Special.DELETE, Special.DELETE], "B"),
    (numbers("B"), [*"41", Special.DELETE, Special.DELETE, Special.DELETE], ""),
    (FULL, ["a"], FULL.text),
    (FULL, [Special.SPACE], FULL.text),
]


@pytest.mark.parametrize(("typed", "keys", "text"), TYPED)
def test_keys_change_the_text(typed: Typing, keys: list[str], text: str) -> None:
    assert pressed(typed, *keys).text == text


def test_the_next_letter_is_a_capital_at_the_start_and_after_a_space_in_a_name():
    name = pressed(typing("", 40, is_name=True), *"Oma", Special.SPACE)
    assert name.shift
    assert not pressed(name, "H").shift
    assert not pressed(typing("", 40), "A", Special.SPACE).shift, "a sentence goes on small"
    assert pressed(typing("", 40), "A", Special.DELETE).shift
    for key in (Special.DELETE, Special.CLEAR):
        assert pressed(fresh(), key, *"Ada") == pressed(typing("", 40), *"Ada")


def test_the_page_key_leads_round_all_pages():
    typed = typing("x", 40)
    seen = [typed.page]
    for _turn in range(len(KeyLayer)):
        typed = press(typed, Special.PAGE)
        seen.append(typed.page)
    assert seen == [*KeyLayer, KeyLayer.LETTERS]


@pytest.mark.parametrize("typed", pages(), ids=lambda typed: f"{typed.page}-{typed.shift}")
def test_no_page_shows_a_character_twice_and_each_key_types_what_it_shows(typed):
    signs = "".join(typed.rows)
    assert len(signs) == len(set(signs))
    if typed.page is not KeyLayer.NUMBER:
        assert [press(typed, sign).text for sign in signs] == list(signs)


def test_all_of_ascii_has_a_key():
    signs = {sign for typed in pages() for sign in "".join(typed.rows)}
    assert set(string.ascii_letters + string.digits + string.punctuation) <= signs


def test_a_capital_is_where_its_small_letter_is():
    for page in (KeyLayer.LETTERS, KeyLayer.WESTERN, KeyLayer.CENTRAL):
        small = "".join(Typing("", 40, page=page).rows)
        large = "".join(Typing("", 40, page=page, shift=True).rows)
        assert large == "".join(sign if sign == "ß" else sign.upper() for sign in small)


def test_a_full_text_says_that_no_more_fits():
    full = press(FULL, "a")
    assert full.message == "No more than 40 characters fit."
    assert press(full, Special.DELETE) == Typing("x" * 39, 40)


@pytest.mark.parametrize("code", ["", "110000", "ffffff", "d800", "dfff"])
def test_a_number_without_a_character_inserts_nothing_and_says_so(code):
    typed = pressed(numbers("B"), *code)
    assert typed.coded_character is None
    assert press(typed, Special.INSERT).text == "B"
    assert press(typed, Special.INSERT).message


def test_a_number_has_six_digits_at_most_and_is_forgotten_on_the_next_page():
    typed = pressed(numbers(), *"0000411")
    assert typed.code == "000041"
    assert typed.message == "A number has at most 6 digits."
    assert pressed(typed, Special.PAGE).code == pressed(typed, Special.INSERT).code == ""


@pytest.mark.parametrize("key", ["A", "ä", " ", "", "as", "enter"])
def test_a_key_that_the_page_does_not_show_is_a_mistake_of_the_caller(key):
    with pytest.raises(ValueError, match="no key"):
        press(typing("x", 40), key)


any_text = st.text(
    st.characters(max_codepoint=HIGHEST_CODE, exclude_categories=["Cs"]), min_size=1, max_size=40
)


@given(text=any_text, present=any_text)
def test_any_text_can_be_typed(text, present):
    typed = press(typing(present, 40), Special.CLEAR)
    for sign in text:
        typed = with_sign(typed, sign)
    assert typed.text == text


def with_sign(typed: Typing, sign: str) -> Typing:
    """As a person would: on whatever page it is, with shift where it helps, else by its number."""
    if sign == " ":
        return press(typed, Special.SPACE)
    while typed.page is not KeyLayer.NUMBER:
        for shown in (typed, press(typed, Special.SHIFT)):
            if any(sign in row for row in shown.rows):
                return press(shown, sign)
        typed = press(typed, Special.PAGE)
    typed = pressed(typed, *f"{ord(sign):x}", Special.INSERT)
    return press(typed, Special.PAGE)


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
        Typing("", 40, page=page).rows for page in (KeyLayer.LETTERS, KeyLayer.WESTERN)
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
    typed = Typing("", 40)
    assert typed.rows[1].startswith(begins)
    assert set(own) <= set("".join(typed.rows))
    assert press(replace(typed, shift=True), own[0].upper()).text == own[0].upper()
