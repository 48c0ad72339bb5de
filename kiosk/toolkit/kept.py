"""Widgets that stay for as long as they would be made of the same again."""

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

from kivy.clock import Clock

from kiosk.toolkit.surface import Surface

Made = TypeVar("Made", bound=Surface)
_Recipe = tuple[Hashable, ...]


class Kept:
    """What lies on a surface, laid anew after every decision: only what differs is made anew.

    Of what is not wanted any more up to `spares` are put by, those that were laid last, for they
    come back with the same question; whoever sets some keeps no state in his widgets. What lies
    there must not overlap: a widget that is made later lies on top. What goes for good is
    dismantled with the next frame: the picture that shows what came instead does not wait for it.
    """

    def __init__(self, surface: Surface, spares: int = 0) -> None:
        self._surface = surface
        self._most_spares = spares
        self._laid: dict[_Recipe, Surface] = {}
        self._wanted: dict[_Recipe, Surface] = {}
        self._spares: dict[_Recipe, Surface] = {}
        self._gone: list[Surface] = []
        self._dismantle_soon = Clock.create_trigger(self._dismantle)

    def lay(self, make: Callable[..., Made], *of: Hashable, **named: Hashable) -> Made:
        """The widget that `make` makes of these; the one from last time where they are equal."""
        twins = 0
        while (recipe := (make, of, *named.values(), twins)) in self._wanted:
            twins += 1
        found = self._laid.pop(recipe, None)
        if found is None:
            found = self._spares.pop(recipe, None) or make(*of, **named)
            self._surface.add_widget(found)
        self._wanted[recipe] = found
        return cast("Made", found)

    def finish(self) -> None:
        """Take away all that was not laid since this was called before."""
        for recipe, widget in self._laid.items():
            self._surface.remove_widget(widget)
            self._spares[recipe] = widget
        while len(self._spares) > self._most_spares:
            oldest = next(iter(self._spares))
            self._gone.append(self._spares.pop(oldest))
        if self._gone:
            self._dismantle_soon()
        self._laid, self._wanted = self._wanted, {}

    def _dismantle(self, _delta: float) -> None:
        for widget in self._gone:
            widget.dismantle()
        self._gone.clear()
