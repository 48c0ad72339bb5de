import pytest
from kivy.core.text import Label as CoreLabel

from kiosk.toolkit import surface
from kiosk.toolkit.surface import Box, Surface

TEXT = "a text of several lines that nobody has written before"


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts whose lines Kivy breaks, in order."""
    surface.forget_letterings()
    texts = []
    render = CoreLabel.render

    def noting(label: CoreLabel, *, real: bool = False) -> object:
        if not real:
            texts.append(label.text)
        return render(label, real=real)

    monkeypatch.setattr(CoreLabel, "render", noting)
    return texts


def test_lines_of_a_new_text_are_broken_once_and_then_never_again(broken: list[str]) -> None:
    paper = Surface(Box(0, 0, 120, 400))
    written = paper.write(TEXT, paper.box)
    assert written.fits
    assert broken.count(TEXT) == 1
    paper.write(TEXT, paper.box)
    assert broken.count(TEXT) == 1
