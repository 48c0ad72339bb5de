"""Random gestures: fingers on and beside whatever can be tapped, several at once.

One finger comes as SDL reports it on Linux, as a mouse; several come to Kivy as fingers, as on
platforms where SDL reports them.
"""

import random
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.kiosk.touch import NotOnScreenError, Point, Touchscreen

if TYPE_CHECKING:
    from hardware.memory_panel import MemoryPanel

MOST_FINGERS = 5
_TREMBLE = 6
"""Pixels by which a finger misses the middle of its target."""
_HOLD_SECONDS = (0.2, 0.8, 3.0)
_PAUSES = (0.1, 0.6, 2.0, 7.0)
_FRAMES_A_SECOND = 30
_MOST_FRAMES = 20
"""Most frames of a long pause; most others have no gesture."""


class Hands:
    """Hands that prefer what they have tried least.

    `frame` runs a frame, and receives the gesture of it.
    """

    def __init__(
        self,
        touch: Touchscreen,
        panel: "MemoryPanel",
        chance: random.Random,
        tried: Counter,
        frame: Callable[[str], None],
    ) -> None:
        self._touch = touch
        self._panel = panel
        self._chance = chance
        self._tried = tried
        self._frame = frame
        self._number = 0
        self._gestures = (
            (60, self._tap),
            (12, self._tap_somewhere),
            (8, self._slide),
            (3, self._hold),
            (10, self._several_fingers),
            (3, self._press_panel),
            (2, self._flap_panel),
            (5, self._pause),
        )

    def do_something(self) -> None:
        """Make one gesture."""
        weights, gestures = zip(*self._gestures, strict=True)
        (gesture,) = self._chance.choices(gestures, weights)
        gesture()

    # Gestures

    def _tap(self) -> None:
        self._down_and_up(*self._least_tried())

    def _tap_somewhere(self) -> None:
        self._down_and_up(self._somewhere(), "somewhere")

    def _down_and_up(self, point: Point, what: str) -> None:
        self._mouse("down", point, f"tap {what}")
        self._mouse("up", point, f"lift from {what}")

    def _slide(self) -> None:
        point, what = self._least_tried() if self._chance.random() < 0.5 else self._anywhere()
        self._mouse("down", point, f"slide from {what}")
        for _step in range(self._chance.randint(1, 5)):
            point = self._somewhere()
            self._mouse("move", point, f"slide from {what}")
        self._mouse("up", point, f"lift after a slide from {what}")

    def _hold(self) -> None:
        point, what = self._least_tried()
        self._mouse("down", point, f"hold {what}")
        self._pass(self._chance.choice(_HOLD_SECONDS), f"hold {what}")
        self._mouse("up", point, f"let go of {what}")

    def _several_fingers(self) -> None:
        """Put down, move and lift several fingers in any order, handled in the same frames."""
        down: dict[int, Point] = {}
        for _finger in range(self._chance.randint(2, MOST_FINGERS)):
            point, what = self._least_tried() if self._chance.random() < 0.7 else self._anywhere()
            self._number += 1
            down[self._number] = point
            self._tell("fingerdown", self._number, point)
            if self._chance.random() < 0.5:
                self._frame(f"{len(down)} fingers, one on {what}")
        while down:
            finger = self._chance.choice(list(down))
            if self._chance.random() < 0.3:
                down[finger] = self._somewhere()
                self._tell("fingermotion", finger, down[finger])
            else:
                self._tell("fingerup", finger, down.pop(finger))
            if self._chance.random() < 0.6:
                self._frame(f"{len(down)} fingers left")
        self._frame("no finger left")

    def _press_panel(self) -> None:
        self._panel.push()
        self._pass(self._chance.choice(_HOLD_SECONDS), "press the panel's button")
        self._panel.release()
        self._pass(0.1, "let go of the panel's button")

    def _flap_panel(self) -> None:
        for _time in range(self._chance.randint(1, 6)):
            (self._panel.unplug if self._panel.is_plugged_in else self._panel.plug_in)()
            self._pass(self._chance.choice((0.03, 0.3)), "the panel comes and goes")

    def _pause(self) -> None:
        self._pass(self._chance.choice(_PAUSES), "pause")

    # Places

    def _least_tried(self) -> tuple[Point, str]:
        """Return one of the least tapped buttons of this page, and its name."""
        taps = self._touch.taps()
        if not taps:
            return self._anywhere()
        page = self._touch.name
        weights = [1 / (1 + self._tried[page, tap.key]) for tap in taps]
        (tap,) = self._chance.choices(taps, weights)
        self._tried[page, tap.key] += 1
        x, y = tap.box.center
        return (x + self._tremble(), y + self._tremble()), f"{page}:{tap.key}"

    def _tremble(self) -> float:
        return self._chance.uniform(-_TREMBLE, _TREMBLE)

    def _anywhere(self) -> tuple[Point, str]:
        """Return a field of the board, if there is one, or any point."""
        try:
            board = self._touch.board
        except NotOnScreenError:
            return self._somewhere(), "somewhere"
        field = self._chance.choice(range(1, len(board.picture.fields) + 1))
        return board.field_center(field), f"field {field}"

    def _somewhere(self) -> Point:
        width, height = self._touch.navigator.size
        return self._chance.uniform(0, width - 1), self._chance.uniform(0, height - 1)

    # Fingers

    def _mouse(self, what: str, point: Point, told: str) -> None:
        from kivy.core.window import Window  # noqa: PLC0415 - Kivy is configured by now

        x, y = self._touch.navigator.to_window(*point)
        button = () if what == "move" else ("left",)
        Window.dispatch(f"on_mouse_{what}", x, Window.height - 1 - y, *button, [])
        self._frame(told)

    def _tell(self, what: str, finger: int, point: Point) -> None:
        tell_of_finger(self._touch, what, finger, point)

    def _pass(self, seconds: float, what: str) -> None:
        """Wait, frame by frame."""
        frames = min(max(1, round(seconds * _FRAMES_A_SECOND)), _MOST_FRAMES)
        for _frame in range(frames):
            self._touch._window.clock.skip(seconds / frames)
            self._frame(what)


def tell_of_finger(touch: Touchscreen, what: str, finger: int, point: Point) -> None:
    """Send `fingerdown`, `fingermotion` or `fingerup` of one of several fingers to Kivy.

    As in SDL, relative to the window, from its top. It is handled in the next frame.
    """
    from kivy.core.window import Window  # noqa: PLC0415 - Kivy is configured by now
    from kivy.core.window.window_sdl2 import SDL2MotionEventProvider  # noqa: PLC0415

    x, y = touch.navigator.to_window(*point)
    told = (what, finger, x / Window.width, 1 - y / Window.height, 0.5)
    SDL2MotionEventProvider.q.appendleft(told)
