"""Widgets that stay for as long as they would be made of the same again."""

from collections.abc import Callable, Container, Hashable, Iterable, Iterator
from typing import Any, Generic, TypeVar, cast

from kivy.clock import Clock

from kiosk.ui.surface import Surface

Made = TypeVar("Made", bound=Surface)
Made_co = TypeVar("Made_co", bound=Surface, covariant=True)
_AT_ONCE = 4
"""So many widgets are dismantled with a picture: there may be hundreds, of a tenth of a ms each."""
MOST_GONE = 64
"""So many widgets that are gone wait for a pause; more than that are not waited with."""


class Recipe(Generic[Made_co]):
    """What makes a widget, and what it is made of: two that are equal make the same.

    Its hash is worked out once: what widgets are made of is looked up again and again.
    """

    __slots__ = ("_hash", "make", "named", "of")

    def __init__(self, make: Callable[..., Made_co], *of: Hashable, **named: Hashable) -> None:
        self.make = make
        self.of = of
        self.named = named
        self._hash = hash((make, of, *named.values()))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Recipe):
            return NotImplemented
        same = self._hash == other._hash and self.make == other.make
        return same and self.of == other.of and self.named == other.named

    def made(self) -> Made_co:
        """Such a widget."""
        return self.make(*self.of, **self.named)


_Twin = tuple[Recipe[Any], int]
"""A recipe, and how many widgets of the same are laid before this one."""


class Kept:
    """What lies on a surface, laid anew after every decision: only what differs is made anew.

    Of what is not wanted any more up to `spares` are put by, those that were laid last, for they
    come back with the same question; whoever sets some keeps no state in his widgets, or lets none
    of them be laid `again`: then only what was made ahead is put by. What lies there must not
    overlap: a widget that is made later lies on top. What goes for good is dismantled by `tidy`,
    or with the next frame if that did not come: the picture that shows what came instead waits for
    neither.
    """

    def __init__(self, surface: Surface, spares: int = 0, *, again: bool = True) -> None:
        self._surface = surface
        self._most_spares = spares
        self._again = again
        self._laid: dict[_Twin, Surface] = {}
        self._wanted: dict[_Twin, Surface] = {}
        self._spares: dict[_Twin, Surface] = {}
        self._gone: list[Surface] = []
        self.made = 0
        """How many widgets were made so far."""
        self._dismantle_soon = Clock.create_trigger(self._dismantle)

    def lay(self, recipe: Recipe[Made]) -> Made:
        """The widget that a recipe makes; the one from last time where they are equal."""
        twin = _next_twin(recipe, self._wanted)
        found = self._laid.pop(twin, None)
        if found is None:
            found = self._take_spare(twin)
            self._surface.add_widget(found)
        self._wanted[twin] = found
        return cast("Made", found)

    def finish(self) -> None:
        """Take away all that was not laid since this was called before."""
        for twin, widget in self._laid.items():
            self._surface.remove_widget(widget)
            if self._again:
                self._spares[twin] = widget
            else:
                self._gone.append(widget)
        self._laid, self._wanted = self._wanted, {}
        self._let_go()

    def make_ahead(self, recipes: Iterable[Recipe[Made]]) -> Iterator[Made]:
        """The widgets that will be laid together some time, one a step, put by until then."""
        together: set[_Twin] = set()
        for recipe in recipes:
            twin = _next_twin(recipe, together)
            together.add(twin)
            found = self._laid.get(twin)
            if found is None:
                found = self._spares[twin] = self._take_spare(twin)
                self._let_go()
            yield cast("Made", found)

    def tidy(self) -> Iterator[None]:
        """Dismantle what has gone for good, one widget a step."""
        while self._gone:
            self._gone.pop().dismantle()
            yield

    def close(self) -> None:
        """Let go of all that is put by, when the surface is dismantled.

        That is more than one picture can wait for: it is dismantled with the next ones, bit by bit.
        """
        _left.extend((*self._gone, *self._spares.values()))
        self._gone.clear()
        self._spares.clear()
        _dismantle_left()

    def _take_spare(self, twin: _Twin) -> Surface:
        """What was put by, made now if there is none."""
        found = self._spares.pop(twin, None)
        if found is None:
            self.made += 1
            found = twin[0].made()
        return found

    def _let_go(self) -> None:
        """Keep only the spares that were put by last."""
        while len(self._spares) > self._most_spares:
            self._gone.append(self._spares.pop(next(iter(self._spares))))
        if len(self._gone) > MOST_GONE:
            self._dismantle_soon()

    def _dismantle(self, _delta: float) -> None:
        while len(self._gone) > MOST_GONE:
            self._gone.pop().dismantle()


_left: list[Surface] = []
"""What pages have left behind that are gone."""


def _dismantle_some(_delta: float) -> None:
    for widget in _left[-_AT_ONCE:]:
        widget.dismantle()
    del _left[-_AT_ONCE:]
    if _left:
        _dismantle_left()


_dismantle_left = Clock.create_trigger(_dismantle_some)


def _next_twin(recipe: Recipe[Made], laid: Container[_Twin]) -> _Twin:
    """The recipe, numbered among equal ones."""
    number = 0
    while (recipe, number) in laid:
        number += 1
    return recipe, number
