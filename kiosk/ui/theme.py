"""Colours and sizes of the touchscreen (SCREEN.md, "Measures").

One `dp` is a pixel on a screen of 800x480 or 480x800, and grows with the screen. The short side of
a layout has at least 480 dp, and the long side at least 800 dp. On a screen with other proportions,
one of the sides has more dp than that. Letters are measured in `sp`: one dp, or a third more with
the setting for large letters. Letters are at least `SMALL_TEXT` dp high. Only names may be smaller,
because they are never shortened.
"""

from functools import cache

Rgb = tuple[float, float, float]

DESIGN_SIDE, DESIGN_LENGTH = 480, 800
"""Smallest sides of a layout in dp: the shorter side, and the longer side."""
LEAST_SIDE, LEAST_LENGTH = 320, 480
"""Smallest sides of a screen in pixels: the shorter side, and the longer side. On a smaller screen
letters are illegible."""

STRIP_HEIGHT = 64
"""Height in dp of the strip with a simulated button panel below the screen."""

TOUCH = 48
"""Smallest side of a tap target, in dp."""
GAP = 8
"""Smallest distance between two tap targets, in dp."""
LARGE_LETTERS = 4 / 3
"""Number of dp in an sp with the setting for large letters."""
SMALL_TEXT = 15
LEAST_NAME = 9
"""Smallest size of a name, in dp. A name that needs a smaller size is broken within a word instead.
"""
TEXT = 16
DECISION_TEXT = 18
TITLE_TEXT = 20
LEAST_CONTRAST = 4.5
LEAST_LARGE_CONTRAST = 3.0
LARGE_TEXT = 24
"""Text counts as large from this size in dp on; bold text from 18 dp on."""

_LEAST_SCALE = 0.05
"""Lower bound of the scale, as a window can be resized to almost nothing."""


def pixels_per_dp(width: float, height: float) -> float:
    """Return the number of pixels per dp on a screen of this size in pixels."""
    short, long = sorted((width, height))
    return max(min(short / DESIGN_SIDE, long / DESIGN_LENGTH), _LEAST_SCALE)


def is_screen_too_small(width: float, height: float) -> bool:
    """Return whether a screen of this size in pixels is too small for any layout."""
    short, long = sorted((width, height))
    return short < LEAST_SIDE or long < LEAST_LENGTH


def parse_color(code: str) -> Rgb:
    """Parse a colour such as "#14211f" into red, green and blue from 0 to 1."""
    return tuple(int(code[start : start + 2], 16) / 255 for start in (1, 3, 5))  # type: ignore[return-value]


GROUND = parse_color("#14211f")
SURFACE = parse_color("#1b2d29")
RAISED = parse_color("#24403a")
RAISED_MORE = parse_color("#2f544c")
LINE = parse_color("#0c1513")
PAPER = parse_color("#f3ead6")
PAPER_SHADE = parse_color("#e4d8bd")
INK = parse_color("#26332f")
INK_SOFT = parse_color("#4d5a52")
LIGHT = parse_color("#f4f1e8")
LIGHT_SOFT = parse_color("#b9c6bf")
RIVER = parse_color("#5cc7f2")
SAND = parse_color("#d9bf8c")
WARNING = parse_color("#8a3a12")
BONUS_RED = parse_color("#c9482a")


def _luminance(color: Rgb) -> float:
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@cache
def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@cache
def strongest_text_color_on(ground: Rgb) -> Rgb:
    """Return the dark or the light text colour, whichever has more contrast with `ground`."""
    return max((LINE, LIGHT), key=lambda ink: contrast(ink, ground))


@cache
def text_color_on(ground: Rgb) -> Rgb:
    """Return the usual text colour: dark on light paper, light on a dark background."""
    return max((INK, LIGHT), key=lambda ink: contrast(ink, ground))


@cache
def darken_for_text(ground: Rgb) -> Rgb:
    """Return the colour `ground`, darkened until small text on it is readable."""
    shade, share = ground, 0.0
    while contrast(strongest_text_color_on(shade), shade) < LEAST_CONTRAST:
        share += 0.02
        shade = mix_colors(ground, LINE, share)
    return shade


@cache
def mix_colors(one: Rgb, other: Rgb, share: float) -> Rgb:
    """Return the colour `one` with a share (0 to 1) of the colour `other` mixed in."""
    return tuple(a + (b - a) * share for a, b in zip(one, other, strict=True))  # type: ignore[return-value]
