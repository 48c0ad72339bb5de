"""Lays touches where the fingers were, on a display whose touch layer lies otherwise than it."""

from collections.abc import Sequence

from kivy.base import EventLoop
from kivy.input.motionevent import MotionEvent

from kiosk.rotation import Place, TouchFit

_Events = Sequence[tuple[str, MotionEvent]]
_OURS = "meduris.fitted"


class FittedTouches:
    """Applies a `fit` to all touches, before any widget hears of them, until it is closed."""

    def __init__(self, fit: TouchFit) -> None:
        self.fit = fit
        EventLoop.add_postproc_module(self)

    def close(self) -> None:
        """Leave touches as they are told."""
        EventLoop.remove_postproc_module(self)

    def process(self, events: _Events) -> _Events:
        """The events, each of whose touches lies where the finger is (Kivy asks in each frame)."""
        if self.fit != TouchFit():
            for _kind, touch in events:
                self._lay(touch)
        return events

    def _lay(self, touch: MotionEvent) -> None:
        # A touch comes with each of its events, and is told anew only where it has moved.
        told: Place = (touch.sx, touch.sy)
        if touch.ud.get(_OURS) != told:
            touch.sx, touch.sy = touch.ud[_OURS] = self.fit.applied(*told)
