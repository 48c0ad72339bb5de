"""Where one is in the app: a stack of pages, and what is half entered on them. No Kivy."""

from typing import Self

import msgspec

FIRST = "start"
"""The page beneath all others."""


class Place(msgspec.Struct, frozen=True):
    """A page, and what was half entered on it when it was left: frozen, or None for nothing."""

    name: str
    half_entered: object | None = None


class BackStack(msgspec.Struct, frozen=True):
    """The pages from the first one to the one that is shown, each at most once.

    `aside` lie the pages that were taken off it half entered, until somebody goes there again.
    """

    places: tuple[Place, ...] = ()
    aside: tuple[Place, ...] = ()

    @property
    def top(self) -> Place | None:
        """The page that is shown, None before the first."""
        return self.places[-1] if self.places else None

    def has(self, name: str) -> bool:
        """Whether that page is the one that is shown, or lies beneath it."""
        return any(place.name == name for place in self.places)

    def holding(self, half_entered: object | None) -> Self:
        """The same pages, with this half entered on the one that is shown."""
        if not self.places:
            return self
        held = Place(self.places[-1].name, half_entered)
        return msgspec.structs.replace(self, places=(*self.places[:-1], held))

    def go(self, name: str) -> Self:
        """To that page: down to it where it lies, else on top; the first page clears all."""
        names = [place.name for place in self.places]
        if name in names:
            return self._down_to(names.index(name) + 1)
        beneath = self._down_to(0) if name == FIRST else self
        aside = {place.name: place for place in beneath.aside}
        top = aside.pop(name, Place(name))
        return msgspec.structs.replace(
            beneath, places=(*beneath.places, top), aside=tuple(aside.values())
        )

    def back(self) -> Self:
        """To what lies beneath; to the first page where nothing does."""
        beneath = self._down_to(max(0, len(self.places) - 1))
        return beneath if beneath.places else beneath.go(FIRST)

    def go_instead(self, name: str) -> Self:
        """To that page, in place of the one that is shown."""
        return self._down_to(max(0, len(self.places) - 1)).go(name)

    def _down_to(self, count: int) -> Self:
        left = tuple(place for place in self.places[count:] if place.half_entered is not None)
        return msgspec.structs.replace(self, places=self.places[:count], aside=(*self.aside, *left))
