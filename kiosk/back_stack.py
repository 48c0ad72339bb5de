"""Navigation stack: the opened pages, each with its draft (unfinished entries). Free of Kivy."""

from typing import Self

import msgspec

from kiosk.rotation import Rotation
from kiosk.routes import Route, Start


class StackEntry(msgspec.Struct, frozen=True):
    """Page on the navigation stack, with the data to restore when the page is shown again.

    `saved_state` is the immutable draft from the page's last use; None if there was no draft.
    `facing` is the screen's rotation for the player who opened the page; None leaves the rotation
    unchanged. `was_reopened` is true if the page was left with a draft and then opened again.
    """

    page: type[Route]
    saved_state: object | None = None
    facing: Rotation | None = None
    was_reopened: bool = False


class BackStack(msgspec.Struct, frozen=True):
    """Navigation stack of pages, each at most once; `aside` keeps removed pages with drafts."""

    entries: tuple[StackEntry, ...] = ()
    aside: tuple[StackEntry, ...] = ()

    @property
    def top(self) -> StackEntry | None:
        """Current page; None before the first page is opened."""
        return self.entries[-1] if self.entries else None

    def has(self, page: type[Route]) -> bool:
        return any(entry.page is page for entry in self.entries)

    def with_saved_state(self, saved_state: object | None) -> Self:
        if not self.entries:
            return self
        held = msgspec.structs.replace(self.entries[-1], saved_state=saved_state)
        return msgspec.structs.replace(self, entries=(*self.entries[:-1], held))

    def go(self, page: type[Route], facing: Rotation | None = None) -> Self:
        """Return the stack with `page` on top.

        All pages above `page` are removed if it is already on the stack, and all other pages if it
        is the first page. Without `facing`, `page` faces the same player as the page below it.
        """
        pages = [entry.page for entry in self.entries]
        if page in pages:
            return self._down_to(pages.index(page) + 1)
        beneath = self._down_to(0) if page is Start else self
        aside = {entry.page: entry for entry in beneath.aside}
        if facing is None and beneath.top is not None:
            facing = beneath.top.facing
        top = msgspec.structs.replace(aside.pop(page, StackEntry(page)), facing=facing)
        covered = (msgspec.structs.replace(one, was_reopened=False) for one in beneath.entries)
        return msgspec.structs.replace(
            beneath, entries=(*covered, top), aside=tuple(aside.values())
        )

    def back(self) -> Self:
        """Return the stack without the current page. The first page always stays."""
        beneath = self._down_to(max(0, len(self.entries) - 1))
        return beneath if beneath.entries else beneath.go(Start)

    def replace(self, page: type[Route]) -> Self:
        return self._down_to(max(0, len(self.entries) - 1)).go(page)

    def _down_to(self, count: int) -> Self:
        left = tuple(
            msgspec.structs.replace(entry, was_reopened=True)
            for entry in self.entries[count:]
            if entry.saved_state is not None
        )
        return msgspec.structs.replace(
            self, entries=self.entries[:count], aside=(*self.aside, *left)
        )
