"""The text of a record, line by line: bounded, printable when refused, and never trusted.

A record may come through a pipe and may be hostile (`record.md`).
"""

import re
from collections.abc import Iterator
from typing import BinaryIO, NoReturn, TypeVar

import msgspec

from companion.errors import RecordError
from companion.sentence import Sentence

FORMAT_RULE = "record.format"
LINE_LIMIT = 64 * 1024
"""Bytes that a line may have, without its end."""

_MOST_SHOWN = 300
_FIELD_KEY = re.compile(r"[1-9][0-9]{0,5}")

_Wire = TypeVar("_Wire")


def numbered_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Lines without their ends, numbered from 1; none is ever read beyond the limit.

    Raises RecordError at a line that is too long.
    """
    number = 0
    while line := stream.readline(LINE_LIMIT + 2):
        number += 1
        text = line.removesuffix(b"\n").removesuffix(b"\r")
        if len(text) > LINE_LIMIT:
            refuse(
                number,
                FORMAT_RULE,
                Sentence(
                    "this line is too long: a line has at most {limit} bytes", {"limit": LINE_LIMIT}
                ),
            )
        yield number, text


def decoded(decoder: msgspec.json.Decoder[_Wire], line: bytes, number: int) -> _Wire:
    """What a line holds, `number` being the line's. Raises RecordError (record.format)."""
    try:
        return decoder.decode(line)
    except msgspec.MsgspecError as error:
        told = Sentence(
            "this line does not have the form of a record: {error}", {"error": shown(str(error))}
        )
        refuse(number, FORMAT_RULE, told)
    except UnicodeDecodeError:
        refuse(number, FORMAT_RULE, Sentence("this line is not UTF-8 text"))
    except RecursionError:
        refuse(number, FORMAT_RULE, Sentence("this line is nested too deeply"))


def refuse(number: int, rule: str, reason: Sentence) -> NoReturn:
    """Raise RecordError."""
    raise RecordError(number, rule, reason) from None


def shown(text: str) -> str:
    """A text of a record as a sentence tells it: a short printable line, whatever is in it."""
    return "".join(sign if sign.isprintable() else " " for sign in text)[:_MOST_SHOWN]


def field_number(key: str, number: int) -> int:
    """A key that is the number of a field. Raises RecordError (record.format)."""
    if not _FIELD_KEY.fullmatch(key):
        told = Sentence(
            "{key} is no field number: they are whole numbers from 1", {"key": shown(repr(key))}
        )
        refuse(number, FORMAT_RULE, told)
    return int(key)
