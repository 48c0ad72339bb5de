from kiosk.navigator import Page
from kiosk.ui.form import back_button, call, reading_card
from kiosk.ui.renderer import BlockView
from kiosk.ui.surface import Box
from kiosk.ui.tap import TapButton
from kiosk.words.paragraph import Paragraph
from tests.kiosk.inspection import faults
from tests.kiosk.touch import Touchscreen

WORDS = "Every hut that joins a settlement pays once for each hut already standing there. " * 40
LONG = WORDS.strip()


def read(touch: Touchscreen, *paragraphs: Paragraph) -> list[str]:
    left: list[str] = []
    screen = Page(touch.navigator)
    box = Box(screen.box.x + 8, screen.box.y + 8, screen.box.width - 16, screen.box.height - 16)
    card = BlockView(box, lambda action: action())
    card.show(reading_card("Why?", paragraphs, back_button(call(left.append, "back"))))
    screen.add_widget(card)
    touch.navigator.page = screen
    touch.navigator.add_widget(screen)
    found = [texts(card)]
    while touch.shows("more"):
        assert faults(touch) == []
        touch.tap("more")
        if texts(card) == found[0]:
            break
        found.append(texts(card))
    assert faults(touch) == []
    touch.tap("back")
    assert left == ["back"]
    return ["\n".join(page) for page in found]


def texts(card: BlockView) -> list[str]:
    read = [child for child in reversed(card.children) if not isinstance(child, TapButton)]
    return [written.text for child in read for written in child.written_texts]


def test_what_fits_on_one_page_needs_no_other(touch):
    pages = read(touch, Paragraph("druid.walk · page 7", "He walks."), Paragraph("", "He stays."))
    assert pages == ["Why?\ndruid.walk · page 7\nHe walks.\nHe stays."]


def test_a_text_longer_than_a_page_goes_on_between_sentences(touch):
    pages = read(touch, Paragraph("settlement", LONG), Paragraph("", "the end"))
    assert len(pages) > 1
    assert all(page.startswith("Why?\n") for page in pages)
    assert all(page.endswith(".") for page in pages[:-1])
    shown = " ".join(page.removeprefix("Why?\n") for page in pages)
    assert shown.split() == ["settlement", *LONG.split(), "the", "end"]


def test_a_word_longer_than_a_page_is_shown_whole(touch):
    word = "".join(str(number) for number in range(1500))
    pages = read(touch, Paragraph("", word))
    shown = "".join(page.removeprefix("Why?\n") for page in pages)
    assert shown.replace(" ", "") == word
