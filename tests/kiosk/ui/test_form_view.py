import pytest
from kivy.input.motionevent import MotionEvent

from companion.pieces import Material
from kiosk.pieces import blocks  # noqa: F401 - it draws materials
from kiosk.ui import theme
from kiosk.ui.form import Block, Button, ButtonStyle, Column, Row, Text, Widget
from kiosk.ui.renderer import BlocksInBoxes, BlockView
from kiosk.ui.surface import Box, Surface, text_width
from kiosk.ui.tap import TapButton
from tests.kiosk.touch import the_window

BOX, LEFT, RIGHT = Box(0, 0, 100, 50), Box(0, 0, 40, 50), Box(60, 0, 40, 50)


@pytest.fixture
def tapped() -> list[object]:
    return []


@pytest.fixture
def view(tapped: list[object]) -> BlockView:
    return BlockView(BOX, tapped.append)


@pytest.fixture
def putting_by(tapped: list[object]) -> BlockView:
    return BlockView(BOX, tapped.append, spares=1)


def at(*boxes: Box) -> BlocksInBoxes:
    return [(Widget(Surface), box) for box in boxes]


def laid(view: BlockView, *boxes: Box) -> list[Surface]:
    view.show_blocks(at(*boxes))
    return view.children[::-1]


def prepare_in_steps(view: BlockView, *boxes: Box) -> int:
    return sum(1 for _step in view.prepare_in_steps(view.layout_of(at(*boxes))))


def test_what_is_made_of_the_same_stays_and_the_rest_goes(view: BlockView) -> None:
    left, right = laid(view, LEFT, RIGHT)
    assert laid(view, RIGHT) == [right]
    assert left.parent is None
    assert laid(view, LEFT, RIGHT) != [left, right]


def test_a_button_that_means_another_thing_stays_and_does_that(
    view: BlockView, tapped: list[object]
) -> None:
    view.show(Row((Button("key", "one", "text"),)))
    (button,) = view.children
    view.show(Row((Button("key", "other", "text"),)))
    assert view.children == [button]
    button.on_tap()
    assert tapped == ["other"]


def test_of_what_is_put_by_the_oldest_goes_first(putting_by: BlockView) -> None:
    (left,), (right,) = laid(putting_by, LEFT), laid(putting_by, RIGHT)
    assert laid(putting_by, LEFT) == [left]
    laid(putting_by, BOX)
    assert laid(putting_by, RIGHT) != [right]


def test_what_was_made_ahead_is_shown_when_it_is_wanted(putting_by: BlockView) -> None:
    laid(putting_by, LEFT)
    assert prepare_in_steps(putting_by, LEFT, RIGHT) == 1
    assert len(putting_by.children) == 1
    assert prepare_in_steps(putting_by, LEFT, RIGHT) == 0
    (ahead,) = putting_by._spares.values()
    assert laid(putting_by, RIGHT) == [ahead]


@pytest.mark.parametrize("depth", [2, 8])
def test_what_lies_deep_in_others_is_measured_no_more_often(view: BlockView, depth: int) -> None:
    measured = []

    def height(_width: float) -> float:
        measured.append(None)
        return 10

    block: Block = Row((Widget(Surface, height=height),), 0)
    for _level in range(depth):
        block = Column((Row((block,), 0),))
    view.show(block)
    assert len(measured) <= 3


def test_what_is_laid_hears_only_of_fingers_that_it_has_taken(
    view: BlockView, tapped: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    view.show(Row((Button("one", "one", "text"), Button("other", "other", "text"))))
    heard: list[str] = []
    ordinary = TapButton.on_touch_up

    def hear(tap: TapButton, touch: MotionEvent) -> bool:
        heard.append(tap.key)
        return ordinary(tap, touch)

    monkeypatch.setattr(TapButton, "on_touch_up", hear)
    window = the_window()
    window.kivy.add_widget(view)
    try:
        for what in ("down", "up"):
            window.finger(what, LEFT.center)
    finally:
        window.kivy.remove_widget(view)
    assert (tapped, heard) == (["one"], ["one"])


@pytest.mark.parametrize("chosen", [False, True])
@pytest.mark.parametrize("fits_texts", [False, True])
@pytest.mark.parametrize("style", [ButtonStyle.PLAIN, ButtonStyle.RADIO, ButtonStyle.PRIMARY])
def test_buttons_of_a_row_have_letters_of_one_size(
    style: ButtonStyle, *, fits_texts: bool, chosen: bool
) -> None:
    view = BlockView(Box(0, 0, 400, 50), lambda _action: None)
    texts = ("Comment jouer", "Go", "Statistiques")
    buttons = [Button(text, "", text, style, chosen=chosen and text == "Go") for text in texts]
    view.show(Row(tuple(buttons), fits_texts=fits_texts))
    written = [text for button in view.children for text in button.written_texts]
    assert len(written) == len(texts)
    assert len({text.size for text in written}) == 1
    assert all(text.fits for text in written)


def test_letters_shrink_before_a_word_is_broken() -> None:
    width = text_width("Victoires", theme.SMALL_TEXT, bold=True) + 1
    view = BlockView(Box(0, 0, width, 50), lambda _action: None)
    view.show(Text("Victoires", size=theme.DECISION_TEXT))
    ((written,),) = [one.written_texts for one in view.children]
    assert written.text == "Victoires"
    assert written.fits


def test_a_label_below_a_symbol_stays_inside_the_frame_of_a_chosen_button() -> None:
    label = "Arbeiter"
    width = text_width(label, theme.DECISION_TEXT, bold=True) + 1
    view = BlockView(Box(0, 0, width, 90), lambda _action: None)
    view.show(Row((Button("aim", "", detail=label, symbol=Material.WOOD, chosen=True),), 90))
    (button,) = view.children
    (written,) = button.written_texts
    assert written.text_box.x >= button.box.x + 4
    assert written.text_box.right <= button.box.right - 4
