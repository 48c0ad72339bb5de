"""What a panel and a computer say to each other: the panel's half.

Reads what a computer says and writes what a panel says. The lines are told byte by byte in
hardware/README.md; the computer's half is hardware/wire.py.
"""

VERSION = 1
NAME = "companion-panel"
MAX_LINE = 96
HIGHEST_NUMBER = 65535
LAMPS = 10

PRESSED = "pressed"
HELD = "held"

WELCOME = "welcome"
LIGHTS = "lamps"
TICK = "tick"

_COLON = 0x3A
_NEWLINE = 0x0A
_DIGITS = b"0123456789"
_HEX_DIGITS = b"0123456789ABCDEF"
_MOST_DIGITS = 5


class Message:
    """One thing a computer says: `WELCOME` with a version, `LIGHTS` with ten levels, `TICK`."""

    def __init__(self, word: str, version: int = 0, levels: tuple[int, ...] = ()) -> None:
        self.word = word
        self.version = version
        self.levels = levels


def hello(firmware: str, capabilities: tuple[str, ...]) -> bytes:
    """The line that says which panel this is."""
    return seal(f"hello {NAME} {VERSION} {firmware} {','.join(capabilities)}")


def press(number: int, kind: str) -> bytes:
    """The line that says that the button was pressed or held."""
    return seal(f"press {number} {kind}")


def tock() -> bytes:
    """The line that says that the panel is still there."""
    return seal("tock")


def seal(body: str) -> bytes:
    """A whole line round `body`: the colon before it, and checksum and newline after it."""
    return f":{body}*{checksum(body.encode()):04X}\n".encode()


def checksum(body: bytes) -> int:
    """CRC-16 with the polynomial 0x1021, started at 0xFFFF."""
    crc = 0xFFFF
    for byte in body:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ (0x1021 if crc & 0x8000 else 0)
            crc &= 0xFFFF
    return crc


class Reader:
    """Picks messages out of whatever comes in; keeps at most one line and drops the rest."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._is_inside = False

    def feed(self, data: bytes) -> list[Message]:
        """The messages that `data` completes, in order."""
        messages: list[Message] = []
        for byte in data:
            if byte == _COLON:
                self._line = bytearray()
                self._is_inside = True
            elif byte == _NEWLINE:
                messages += self._end()
            elif self._is_inside:
                self._add(byte)
        return messages

    def _add(self, byte: int) -> None:
        # The colon and the newline are part of the line too.
        if len(self._line) + 2 >= MAX_LINE:
            self._is_inside = False
        else:
            self._line.append(byte)

    def _end(self) -> list[Message]:
        was_inside = self._is_inside
        self._is_inside = False
        line = bytes(self._line)
        if line[-1:] == b"\r":
            line = line[:-1]
        return _read(line) if was_inside else []


def _read(line: bytes) -> list[Message]:
    """The message in this line, or none."""
    body, star, crc = line[:-5], line[-5:-4], line[-4:]
    if star != b"*" or not _consists_of(crc, _HEX_DIGITS) or checksum(body) != int(crc, 16):
        return []
    if body == b"tick":
        return [Message(TICK)]
    if body.startswith(b"welcome "):
        return _read_welcome(body[8:])
    if body.startswith(b"lamps "):
        return _read_lights(body[6:])
    return []


def _read_welcome(word: bytes) -> list[Message]:
    is_number = _consists_of(word, _DIGITS) and len(word) <= _MOST_DIGITS
    if not is_number or str(int(word)).encode() != word or int(word) > HIGHEST_NUMBER:
        return []
    return [Message(WELCOME, version=int(word))]


def _read_lights(word: bytes) -> list[Message]:
    if len(word) != 2 * LAMPS or not _consists_of(word, _HEX_DIGITS):
        return []
    return [Message(LIGHTS, levels=tuple(int(word[i : i + 2], 16) for i in range(0, 20, 2)))]


def _consists_of(word: bytes, digits: bytes) -> bool:
    return len(word) > 0 and all(byte in digits for byte in word)
