"""What is wrong with a panel, as a sentence that is kept until it is told."""

from functools import reduce

from companion.sentence import N_, Sentence
from hardware.troubles import Trouble


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
