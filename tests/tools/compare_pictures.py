"""Compares the pictures of two folders pixel by pixel.

    python -m tests.tools.compare_pictures BEFORE AFTER [--by N] [--into DIR]

Pictures are paired by their names within a folder, in order and whatever their numbers are, so that
one more screen shifts no pairs. Prints for each different pair the share of pixels in which a
colour differs by more than N (of 255; default 8), and the largest difference. Into DIR come
pictures of the differences: black for equal pixels, ten times as bright as the difference. The exit
status is 1 if a picture differs by more than N anywhere, or has no pair.
"""

import argparse
import sys
from difflib import SequenceMatcher
from operator import sub
from pathlib import Path
from typing import NamedTuple

from tests.kiosk.touch import configure, the_window

_BY = 8
_BRIGHTER = 10
_CHANNELS = 4
_SHOWN = bytes(min(255, part * _BRIGHTER) for part in range(256))


class Picture(NamedTuple):
    """A picture's size in pixels, and four bytes for each pixel, row by row."""

    size: tuple[int, int]
    pixels: bytes


class Difference(NamedTuple):
    """Difference of two pictures: pixels above the limit, all pixels, and the largest difference.

    `shown` has four bytes for each pixel, as bright as it differs.
    """

    pixels: int
    of: int
    most: int
    shown: bytes


def main() -> int:
    """Compare and print; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.compare_pictures")
    parser.add_argument("before", type=Path, metavar="BEFORE")
    parser.add_argument("after", type=Path, metavar="AFTER")
    parser.add_argument("--by", type=int, default=_BY, metavar="N")
    parser.add_argument("--into", type=Path, metavar="DIR")
    wanted = parser.parse_args()
    configure()
    the_window()  # textures need one
    return compare(wanted.before, wanted.after, wanted.by, wanted.into)


def compare(before: Path, after: Path, by: int, into: Path | None) -> int:
    """Compare two folders and print the differences; return 0 if none is larger than `by`."""
    old, new = _pictures(before), _pictures(after)
    pairs = _pairs(old, new)
    alone = [(before, path) for path in old if path not in pairs]
    alone += [(after, path) for path in new if path not in pairs.values()]
    for folder, path in alone:
        sys.stdout.write(f"{path}: only in {folder}\n")
    differing = larger = 0
    for path, now in pairs.items():
        difference = _compared(before / path, after / now, by)
        if difference is None:
            continue
        differing += 1
        larger += difference.pixels > 0
        share = difference.pixels / difference.of
        sys.stdout.write(f"{path}: {share:.3%} by more than {by}, at most {difference.most}\n")
        if into is not None:
            _keep(difference, read(before / path).size, into / path)
    sys.stdout.write(
        f"{len(pairs)} pairs: {differing} differ, {larger} of them by more than {by}; "
        f"{len(alone)} without a pair\n"
    )
    return 1 if larger or alone else 0


def difference(one: Picture, other: Picture, by: int) -> Difference:
    """Return the difference of two pictures. Raises ValueError if their sizes differ."""
    if one.size != other.size:
        raise ValueError(f"a picture of {one.size} and one of {other.size} cannot be compared")
    pixels = most = 0
    small = bytes(range(by + 1))
    opaque = b"\xff" * one.size[0]
    shown = bytearray()
    row = one.size[0] * _CHANNELS
    for start in range(0, len(one.pixels), row):
        before, after = one.pixels[start : start + row], other.pixels[start : start + row]
        apart = bytearray(row)
        if before != after:
            apart[:] = map(abs, map(sub, before, after))
            colors = [apart[channel::_CHANNELS] for channel in range(_CHANNELS - 1)]
            furthest = bytes(map(max, *colors))
            pixels += len(furthest.translate(None, small))
            most = max(most, *furthest)
        apart[_CHANNELS - 1 :: _CHANNELS] = opaque
        shown += apart.translate(_SHOWN)
    return Difference(pixels, len(one.pixels) // _CHANNELS, most, bytes(shown))


def read(path: Path) -> Picture:
    """Read a PNG file's pixels."""
    from kivy.core.image import Image  # noqa: PLC0415 - Kivy is configured by now

    texture = Image.load(str(path), nocache=True).texture
    return Picture(texture.size, texture.pixels)


def _pictures(folder: Path) -> list[Path]:
    return sorted(path.relative_to(folder) for path in folder.rglob("*.png"))


def _pairs(old: list[Path], new: list[Path]) -> dict[Path, Path]:
    """Yield pairs of pictures of the same screens, in order."""
    names = ([_unnumbered(path) for path in paths] for paths in (old, new))
    blocks = SequenceMatcher(None, *names, autojunk=False).get_matching_blocks()
    return {
        old[one + step]: new[other + step] for one, other, size in blocks for step in range(size)
    }


def _unnumbered(path: Path) -> Path:
    return path.with_name(path.name.lstrip("0123456789"))


def _compared(before: Path, after: Path, by: int) -> Difference | None:
    """Return the difference of two files; None if the pictures are the same."""
    if before.read_bytes() == after.read_bytes():
        return None
    found = difference(read(before), read(after), by)
    return found if found.most else None


def _keep(difference: Difference, size: tuple[int, int], path: Path) -> None:
    from kivy.core.image import Image  # noqa: PLC0415 - Kivy is configured by now
    from kivy.graphics.texture import Texture  # noqa: PLC0415

    texture = Texture.create(size=size, colorfmt="rgba")
    texture.blit_buffer(difference.shown, colorfmt="rgba", bufferfmt="ubyte")
    path.parent.mkdir(parents=True, exist_ok=True)
    Image(texture).save(str(path))


if __name__ == "__main__":
    sys.exit(main())
