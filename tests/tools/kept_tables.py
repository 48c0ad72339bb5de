"""Plays a game by touches at a table whose widgets are kept, and again with all made anew.

    python -m tests.tools.kept_tables

In a process of its own, so that nothing is kept from before. What is told is after which pictures
the two tables differ; the status is 1 where they do.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.kiosk.recorded_games import record_of
from tests.kiosk.records import as_tapped, errand, lay_board
from tests.kiosk.touch import Point, Touchscreen, configure, route
from tests.kiosk.whole_game import play_on

_STILL = 0.5
"""Seconds after which no touch is taken for the trembling of the one before."""


class _Photographer(Touchscreen):
    """Takes a picture of the table after each touch."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.pictures: list[bytes] = []

    @contextmanager
    def held_at(self, point: Point) -> Iterator[None]:
        with super().held_at(point):
            yield
        self.wait(_STILL)
        self.take()

    def take(self) -> None:
        """Take one now, if a table is shown."""
        from tests.kiosk.picture_of import picture_of  # noqa: PLC0415 - Kivy is configured by now

        if self.name == "table":
            self.pictures.append(picture_of(self.navigator).pixels)


def _played(folder: Path) -> Iterator[_Photographer]:
    """A whole game that is played by touches, after each command."""
    folder.mkdir()
    setup, given = errand(record_of(3), folder)
    lay_board(setup, folder)
    with _Photographer(folder) as touch:
        for _command in play_on(touch, setup, as_tapped(setup, given)):
            yield touch


def _kept(folder: Path) -> list[bytes]:
    """What a game looks like at a table that goes on, and makes ahead what may come."""
    for touch in _played(folder):
        for _step in touch.page.prepare():
            pass
        touch.take()
    return touch.pictures


def _anew(folder: Path) -> list[bytes]:
    """What it looks like where every widget is made anew, and the table is after each command."""
    from tests.kiosk.unkept import nothing_kept  # noqa: PLC0415 - Kivy is configured by now

    with nothing_kept(["widgets"]):
        for touch in _played(folder):
            touch.navigator.go(route(touch.name))
            touch.take()
    return touch.pictures


def main() -> int:
    """Play twice and compare; returns the exit status."""
    configure()
    with tempfile.TemporaryDirectory(prefix="meduris-") as scratch:
        kept, anew = _kept(Path(scratch) / "kept"), _anew(Path(scratch) / "anew")
    differing = [number for number, one in enumerate(kept) if one != anew[number]]
    sys.stdout.write(
        f"{len(kept)} and {len(anew)} pictures, {len(differing)} differ: {differing}\n"
    )
    return 1 if differing or len(kept) != len(anew) else 0


if __name__ == "__main__":
    sys.exit(main())
