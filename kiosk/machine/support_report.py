"""Report on the state of the machine, to send to technical support as text or as QR codes.

The report is in English. It contains no names of people, and no contents of games.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

from companion.sentence import Sentence
from kiosk.machine.doctor.checks import Diagnosis
from kiosk.rotation import Rotation, TouchCalibration
from kiosk.settings import Settings

_PART = 700
"""Largest number of characters in a QR code that a phone can scan from a small screen."""
_OF_PEOPLE = frozenset({"sides"})
"""Settings that the report leaves out, as they reveal where people sit."""
_BOARDS = re.compile(r"(/boards/)[^\s,]+")


def support_report_text(
    diagnosis: Diagnosis,
    *,
    settings: Settings,
    window: str,
    rotation: Rotation,
    touch: TouchCalibration,
    games: int,
    notices: Iterable[Sentence],
) -> str:
    """Return the text of the report on a machine.

    `window` is the window's size in pixels. `games` is the number of saved games. `notices` has the
    app's notices. The report leaves out the values of placeholders in notices, as they may be
    names.
    """
    touches = f"touch {touch.rotation:d}{' mirrored' * touch.mirrored}"
    lines = [
        f"Meduris Companion, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        f"window {window} turned {rotation:d}; {touches}; {games} games",
        _settings(settings),
        *(f"told: {sentence.message}" for sentence in notices),
    ]
    for finding in diagnosis.findings:
        lines.append(f"{finding.grade:8} {finding.check_name:9} {finding.found}")
        if finding.advice is not None:
            lines.append(f"{'':18} {finding.advice}")
    return "".join(_BOARDS.sub(r"\1…", line) + "\n" for line in lines)


def _settings(settings: Settings) -> str:
    now, usual = msgspec.to_builtins(settings), msgspec.to_builtins(Settings())
    others = (key for key in now if now[key] != usual[key] and key not in _OF_PEOPLE)
    return "settings " + ", ".join(f"{key} {now[key]}" for key in others)


def split_for_qr_codes(text: str) -> tuple[str, ...]:
    """Split the text of the report into numbered parts, each the content of one QR code."""
    # All codes have nearly the same size, as the largest code is the hardest to scan.
    number = -(-len(text) // _PART)
    each = -(-len(text) // number)
    parts = [text[first : first + each] for first in range(0, len(text), each)]
    return tuple(f"Meduris {one}/{len(parts)}\n{part}" for one, part in enumerate(parts, 1))
