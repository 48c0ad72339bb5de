"""Faults of the button panel: as text in the current language, or as an untranslated `Sentence`."""

from collections.abc import Iterable
from functools import reduce

import msgspec

from companion.sentence import N_, Sentence
from hardware.troubles import Trouble
from kiosk.words.language import _, mark
from kiosk.words.texts import sentence_text

_FACTS = frozenset(
    {
        mark("the button"),
        mark("the buzzer"),
        mark("the wood lamp"),
        mark("the wool lamp"),
        mark("the copper lamp"),
        mark("the stone lamp"),
        mark("the plus lamp"),
        mark("the minus lamp"),
        mark("the purple lamp"),
        mark("the blue lamp"),
        mark("the green lamp"),
        mark("the red lamp"),
        mark("the serial console"),
        mark("the screen"),
    }
)


class TroubleText(msgspec.Struct, frozen=True):
    reason: str
    advice: str


def trouble_text(trouble: Trouble) -> TroubleText:
    return TroubleText(*map(sentence_text, _reason_and_advice(trouble)))


def trouble_sentence(trouble: Trouble) -> Sentence:
    """Return an untranslated sentence about a fault of the button panel, with advice."""
    return reduce(_one_after_another, _reason_and_advice(trouble))


def _reason_and_advice(trouble: Trouble) -> tuple[Sentence, Sentence]:
    facts = _facts(trouble.facts)
    if trouble.problems:
        facts["problems"] = reduce(
            _one_after_another,
            (Sentence(problem.message, _facts(problem.facts)) for problem in trouble.problems),
        )
    return Sentence(trouble.kind.reason, facts), Sentence(trouble.kind.advice, facts)


def _facts(found: Iterable[tuple[str, str]]) -> dict[str, object]:
    return {name: Sentence(fact) if fact in _FACTS else fact for name, fact in found}


def translated_part_name(fact: str) -> str:
    """Translate the name of a part of the button panel, such as “the button”.

    Return `fact` unchanged if it is not the name of a part.
    """
    return _(fact) if fact in _FACTS else fact


def _one_after_another(first: Sentence, then: Sentence) -> Sentence:
    return Sentence(N_("{first} {then}"), {"first": first, "then": then})
