"""Two folders of pictures, compared pixel by pixel."""

from pathlib import Path

import pytest
from kivy.core.image import Image
from kivy.graphics.texture import Texture

from tests.kiosk.touch import the_window
from tests.tools.compare_pictures import Picture, compare, difference, read

pytestmark = pytest.mark.usefixtures("painted")

DARK, BRIGHT, SHADE = (bytes((*color, 255)) for color in ((9, 9, 9), (200, 9, 9), (12, 9, 9)))


@pytest.fixture(autouse=True, scope="module")
def window() -> None:
    the_window()


def keep(path: Path, *pixels: bytes) -> None:
    """A picture of one row."""
    texture = Texture.create(size=(len(pixels), 1), colorfmt="rgba")
    texture.blit_buffer(b"".join(pixels), colorfmt="rgba", bufferfmt="ubyte")
    path.parent.mkdir(parents=True, exist_ok=True)
    Image(texture).save(str(path))


def test_only_pixels_that_differ_by_more_than_asked_are_counted() -> None:
    before, after = DARK * 4, DARK + SHADE + BRIGHT + DARK
    found = difference(Picture((2, 2), before), Picture((2, 2), after), 8)
    assert (found.pixels, found.of, found.most) == (1, 4, 191)
    assert found.shown == bytes((0, 0, 0, 255, 30, 0, 0, 255, 255, 0, 0, 255, 0, 0, 0, 255))


def test_each_picture_that_differs_is_told_and_shown(tmp_path: Path, capsys) -> None:
    before, after, into = tmp_path / "before", tmp_path / "after", tmp_path / "into"
    for folder, third in ((before, DARK), (after, BRIGHT)):
        keep(folder / "small/same.png", DARK, BRIGHT)
        keep(folder / "small/other.png", DARK, DARK, third, DARK)
    assert compare(before, after, 8, into) == 1
    assert capsys.readouterr().out.splitlines() == [
        "small/other.png: 25.000% by more than 8, at most 191",
        "2 pairs: 1 differ, 1 of them by more than 8; 0 without a pair",
    ]
    assert [path.name for path in into.rglob("*.png")] == ["other.png"]
    black, bright = bytes((0, 0, 0, 255)), bytes((255, 0, 0, 255))
    assert read(into / "small/other.png") == Picture((4, 1), black * 2 + bright + black)


def test_a_picture_without_a_pair_is_told(tmp_path: Path, capsys) -> None:
    keep(tmp_path / "before/one.png", DARK)
    (tmp_path / "after").mkdir()
    assert compare(tmp_path / "before", tmp_path / "after", 8, None) == 1
    assert capsys.readouterr().out.splitlines()[0] == f"one.png: only in {tmp_path / 'before'}"


def test_one_more_screen_on_the_walk_leaves_the_others_their_pairs(tmp_path: Path, capsys) -> None:
    for path in ("before/01-start-a.png", "before/02-log-b.png"):
        keep(tmp_path / path, DARK)
    for path in ("after/01-start-a.png", "after/02-rolls-c.png", "after/03-log-b.png"):
        keep(tmp_path / path, DARK)
    assert compare(tmp_path / "before", tmp_path / "after", 8, None) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"02-rolls-c.png: only in {tmp_path / 'after'}",
        "2 pairs: 0 differ, 0 of them by more than 8; 1 without a pair",
    ]
