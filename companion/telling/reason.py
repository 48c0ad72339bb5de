"""A rule at work: the type of every explanation."""

from collections.abc import Iterable

import msgspec

from companion.sentence import Sentence


class Reason(msgspec.Struct, frozen=True):
    """A rule at work, by its id, and the numbers of this case, none where the rule says it all."""

    rule: str
    sums: tuple[Sentence, ...] = ()


def merged(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Every rule once, where it came first, with all its sums, none twice."""
    sums: dict[str, list[Sentence]] = {}
    for reason in reasons:
        told = sums.setdefault(reason.rule, [])
        told += [one for one in reason.sums if one not in told]
    return tuple(Reason(rule, tuple(told)) for rule, told in sums.items())
