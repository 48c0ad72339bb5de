import pytest
from kivy.core.text import Label as CoreLabel

from kiosk.ui import surface
from kiosk.ui.surface import Box, Surface

TEXT = "a text of several lines that nobody has written before"


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    surface.clear_text_cache()
    texts = []
    render = CoreLabel.render

    def with_note(label: CoreLabel, *, real: bool = False) -> object:
        if not real:
            texts.append(label.text)
        return render(label, real=real)

    monkeypatch.setattr(CoreLabel, "render", with_note)
    return texts


def test_lines_of_a_new_text_are_broken_once_and_then_never_again(broken: list[str]) -> None:
    paper = Surface(Box(0, 0, 120, 400))
    written = paper.write(TEXT, paper.box)
    assert written.fits
    assert broken.count(TEXT) == 1
    paper.write(TEXT, paper.box)
    assert broken.count(TEXT) == 1


def test_whatever_a_file_says_nothing_is_drawn_that_is_longer_than_a_page(
    broken: list[str],
) -> None:
    paper = Surface(Box(0, 0, 400, 240))
    for text in ("x" * 3_000_000, "words " * 500_000):
        paper.write(text, paper.box)
        surface.text_height(text, 400, 20)
        surface.text_width(text, 20)
    assert max(map(len, broken)) <= 4_000
