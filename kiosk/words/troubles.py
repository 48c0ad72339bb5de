"""What is wrong with a panel, in the table's words or as a sentence that is kept until told."""

from functools import reduce

import msgspec

from companion.sentence import N_, Sentence
from hardware.troubles import Problem, Trouble
from kiosk.words.language import _, mark

_FACTS = frozenset(
    {
        mark("the button"),
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
"""What the hardware fills into its sentences and what is not the same in all languages."""


class Advice(msgspec.Struct, frozen=True):
    """What is wrong with a panel, and what to do now."""

    reason: str
    advice: str


def trouble_text(trouble: Trouble) -> str:
    """What is wrong and what to do now, in one breath."""
    told = trouble_advice(trouble)
    return f"{told.reason} {told.advice}"


def trouble_advice(trouble: Trouble) -> Advice:
    """What is wrong, and what to do now."""
    gaps = {name: fact_text(fact) for name, fact in trouble.facts}
    if trouble.problems:
        gaps["problems"] = " ".join(map(_problem_text, trouble.problems))
    return Advice(_(trouble.kind.reason, **gaps), _(trouble.kind.advice, **gaps))


def _problem_text(problem: Problem) -> str:
    return _(problem.message, **{name: fact_text(fact) for name, fact in problem.facts})


def fact_text(fact: str) -> str:
    """What the hardware fills into a sentence, in the table's words."""
    return _(fact) if fact in _FACTS else fact


def trouble_sentence(trouble: Trouble) -> Sentence:
    """What is wrong with a panel and what to do now, for whoever is told of it later."""
    facts: dict[str, object] = dict(trouble.facts)
    if trouble.problems:
        facts["problems"] = reduce(
            _one_after_another,
            (Sentence(problem.message, dict(problem.facts)) for problem in trouble.problems),
        )
    return _one_after_another(
        Sentence(trouble.kind.reason, facts), Sentence(trouble.kind.advice, facts)
    )


def _one_after_another(first: Sentence, then: Sentence) -> Sentence:
    return Sentence(N_("{first} {then}"), {"first": first, "then": then})
