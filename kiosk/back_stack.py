"""Where one is in the app: a stack of pages, and what is half entered on them. No Kivy."""

from typing import Self

import msgspec

from kiosk.rotation import Rotation
from kiosk.routes import Route, Start


class StackEntry(msgspec.Struct, frozen=True):
    """A page, and what was half entered on it when it was left: frozen, or None for nothing.

    `facing` is how far from home the screen turns to who has asked for it; None: it stays.
    `was_aside`: somebody had gone away from it half entered, and has come back.
    """

    page: type[Route]
    half_entered: object | None = None
    facing: Rotation | None = None
    was_aside: bool = False


class BackStack(msgspec.Struct, frozen=True):
    """The pages from the first one to the one that is shown, each at most once.

    `aside` lie the pages that were taken off it half entered, until somebody goes there again.
    """

    entries: tuple[StackEntry, ...] = ()
    aside: tuple[StackEntry, ...] = ()

    @property
    def top(self) -> StackEntry | None:
        """The page that is shown, None before the first."""
        return self.entries[-1] if self.entries else None

    def has(self, page: type[Route]) -> bool:
        """Whether that page is the one that is shown, or lies beneath it."""
        return any(entry.page is page for entry in self.entries)

    def holding(self, half_entered: object | None) -> Self:
        """The same pages, with this half entered on the one that is shown."""
        if not self.entries:
            return self
        held = msgspec.structs.replace(self.entries[-1], half_entered=half_entered)
        return msgspec.structs.replace(self, entries=(*self.entries[:-1], held))

    def go(self, page: type[Route], facing: Rotation | None = None) -> Self:
        """To that page: down to it where it lies, else on top; the first page clears all.

        Without a `facing` of its own it faces whoever has asked for the page below it.
        """
        pages = [entry.page for entry in self.entries]
        if page in pages:
            return self._down_to(pages.index(page) + 1)
        beneath = self._down_to(0) if page is Start else self
        aside = {entry.page: entry for entry in beneath.aside}
        if facing is None and beneath.top is not None:
            facing = beneath.top.facing
        top = msgspec.structs.replace(aside.pop(page, StackEntry(page)), facing=facing)
        covered = (msgspec.structs.replace(one, was_aside=False) for one in beneath.entries)
        return msgspec.structs.replace(
            beneath, entries=(*covered, top), aside=tuple(aside.values())
        )

    def back(self) -> Self:
        """To what lies beneath; to the first page where nothing does."""
        beneath = self._down_to(max(0, len(self.entries) - 1))
        return beneath if beneath.entries else beneath.go(Start)

    def replace(self, page: type[Route]) -> Self:
        """To that page, in place of the one that is shown."""
        return self._down_to(max(0, len(self.entries) - 1)).go(page)

    def _down_to(self, count: int) -> Self:
        left = tuple(
            msgspec.structs.replace(entry, was_aside=True)
            for entry in self.entries[count:]
            if entry.half_entered is not None
        )
        return msgspec.structs.replace(
            self, entries=self.entries[:count], aside=(*self.aside, *left)
        )
