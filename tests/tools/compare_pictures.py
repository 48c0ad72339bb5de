"""Compares the pictures of two folders pixel by pixel.

    python -m tests.tools.compare_pictures BEFORE AFTER [--by N] [--into DIR]

Pictures are paired by their names within a folder, in order and whatever their numbers are: one
more screen on the walk leaves those after it their pairs. Told of each pair that differs are the
share of pixels of which a colour differs by more than N (of 255; default 8) and the largest
difference. Into DIR come pictures of the differences: black where a pixel is the same, ten times
as bright as it differs. The status is 1 where a picture differs by more than N somewhere, or has
no pair.
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
    """A picture's size in pixels, and four bytes a pixel, row by row."""

    size: tuple[int, int]
    pixels: bytes


class Difference(NamedTuple):
    """How two pictures differ: pixels that do by more than was asked, of all, and the most.

    `shown` are four bytes a pixel, as bright as it differs.
    """

    pixels: int
    of: int
    most: int
    shown: bytes


def main() -> int:
    """Compare, tell; returns the exit status."""
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
    """Compare two folders and tell of each difference; 0 where none is larger than `by`."""
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
    """How two pictures differ. Raises ValueError where they have not the same size."""
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
    """A PNG file's pixels."""
    from kivy.core.image import Image  # noqa: PLC0415 - Kivy is configured by now

    texture = Image.load(str(path), nocache=True).texture
    return Picture(texture.size, texture.pixels)


def _pictures(folder: Path) -> list[Path]:
    return sorted(path.relative_to(folder) for path in folder.rglob("*.png"))


def _pairs(old: list[Path], new: list[Path]) -> dict[Path, Path]:
    """Which picture of the one folder shows what which of the other does, in the same order."""
    names = ([_unnumbered(path) for path in paths] for paths in (old, new))
    blocks = SequenceMatcher(None, *names, autojunk=False).get_matching_blocks()
    return {
        old[one + step]: new[other + step] for one, other, size in blocks for step in range(size)
    }


def _unnumbered(path: Path) -> Path:
    return path.with_name(path.name.lstrip("0123456789"))


def _compared(before: Path, after: Path, by: int) -> Difference | None:
    """How two files differ; None where they are the same picture."""
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
