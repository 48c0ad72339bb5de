"""What a panel and a computer say to each other over a cable: bytes to messages and back.

Pure, and the computer's half only: it reads what a panel says and writes what a panel reads.
The lines are told byte by byte in `hardware/README.md`; the panel's half is
`firmware/panel/wire.py`, and both are held to `tests/hardware/wire_vectors.json`.
"""

import binascii
import re
from typing import assert_never

import msgspec

from hardware.button import PressKind
from hardware.lamps import Frame

VERSION = 1
"""The version of the protocol that this program speaks."""

NAME = "companion-panel"
"""What a panel calls itself, so that no other device's greeting is taken for one."""

MAX_LINE = 96
"""The longest line in bytes, its newline included; what is longer is noise."""

HIGHEST_NUMBER = 65535
"""Presses are numbered from 0 to this and then from 0 again."""


class Hello(msgspec.Struct, frozen=True):
    """A panel is here; it says so again and again until it is welcomed.

    `capabilities` are words such as `button`, `lamps10` and `dim`; unknown ones mean nothing.
    """

    version: int
    firmware: str
    capabilities: tuple[str, ...]


class Pressed(msgspec.Struct, frozen=True):
    """The button was pressed or held; `number` grows by one from message to message."""

    number: int
    kind: PressKind


class Tock(msgspec.Struct, frozen=True):
    """The panel is still there."""


class Welcome(msgspec.Struct, frozen=True):
    """The computer has heard the hello and speaks this version too."""

    version: int


class Lights(msgspec.Struct, frozen=True):
    """How bright all lamps are from now on."""

    frame: Frame


class Tick(msgspec.Struct, frozen=True):
    """The computer is still there."""


FromPanel = Hello | Pressed | Tock
ToPanel = Welcome | Lights | Tick

_LINE = re.compile(rb":([a-z]+(?: [A-Za-z0-9.,_=-]+)*)\*([0-9A-F]{4})\r?")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,4}")
_SLICE = 4096


def encode(message: ToPanel) -> bytes:
    """The line that says this message to a panel."""
    match message:
        case Welcome(version=version):
            return seal(f"welcome {version}")
        case Lights(frame=frame):
            return seal("lamps " + bytes(frame).hex().upper())
        case Tick():
            return seal("tick")
        case _:
            assert_never(message)


def seal(body: str) -> bytes:
    """A whole line round `body`: the colon before it, and checksum and newline after it."""
    return f":{body}*{checksum(body.encode('ascii')):04X}\n".encode("ascii")


def checksum(body: bytes) -> int:
    """CRC-16 with the polynomial 0x1021, started at 0xFFFF, of what stands between : and *."""
    return binascii.crc_hqx(body, 0xFFFF)


class Reader:
    """Picks messages out of whatever comes in, whole or in pieces.

    It keeps at most the beginning of one line. What is not a message is dropped and counted in
    `noise_bytes`.
    """

    def __init__(self) -> None:
        self.noise_bytes = 0
        self._rest = b""

    def feed(self, data: bytes) -> list[FromPanel]:
        """The messages that `data` completes, in order."""
        messages: list[FromPanel] = []
        for start in range(0, len(data), _SLICE):
            messages += self._feed_slice(data[start : start + _SLICE])
        return messages

    def _feed_slice(self, data: bytes) -> list[FromPanel]:
        *lines, rest = (self._rest + data).split(b"\n")
        kept = rest[-MAX_LINE:]
        self.noise_bytes += len(rest) - len(kept)
        self._rest = kept
        return [message for line in lines if (message := self._read(line)) is not None]

    def _read(self, line: bytes) -> FromPanel | None:
        # A line broken off by an unplugged cable runs into the next: the last colon counts.
        begins = max(line.rfind(b":"), 0)
        message = _message(line[begins:])
        self.noise_bytes += begins if message is not None else len(line) + 1
        return message


def _message(line: bytes) -> FromPanel | None:
    match_ = _LINE.fullmatch(line) if len(line) < MAX_LINE else None
    if match_ is None or checksum(match_[1]) != int(match_[2], 16):
        return None
    return _meaning(match_[1].decode("ascii").split(" "))


def _meaning(words: list[str]) -> FromPanel | None:
    match words:
        # Later versions may say more in their hello, but begin it with the same words.
        case ["hello", name, version, firmware, capabilities, *_] if name == NAME:
            number = _number(version)
            if number is not None:
                return Hello(number, firmware, tuple(capabilities.split(",")))
        case ["press", numeral, ("pressed" | "held") as kind]:
            number = _number(numeral)
            if number is not None:
                return Pressed(number, PressKind(kind))
        case ["tock"]:
            return Tock()
    return None


def _number(word: str) -> int | None:
    if _NUMBER.fullmatch(word) is None or int(word) > HIGHEST_NUMBER:
        return None
    return int(word)
