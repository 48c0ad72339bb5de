"""The protocol between panel and computer: converts messages to bytes and bytes to messages.

The panel runs this module under MicroPython and the computer under CPython, so it uses only
features that both have. hardware/README.md specifies the lines byte by byte.
"""

VERSION = 1
NAME = "companion-panel"
"""Word that identifies the sender of a hello as a panel."""

MAX_LINE = 96
"""Maximum length of a line in bytes, including its newline. Longer lines are dropped."""

HIGHEST_NUMBER = 65535
"""Highest number of a button event. After it, the numbers start again at 0."""

LAMPS = 10

HELLO, PRESS, TOCK = FROM_PANEL = ("hello", "press", "tock")
"""First words of a panel's messages: hello until welcomed, button event, keep-alive."""

WELCOME, LIGHTS, TICK, BUZZ = TO_PANEL = ("welcome", "lamps", "tick", "buzz")
"""First words of the computer's messages: answer to a hello, lamps, keep-alive, melody."""

MOST_NOTES = 6
LOWEST_HERTZ, HIGHEST_HERTZ = 60, 5000
LONGEST_NOTE = 2000
"""Limits of a melody: at most `MOST_NOTES` notes, each from `LOWEST_HERTZ` to `HIGHEST_HERTZ` and
at most `LONGEST_NOTE` milliseconds long."""

PRESSED = "pressed"
HELD = "held"

_LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,_=- "
_HEX_DIGITS = b"0123456789ABCDEF"
_MOST_DIGITS = 5
_SLICE = 4096


class Message:
    """A received message.

    `word` is the kind of message; it decides which other attributes are set. `number` is the
    version of the protocol in `HELLO` and `WELCOME`, and the number of the button event in `PRESS`.
    `kind`, in `PRESS`, is PRESSED or HELD. `capabilities`, in `HELLO`, are words such as `button`,
    `lamps10` and `dim`; unknown words are ignored. `levels`, in `LIGHTS`, are ten brightnesses, 0
    to 255. `notes`, in `BUZZ`, are up to six pairs of hertz and milliseconds, in order.
    """

    def __init__(  # noqa: PLR0913 - a panel has no dataclasses
        self,
        word: str,
        number: int = 0,
        *,
        kind: str = "",
        firmware: str = "",
        capabilities: tuple[str, ...] = (),
        levels: tuple[int, ...] = (),
        notes: tuple[tuple[int, int], ...] = (),
    ) -> None:
        self.word = word
        self.number = number
        self.kind = kind
        self.firmware = firmware
        self.capabilities = capabilities
        self.levels = levels
        self.notes = notes


def encode_hello(firmware: str, capabilities: tuple[str, ...]) -> bytes:
    """Encode a panel's hello."""
    return frame_message(f"hello {NAME} {VERSION} {firmware} {','.join(capabilities)}")


def encode_button_event(number: int, kind: str) -> bytes:
    """Encode a button event; `kind` is PRESSED or HELD."""
    return frame_message(f"press {number} {kind}")


def encode_welcome() -> bytes:
    """Encode the answer to a hello."""
    return frame_message(f"welcome {VERSION}")


def encode_lamp_levels(levels: tuple[int, ...]) -> bytes:
    """Encode the brightness (0 to 255) of all lamps."""
    return frame_message("lamps " + "".join(f"{level:02X}" for level in levels))


def encode_melody(notes: tuple[tuple[int, int], ...]) -> bytes:
    """Encode a melody: pairs of hertz and milliseconds. It replaces the panel's current melody."""
    return frame_message(
        "buzz " + ",".join(f"{hertz}-{milliseconds}" for hertz, milliseconds in notes)
    )


def frame_message(body: str) -> bytes:
    """Return the line for a message: a colon, `body`, the checksum, and a newline."""
    return f":{body}*{checksum(body.encode()):04X}\n".encode()


def checksum(body: bytes) -> int:
    """Return the CRC-16 of `body`: polynomial 0x1021, initial value 0xFFFF."""
    crc = 0xFFFF
    for byte in body:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ (0x1021 if crc & 0x8000 else 0)
            crc &= 0xFFFF
    return crc


class MessageDecoder:
    """Decoder of a byte stream into messages; it ignores messages whose word is not in `words`.

    At most one incomplete line is buffered. Ignored messages and invalid bytes are counted in
    `noise_bytes`.
    """

    def __init__(self, words: tuple[str, ...]) -> None:
        self.noise_bytes = 0
        self._words = words
        self._rest = b""

    def feed(self, data: bytes) -> list[Message]:
        """Return the messages that are complete after receiving `data`, in order."""
        messages: list[Message] = []
        for start in range(0, len(data), _SLICE):
            *lines, rest = (self._rest + data[start : start + _SLICE]).split(b"\n")
            for line in lines:
                messages += self._read(line)
            self._rest = rest[-MAX_LINE:]
            self.noise_bytes += len(rest) - len(self._rest)
        return messages

    def _read(self, line: bytes) -> list[Message]:
        # If the cable was unplugged within a line, this line continues with the next line: only
        # text after the last colon counts.
        begins = max(line.rfind(b":"), 0)
        message = _message(line[begins:], self._words)
        self.noise_bytes += len(line) + 1 if message is None else begins
        return [] if message is None else [message]


def _message(line: bytes, known: tuple[str, ...]) -> Message | None:
    length = len(line)
    if line.endswith(b"\r"):
        line = line[:-1]
    body, star, crc = line[1:-5], line[-5:-4], line[-4:]
    if length >= MAX_LINE or line[:1] != b":" or star != b"*":
        return None
    if not (_is_of(body, _LETTERS) and _is_of(crc, _HEX_DIGITS) and checksum(body) == int(crc, 16)):
        return None
    words = body.decode().split(" ")
    return _meaning(words) if words[0] in known and all(words) else None


def _meaning(words: list[str]) -> Message | None:
    word, count = words[0], len(words)
    if word == HELLO:
        # Later versions of the protocol may extend their hello, but it begins with the same words.
        number = _number(words[2]) if count >= 5 and words[1] == NAME else None  # noqa: PLR2004
        if number is not None:
            capabilities = tuple(words[4].split(","))
            return Message(HELLO, number, firmware=words[3], capabilities=capabilities)
    elif word == PRESS:
        known = count == 3 and words[2] in (PRESSED, HELD)  # noqa: PLR2004
        number = _number(words[1]) if known else None
        if number is not None:
            return Message(PRESS, number, kind=words[2])
    elif word == WELCOME:
        number = _number(words[1]) if count == 2 else None  # noqa: PLR2004
        if number is not None:
            return Message(WELCOME, number)
    elif word == LIGHTS:
        if count == 2 and len(words[1]) == 2 * LAMPS and _is_of(words[1].encode(), _HEX_DIGITS):  # noqa: PLR2004
            levels = [int(words[1][at : at + 2], 16) for at in range(0, 2 * LAMPS, 2)]
            return Message(LIGHTS, levels=tuple(levels))
    elif word == BUZZ:
        notes = _notes(words[1]) if count == 2 else ()  # noqa: PLR2004
        if notes:
            return Message(BUZZ, notes=notes)
    elif count == 1:
        return Message(word)
    return None


def _notes(word: str) -> tuple[tuple[int, int], ...]:
    notes = []
    for note in word.split(","):
        first, _dash, second = note.partition("-")
        hertz, milliseconds = _number(first), _number(second)
        if hertz is None or milliseconds is None:
            return ()
        if not LOWEST_HERTZ <= hertz <= HIGHEST_HERTZ or not 0 < milliseconds <= LONGEST_NOTE:
            return ()
        notes.append((hertz, milliseconds))
    return tuple(notes) if len(notes) <= MOST_NOTES else ()


def _number(word: str) -> int | None:
    if not word.isdigit() or len(word) > _MOST_DIGITS or str(int(word)) != word:
        return None
    return int(word) if int(word) <= HIGHEST_NUMBER else None


def _is_of(word: bytes, letters: bytes) -> bool:
    return len(word) > 0 and all(byte in letters for byte in word)
