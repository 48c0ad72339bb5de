"""The ten lamps of a panel, and their brightness at a given time.

A `LampPattern` is the permanent state of all lamps. An effect, such as a tumbling die, replaces
this state for a short time. `LampScheduler` combines the state and the effects. It starts no
thread. Its clock is passed in, so that tests control the time.
"""

import math
from collections.abc import Callable, Iterable
from enum import Enum, StrEnum
from typing import Annotated

import msgspec

Clock = Callable[[], float]
"""A monotonic clock in seconds, such as `time.monotonic`."""

LampLevels = tuple[int, ...]
"""Brightness of each lamp in the order of `Lamp`, from 0 (dark) to 255."""

BRIGHTEST = 255


class Lamp(StrEnum):
    """The lamps of a panel in protocol order: six die faces, then four player colours."""

    WOOD = "wood"
    WOOL = "wool"
    COPPER = "copper"
    STONE = "stone"
    PLUS = "plus"
    MINUS = "minus"
    PURPLE = "purple"
    BLUE = "blue"
    GREEN = "green"
    RED = "red"


DIE_LAMPS = (Lamp.WOOD, Lamp.WOOL, Lamp.COPPER, Lamp.STONE, Lamp.PLUS, Lamp.MINUS)
TURN_LAMPS = (Lamp.PURPLE, Lamp.BLUE, Lamp.GREEN, Lamp.RED)
DARK_LEVELS: LampLevels = (0,) * len(Lamp)


class LampEffect(Enum):
    """Temporary lamp effects in ascending order of priority.

    An effect is not shown while an effect of higher priority is running.
    """

    NOT_NOW = 1
    TUMBLE = 2
    SELF_TEST = 3


class LampPattern(msgspec.Struct, frozen=True):
    """Permanent state of all ten lamps; lamps that are neither steady nor blinking are dark."""

    steady: frozenset[Lamp] = frozenset()
    blinking: frozenset[Lamp] = frozenset()


class LampSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Brightness and blinking speed of all lamps.

    `brightness_percent` is perceived brightness, 10 to 100. `slow_blink_seconds`, 0.4 to 5, is the
    time from the start of one blink to the start of the next. `tumble_seconds`, 0.2 to 0.9, is the
    duration of the die effect.
    """

    brightness_percent: Annotated[int, msgspec.Meta(ge=10, le=100)] = 60
    slow_blink_seconds: Annotated[float, msgspec.Meta(ge=0.4, le=5.0)] = 1.2
    tumble_seconds: Annotated[float, msgspec.Meta(ge=0.2, le=0.9)] = 0.8


def make_lamp_pattern(*, steady: Iterable[Lamp] = (), blinking: Iterable[Lamp] = ()) -> LampPattern:
    """Return a pattern of lamps that are lit (`steady`) or blink slowly (`blinking`).

    All other lamps are dark. A lamp in both groups blinks, because blinking stands for a pending
    question.
    """
    return LampPattern(frozenset(steady) - frozenset(blinking), frozenset(blinking))


def duty_cycle(level: int) -> float:
    """Return the duty cycle, 0.0 to 1.0, for a perceived brightness of 0 to 255.

    Perceived brightness is about the square root of the emitted light. The duty cycle of a lit lamp
    is at least 0.01, the smallest step of a Raspberry Pi's pins.
    """
    if level <= 0:
        return 0.0
    return max(0.01, round((min(level, BRIGHTEST) / BRIGHTEST) ** 2, 2))


_Step = tuple[float, frozenset[Lamp]]
"""Step of an effect: the lit lamps, and the duration or the end time of the step in seconds."""


class _Playing(msgspec.Struct, frozen=True):
    effect: LampEffect
    steps: tuple[_Step, ...]


class LampScheduler:
    """Computes the brightness of each lamp from the lamps' permanent state and the running effect.

    The brightness is constant until `next_change_time`, so the caller can sleep until then.
    """

    def __init__(self, clock: Clock, settings: LampSettings | None = None) -> None:
        self._clock = clock
        self._settings = settings or LampSettings()
        self._pattern = LampPattern()
        self._blinks_from = clock()
        self._playing: _Playing | None = None

    def show_pattern(self, pattern: LampPattern) -> None:
        """Set the permanent state of the lamps.

        If this changes any of the die's lamps, a running tumble effect ends.
        """
        now = self._clock()
        before = self._pattern
        if not before.blinking:
            self._blinks_from = now
        changed = (before.steady ^ pattern.steady) | (before.blinking ^ pattern.blinking)
        running = self._running(now)
        is_tumbling = running is not None and running.effect is LampEffect.TUMBLE
        if is_tumbling and not changed.isdisjoint(DIE_LAMPS):
            self._playing = None
        self._pattern = pattern

    def play_effect(self, effect: LampEffect) -> None:
        """Start an effect, unless an effect of higher priority or a self-test is running."""
        now = self._clock()
        running = self._running(now)
        if running is not None:
            # A self-test is never restarted: it runs to its end even while the button is held.
            is_last = running.effect is LampEffect.SELF_TEST
            if is_last or effect.value < running.effect.value:
                return
        ends = now
        steps = []
        for seconds, lit in _steps(effect, self._settings):
            ends += seconds
            steps.append((ends, lit))
        self._playing = _Playing(effect, tuple(steps))

    def set_lamp_settings(self, settings: LampSettings) -> None:
        """Apply new settings and restart the blinking; a running effect keeps its speed."""
        self._settings = settings
        self._blinks_from = self._clock()

    def lamp_levels(self) -> LampLevels:
        now = self._clock()
        lit = set(self._pattern.steady)
        if self._half_blinks(now) % 2 == 0:
            lit |= self._pattern.blinking
        running = self._running(now)
        if running is not None:
            lit -= set(Lamp if running.effect is LampEffect.SELF_TEST else DIE_LAMPS)
            lit |= next(lamps for ends, lamps in running.steps if now < ends)
        level = round(BRIGHTEST * self._settings.brightness_percent / 100)
        return tuple(level if lamp in lit else 0 for lamp in Lamp)

    def next_change_time(self) -> float | None:
        """Return the time of the next change in brightness, or None if no change will follow."""
        now = self._clock()
        changes = []
        running = self._running(now)
        if running is not None:
            changes.append(next(ends for ends, _ in running.steps if now < ends))
        if self._pattern.blinking:
            changes.append(self._blinks_from + (self._half_blinks(now) + 1) * self._half_blink)
        return min(changes, default=None)

    @property
    def _half_blink(self) -> float:
        return self._settings.slow_blink_seconds / 2

    def _half_blinks(self, now: float) -> int:
        return math.floor((now - self._blinks_from) / self._half_blink)

    def _running(self, now: float) -> _Playing | None:
        if self._playing is not None and now >= self._playing.steps[-1][0]:
            self._playing = None
        return self._playing


_TUMBLE_ORDER = (
    *(Lamp.STONE, Lamp.PLUS, Lamp.WOOL, Lamp.MINUS, Lamp.COPPER),
    *(Lamp.WOOD, Lamp.PLUS, Lamp.STONE, Lamp.MINUS, Lamp.WOOL),
)
# A die slows down before it stops.
_TUMBLE_WEIGHTS = (4, 4, 4, 5, 5, 6, 7, 8, 10, 12)

_NOT_NOW_STEPS: tuple[_Step, ...] = ((0.12, frozenset(DIE_LAMPS)), (0.08, frozenset())) * 2
_SELF_TEST_STEPS: tuple[_Step, ...] = tuple((0.3, frozenset({lamp})) for lamp in Lamp)


def _steps(effect: LampEffect, settings: LampSettings) -> tuple[_Step, ...]:
    match effect:
        case LampEffect.NOT_NOW:
            return _NOT_NOW_STEPS
        case LampEffect.SELF_TEST:
            return _SELF_TEST_STEPS
        case LampEffect.TUMBLE:
            second = settings.tumble_seconds / sum(_TUMBLE_WEIGHTS)
            return tuple(
                (weight * second, frozenset({lamp}))
                for lamp, weight in zip(_TUMBLE_ORDER, _TUMBLE_WEIGHTS, strict=True)
            )
