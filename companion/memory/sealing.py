"""The seals of the saved games: each covers a row and the seal before it.

A part of the format (`companion.memory.migrations`): what stands here is never changed. A seal is
BLAKE2b (RFC 7693) of 8 bytes over the seal before, if there is one, and the values of the row, each
as `LENGTH:VALUE,` in UTF-8, nothing as `-,`. The first seal is that of the game's head.

It shows what has rotted, not who has changed it: whoever can write the file can seal it anew.
"""

from collections.abc import Iterable, Iterator

from companion.memory.saved_rows import GameHead, Row

SEAL_BYTES = 8
Value = str | int | None
"""What a column of a row holds."""


def first_seal(head: GameHead) -> bytes:
    """The seal of a game's head."""
    return seal_after(b"", (head.key, head.started, head.setup, head.format))


def row_seal(seal: bytes, row: Row) -> bytes:
    """The seal of a row; `seal` is the one before."""
    values = (row.number, row.kind, row.time, row.command, row.events, row.format)
    return seal_after(seal, values)


def seal_after(seal: bytes, values: Iterable[Value]) -> bytes:
    """The seal over the seal before and the values of a row as they are saved."""
    from hashlib import blake2b  # noqa: PLC0415 - takes its time, and a first start has no rows

    told = "".join(["-," if value is None else _told(str(value)) for value in values])
    return blake2b(seal + told.encode(), digest_size=SEAL_BYTES).digest()


def _told(text: str) -> str:
    return f"{len(text) if text.isascii() else len(text.encode())}:{text},"


def sealed(seal: bytes, rows: Iterable[Row]) -> Iterator[tuple[Row, bytes]]:
    """The rows with their seals; `seal` is the one before the first of them."""
    for row in rows:
        seal = row_seal(seal, row)
        yield row, seal


class Proof:
    """Goes along what is saved of a game, head first, and tells how far it is as it was written.

    A seal that fits proves all that comes before it. What has none and was written by a release
    that knew no seals (`is_old`) is taken at its word.
    """

    def __init__(self) -> None:
        self._seal = b""
        self._told = 0
        self._proven = 0
        self._is_broken = False

    def go_on(self, values: Iterable[Value], seal: bytes | None, *, is_old: bool) -> None:
        """What comes next, with the seal that is saved for it."""
        self._seal = seal_after(self._seal, values)
        self._told += 1
        if seal == self._seal:
            self._proven = self._told
            self._is_broken = False
        elif seal is not None or not is_old:
            self._is_broken = True

    @property
    def seal(self) -> bytes:
        """The seal of what came last, worked out from it and all before it."""
        return self._seal

    @property
    def is_whole(self) -> bool:
        """Whether all that was gone along is as it was written."""
        return not self._is_broken

    @property
    def sound(self) -> int:
        """How much, counted from the beginning, is as it was written; 1 is the head alone.

        Nothing after it can be told to be so, but what others have added since without a seal.
        """
        return self._proven if self._is_broken else self._told
