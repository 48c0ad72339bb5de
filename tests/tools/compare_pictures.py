"""Compares the pictures of two folders pixel by pixel.

    python -m tests.tools.compare_pictures BEFORE AFTER

Pictures are paired by their names within a folder, in order and whatever their numbers are, so that
one more screen shifts no pairs. Prints for each different pair the share of pixels in which a
colour differs by more than 8 (of 255), and the largest difference. The exit status is 1 if a
picture differs by more than that anywhere, or has no pair.
"""

import re
import sys
from difflib import SequenceMatcher
from pathlib import Path

from PIL import Image, ImageChops

_BY = 8


def main() -> int:
    before, after = map(Path, sys.argv[1:])
    old, new = (
        sorted(path.relative_to(folder) for path in folder.rglob("*.png"))
        for folder in (before, after)
    )
    names = ([re.sub(r"-\d+-", "-", str(path), count=1) for path in some] for some in (old, new))
    blocks = SequenceMatcher(None, *names, autojunk=False).get_matching_blocks()
    pairs = {
        old[one + step]: new[other + step] for one, other, size in blocks for step in range(size)
    }
    alone = {*old} - {*pairs} | {*new} - {*pairs.values()}
    sys.stdout.write("".join(f"{path}: without a pair\n" for path in sorted(alone)))
    differing = larger = 0
    for path, now in pairs.items():
        share, most = difference(Image.open(before / path), Image.open(after / now), _BY)
        if most:
            differing += 1
            larger += share > 0
            sys.stdout.write(f"{path}: {share:.3%} by more than {_BY}, at most {most}\n")
    sys.stdout.write(
        f"{len(pairs)} pairs: {differing} differ, {larger} of them by more than {_BY}; "
        f"{len(alone)} without a pair\n"
    )
    return 1 if larger or alone else 0


def difference(one: Image.Image, other: Image.Image, by: int) -> tuple[float, int]:
    """Return the share of pixels that differ by more than `by`, and the largest difference.

    Raises ValueError if the sizes differ.
    """
    if one.size != other.size:
        raise ValueError(f"a picture of {one.size} and one of {other.size} cannot be compared")
    apart = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    red, green, blue = apart.split()
    numbers = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
    most = max(value for value, pixels in enumerate(numbers) if pixels)
    return sum(numbers[by + 1 :]) / sum(numbers), most


if __name__ == "__main__":
    sys.exit(main())
