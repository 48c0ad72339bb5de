"""Compares the pictures of two folders pixel by pixel.

    python -m tests.tools.compare_pictures BEFORE AFTER [--by N] [--into DIR]

Pictures are paired by their names within a folder, in order and whatever their numbers are, so that
one more screen shifts no pairs. Prints for each different pair the share of pixels in which a
colour differs by more than N (of 255; default 8), and the largest difference. Into DIR come
pictures of the differences: black for equal pixels, ten times as bright as the difference. The exit
status is 1 if a picture differs by more than N anywhere, or has no pair.
"""

import argparse
import re
import sys
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageChops

_BY = 8
_BRIGHTER = 10


class Difference(NamedTuple):
    """Share of pixels above the limit, largest difference, and the difference as a picture."""

    share: float
    most: int
    shown: Image.Image


def main() -> int:
    """Compare and print; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.compare_pictures")
    parser.add_argument("before", type=Path, metavar="BEFORE")
    parser.add_argument("after", type=Path, metavar="AFTER")
    parser.add_argument("--by", type=int, default=_BY, metavar="N")
    parser.add_argument("--into", type=Path, metavar="DIR")
    wanted = parser.parse_args()
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
        found = difference(Image.open(before / path), Image.open(after / now), by)
        if not found.most:
            continue
        differing += 1
        larger += found.share > 0
        sys.stdout.write(f"{path}: {found.share:.3%} by more than {by}, at most {found.most}\n")
        if into is not None:
            (into / path).parent.mkdir(parents=True, exist_ok=True)
            found.shown.save(into / path)
    sys.stdout.write(
        f"{len(pairs)} pairs: {differing} differ, {larger} of them by more than {by}; "
        f"{len(alone)} without a pair\n"
    )
    return 1 if larger or alone else 0


def difference(one: Image.Image, other: Image.Image, by: int) -> Difference:
    """Return the difference of two pictures. Raises ValueError if their sizes differ."""
    if one.size != other.size:
        raise ValueError(f"a picture of {one.size} and one of {other.size} cannot be compared")
    apart = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    red, green, blue = apart.split()
    numbers = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
    most = max(value for value, pixels in enumerate(numbers) if pixels)
    shown = apart.point([min(255, value * _BRIGHTER) for value in range(256)] * 3)
    return Difference(sum(numbers[by + 1 :]) / sum(numbers), most, shown)


def _pictures(folder: Path) -> list[Path]:
    return sorted(path.relative_to(folder) for path in folder.rglob("*.png"))


def _pairs(old: list[Path], new: list[Path]) -> dict[Path, Path]:
    """Return pairs of pictures of the same screens, in order."""
    names = ([_unnumbered(path) for path in paths] for paths in (old, new))
    blocks = SequenceMatcher(None, *names, autojunk=False).get_matching_blocks()
    return {
        old[one + step]: new[other + step] for one, other, size in blocks for step in range(size)
    }


def _unnumbered(path: Path) -> Path:
    return path.with_name(re.sub(r"-\d+-", "-", path.name, count=1))


if __name__ == "__main__":
    sys.exit(main())
