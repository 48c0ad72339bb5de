"""The on-screen keyboard under a finger."""

import pytest
from msgspec.structs import replace

from kiosk import routes
from kiosk.ui.key_pages import typing
from tests.kiosk.inspection import faults
from tests.kiosk.robot_typing import Typist
from tests.kiosk.touch import Touchscreen
from tests.tools.monkey import tell_of_finger


class Typed:
    """What the keyboard told whoever opened it."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.cancelled = 0

    def cancel(self) -> None:
        self.cancelled += 1


def open_keyboard(touch: Touchscreen, text: str = "", limit: int = 40) -> Typed:
    """A keyboard as the only thing on the screen."""
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


@pytest.fixture
def touch(size, tmp_path):
    with Touchscreen(tmp_path, size) as touch:
        yield touch


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
