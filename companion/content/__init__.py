"""Texts shown to the players, in every language, from TOML files.

Each text is a table with one entry for each language: a string, or a list of plural forms. The
English entry is also the key by which its translations are found. A text can have placeholders in
braces; the app fills in the numbers from the rules (`GAME_NUMBERS`).
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib import resources
from types import MappingProxyType
from typing import Any

from companion.pieces import (
    BONUS_CHIPS,
    CHIPS_PER_MATERIAL,
    DRUID_STONES,
    FREE_BETWEEN_BONUS,
    STACK_LIMIT,
    START_POINTS,
    SWAP_RATE,
    TEMPLES_PER_PLAYER,
    Bonus,
    huts_per_player,
    workers_per_player,
)
from companion.sentence import Sentence

CONTENT_FILES = (
    "rules",
    "questions",
    "bonus",
    "reasons",
    "told",
    "hints",
    "things",
    "opening",
    "story",
    "payoff",
)
Text = Mapping[str, str | list[str]]
"""A text by language code; English is always present."""
SentenceFactory = Callable[..., Sentence]
_SOURCE = "en"
_NO_FACTS: Mapping[str, object] = MappingProxyType({})

GAME_NUMBERS: Mapping[str, object] = MappingProxyType(
    {
        "bonus_chips": len(BONUS_CHIPS),
        "chips_of_each": CHIPS_PER_MATERIAL,
        "free_fields": FREE_BETWEEN_BONUS,
        "huts_of_four": huts_per_player(4),
        "huts_of_two": huts_per_player(2),
        "stack_limit": STACK_LIMIT,
        "start_points": START_POINTS,
        "stones": DRUID_STONES,
        "swap_rate": SWAP_RATE,
        "temples": TEMPLES_PER_PLAYER,
        "workers_of_four": workers_per_player(4),
        "workers_of_two": workers_per_player(2),
    }
)
"""Numbers from the rules, for placeholders in texts. `huts_of_four` and `workers_of_four` also
apply to games with three players, who have as many pieces each as four players have."""


@cache
def load_content_file(file_name: str) -> Mapping[str, Any]:
    """Parse the content file `file_name`; line breaks inside a text become spaces."""
    import tomllib  # noqa: PLC0415 - not needed by a replay

    source = resources.files(__name__).joinpath(f"{file_name}.toml").read_text(encoding="utf-8")
    return {key: _joined(value) for key, value in tomllib.loads(source).items()}


def sentence_factory(file_name: str) -> SentenceFactory:
    """Return a function that makes sentences from the texts in the content file `file_name`.

    The function takes the name of a group of texts (a table in the file), the key of a text in this
    group, and values for the text's placeholders.
    """
    return partial(_say, file_name)


def _say(
    name: str, group: str, key: str = "text", facts: Mapping[str, object] = _NO_FACTS
) -> Sentence:
    return sentence_from_text(load_content_file(name)[group][key], facts)


def bonus_chip_sentence(
    bonus: Bonus, key: str, facts: Mapping[str, object] = _NO_FACTS
) -> Sentence:
    """Return a text about a kind of bonus chip from content/bonus.toml.

    `key` says which text, such as `name`. `facts` are values for the text's placeholders.
    """
    points = {"points": bonus.traits.points}
    return _say(
        "bonus", bonus, key, {"bonus": _say("bonus", bonus, "name", points), **points, **facts}
    )


def sentence_from_text(text: Text, facts: Mapping[str, object] = _NO_FACTS) -> Sentence:
    """Return the English text as a sentence that can be translated later.

    The placeholders get their values from `facts` and `GAME_NUMBERS`. If the text has plural forms,
    `facts` must have the key `number`, which decides between them.
    """
    one, *others = text_forms(text)
    whole = "".join((one, *others))
    named = {gap: fact for gap, fact in {**GAME_NUMBERS, **facts}.items() if f"{{{gap}}}" in whole}
    if others:
        named["number"] = facts["number"]
    return Sentence(one, named, *others)


def english_message(text: Text | None) -> str:
    """Return the English message of a text, or an empty string if there is no text."""
    return text_forms(text)[0] if text else ""


def text_forms(text: Text, language_code: str = _SOURCE) -> tuple[str, ...]:
    """Return a text in one language: one string, or several if the text has plural forms."""
    told = text[language_code]
    return (told,) if isinstance(told, str) else tuple(told)


def all_texts() -> Iterator[Text]:
    """Yield every text of all content files."""
    for name in CONTENT_FILES:
        yield from texts_in_file(name)


def texts_in_file(file_name: str) -> Iterator[Text]:
    """Yield every text of one content file."""
    return _texts(load_content_file(file_name))


@cache
def translations_into(language_code: str) -> Mapping[str, tuple[str, ...]]:
    """Return all translations into a language, keyed by the English messages."""
    return {
        english_message(text): text_forms(text, language_code)
        for text in all_texts()
        if language_code in text
    }


def _joined(value: Any) -> Any:
    match value:
        case str():
            return value.strip("\n").replace("\n", " ")
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
