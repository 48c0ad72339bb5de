"""How far somebody has come in the rules: the pages they passed, and what they type; no Kivy."""

import msgspec
from msgspec.structs import replace

from kiosk.pages.rules.view import AllChapters, Place
from kiosk.ui.key_pages import Typing


class Stop(msgspec.Struct, frozen=True):
    """A page of the rules, and which part of it is shown where it does not fit at once, from 0."""

    place: Place
    part: int = 0


class Trail(msgspec.Struct, frozen=True):
    """The pages from the one where somebody began to the one that is shown.

    `typing` is what is looked for while it is typed, else None.
    """

    stops: tuple[Stop, ...] = (Stop(AllChapters()),)
    typing: Typing | None = None

    @property
    def here(self) -> Stop:
        """What is shown."""
        return self.stops[-1]

    @property
    def before(self) -> "Trail | None":
        """One page back; None where nobody came from another one."""
        return Trail(self.stops[:-1]) if len(self.stops) > 1 else None

    def to(self, place: Place) -> "Trail":
        """On to a page; back to it where somebody passed it on the way."""
        for number, stop in enumerate(self.stops, start=1):
            if stop.place == place:
                return Trail(self.stops[:number])
        return Trail((*self.stops, Stop(place)))

    def at_part(self, part: int) -> "Trail":
        """The same page, of which another part is shown."""
        return Trail((*self.stops[:-1], replace(self.here, part=part)))

    def looking_for(self, typing: Typing | None) -> "Trail":
        """The same page, while something is typed to look for; None: no more."""
        return replace(self, typing=typing)
