"""A report on the machine for helpers, as text and as QR codes that a phone can scan.

It is in English and has nothing about people: no names, cards or games.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

from companion.sentence import Sentence
from kiosk.machine.doctor.checks import CheckUp
from kiosk.rotation import Rotation, TouchFit
from kiosk.settings import Settings

_PART = 700
"""Most characters in a code that a phone can read off a small screen."""
_OF_PEOPLE = frozenset({"sides"})
"""Settings left out of the report, as they reveal where people sit."""
_BOARDS = re.compile(r"(/boards/)[^\s,]+")


def report(
    check_up: CheckUp,
    *,
    settings: Settings,
    window: str,
    rotation: Rotation,
    touch: TouchFit,
    games: int,
    told: Iterable[Sentence],
) -> str:
    """Return the text of the report on a machine.

    `window` is its size in pixels, `games` the number of saved games. Of `told`, the app's notices,
    the values of placeholders are left out, as they may be names.
    """
    touches = f"touch {touch.rotation:d}{' mirrored' * touch.mirrored}"
    lines = [
        f"Meduris Companion, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        f"window {window} turned {rotation:d}; {touches}; {games} games",
        _settings(settings),
        *(f"told: {sentence.message}" for sentence in told),
    ]
    for finding in check_up.findings:
        lines.append(f"{finding.grade:8} {finding.name:9} {finding.found}")
        if finding.advice is not None:
            lines.append(f"{'':18} {finding.advice}")
    return "".join(_BOARDS.sub(r"\1…", line) + "\n" for line in lines)


def _settings(settings: Settings) -> str:
    """Return the settings that differ from the defaults, as text."""
    now, usual = msgspec.to_builtins(settings), msgspec.to_builtins(Settings())
    others = (key for key in now if now[key] != usual[key] and key not in _OF_PEOPLE)
    return "settings " + ", ".join(f"{key} {now[key]}" for key in others)


def codes_of(text: str) -> tuple[str, ...]:
    """Return the contents of QR codes that together hold `text`, each with its number."""
    # All codes are about equally large, as the largest is the hardest to scan.
    number = -(-len(text) // _PART)
    each = -(-len(text) // number)
    parts = [text[first : first + each] for first in range(0, len(text), each)]
    return tuple(f"Meduris {one}/{len(parts)}\n{part}" for one, part in enumerate(parts, 1))
