"""Texts for the table in TOML files, by the id of what they are about, in every language.

A text is a table of languages. The English one is its message, as everywhere; the translations
stand beside it and not in the catalogues.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any

FILES = ("rules", "questions")
Text = Mapping[str, str]
"""A text by the codes of languages; English is always there."""
_SOURCE = "en"


@cache
def read(name: str) -> Mapping[str, Any]:
    """Return a file of the content with the lines of its texts joined."""
    import tomllib  # noqa: PLC0415 - a replay reads nothing of it

    source = resources.files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return {key: _joined(value) for key, value in tomllib.loads(source).items()}


def english(text: Text | None) -> str:
    """Return the message of a text, empty where there is none."""
    return text[_SOURCE] if text else ""


def texts() -> Iterator[Text]:
    """Yield every text of all files."""
    for name in FILES:
        yield from texts_of(name)


def texts_of(name: str) -> Iterator[Text]:
    """Yield every text of a file."""
    return _texts(read(name))


@cache
def translations(code: str) -> Mapping[str, str]:
    """Return the texts in a language by their English messages."""
    return {text[_SOURCE]: text[code] for text in texts() if code in text}


def _joined(value: Any) -> Any:
    match value:
        case str():
            return value.strip().replace("\n", " ")
        case dict():
            return {key: _joined(inner) for key, inner in value.items()}
        case list():
            return [_joined(inner) for inner in value]
        case _:
            return value


def _texts(value: Any) -> Iterator[Text]:
    match value:
        case {"en": _}:
            yield value
        case dict():
            for inner in value.values():
                yield from _texts(inner)
        case list():
            for inner in value:
                yield from _texts(inner)
        case _:
            return
