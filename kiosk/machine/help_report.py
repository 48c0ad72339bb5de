"""A report on the machine for helpers, as text and as QR codes that a phone can scan.

It is in English and has nothing about people: no names, cards or games.
"""

import base64
import binascii
import re
import zlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

import msgspec

from companion.errors import CompanionError
from companion.sentence import N_, Sentence
from kiosk.machine.doctor.checks import CheckUp
from kiosk.rotation import Rotation, TouchFit
from kiosk.settings import Settings

CODE = re.compile(r"MEDURIS-HELP ([1-9]\d?)/([1-9]\d?) ([A-Z2-7]+)")
"""Content of a QR code: its number, the total, and its part of the report."""
_PART = 1100
"""Most characters in a code that a phone can read off a small screen."""
_MOST_BYTES = 200_000
_OF_PEOPLE = frozenset({"sides"})
"""Settings left out of the report, as they reveal where people sit."""
_BOARDS = re.compile(r"(/boards/)[^\s,]+")

_NONE = Sentence(N_("There is no code of a report for help in this text."))
_MISSING = N_("Code {number} of {codes} is missing.")
_DAMAGED = Sentence(N_("The codes do not belong together, or are not whole: scan them once more."))


class HelpReportError(CompanionError):
    """The scanned text is not a complete report."""


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
    """Return the contents of QR codes that together hold `text`."""
    packed = zlib.compress(text.encode(), 9)
    whole = base64.b32encode(packed).decode().rstrip("=")
    # All codes are about equally large, as the largest is the hardest to scan.
    each = -(-len(whole) // -(-len(whole) // _PART))
    parts = [whole[first : first + each] for first in range(0, len(whole), each)]
    return tuple(
        f"MEDURIS-HELP {number}/{len(parts)} {part}" for number, part in enumerate(parts, 1)
    )


def text_of(scanned: str) -> str:
    """Return the report in scanned codes, in any order.

    Raises HelpReportError if a code is missing or damaged.
    """
    found = list(CODE.finditer(scanned))
    if not found:
        raise HelpReportError(_NONE)
    number = int(found[0][2])
    parts = {int(one[1]): one[3] for one in found if int(one[2]) == number}
    whole = "".join(_all_parts(parts, number))
    try:
        packed = base64.b32decode(whole + "=" * (-len(whole) % 8))
        unpacking = zlib.decompressobj()
        # The limit stops input that would expand to fill the memory.
        text = unpacking.decompress(packed, _MOST_BYTES).decode()
    except (binascii.Error, zlib.error, ValueError) as error:
        raise HelpReportError(_DAMAGED) from error
    if not unpacking.eof:
        raise HelpReportError(_DAMAGED)
    return text


def _all_parts(parts: dict[int, str], number: int) -> Iterator[str]:
    for one in range(1, number + 1):
        if one not in parts:
            raise HelpReportError(Sentence(_MISSING, {"number": one, "codes": number}))
        yield parts[one]
