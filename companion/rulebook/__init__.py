"""Every rule by its id: the pages of the booklet and our own sentence about it for the table.

Beside the rules stand the questions that tables ask their referee, with their answers. Sentences
are English and marked with `N_` for the translators; whoever shows one translates it.
Source: rules.md and disputes.md; pages are those of the publisher's booklets.
"""

from types import MappingProxyType

from companion.rulebook.disputes import ALL_DISPUTES, Dispute
from companion.rulebook.rules import ALL_RULES, Rule

__all__ = ["DISPUTES", "RULES", "Dispute", "Rule", "disputes_about", "rule"]

RULES = MappingProxyType({rule.id: rule for rule in ALL_RULES})
"""All rules by id, in the order of rules.md."""

DISPUTES = MappingProxyType({dispute.id: dispute for dispute in ALL_DISPUTES})
"""All questions by id, in the order in which a game brings them up."""


def rule(rule_id: str) -> Rule:
    """The rule with that id. Raises KeyError with a sentence that names an unknown one."""
    try:
        return RULES[rule_id]
    except KeyError:
        raise KeyError(f"the rule book has no rule {rule_id!r}") from None


def disputes_about(rule_id: str) -> tuple[Dispute, ...]:
    """The questions that tables ask about a rule."""
    return tuple(one for one in DISPUTES.values() if rule_id in one.rules)
