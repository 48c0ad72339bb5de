"""Every question that a table asks its referee is answered, with pages and the rules behind it."""

import pytest

from companion.pieces import MATERIALS, STACK_LIMIT, workers_per_player
from companion.rulebook import RULE_QUESTIONS, RULES, questions_about

BOOKLETS_DIFFER = {
    "swap-freely",
    "plus-for-whom",
    "rune-stone-for-the-druid",
    "end-with-empty-plains",
    "same-plain-again",
    "temple-in-settlement",
    "druid-chip-in-a-ritual",
    "level-on-points",
    "empty-plain-replaced",
    "hundred-chip",
}
"""Where a translation says something else than the German original."""

LANGUAGES = ("German", "English", "French")

every_dispute = pytest.mark.parametrize("dispute", RULE_QUESTIONS.values(), ids=lambda one: one.id)


@every_dispute
def test_it_names_rules_of_the_rulebook(dispute) -> None:
    assert dispute.rules
    assert set(dispute.rules) <= set(RULES)
    assert all(dispute in questions_about(rule_id) for rule_id in dispute.rules)


@every_dispute
def test_its_pages_are_those_of_the_booklet(dispute) -> None:
    assert list(dispute.pages) == sorted(set(dispute.pages))
    assert all(3 <= page <= 15 for page in dispute.pages)
    assert not dispute.left_out_in or dispute.pages


@every_dispute
def test_where_booklets_differ_each_one_is_told_and_what_the_app_plays(dispute) -> None:
    """What a booklet says begins with its languages: none is left out, none told twice."""
    assert bool(dispute.booklets) == bool(dispute.plays) == (dispute.id in BOOKLETS_DIFFER)
    told = [text.partition(":")[0] for text in dispute.booklets]
    named = sorted(language for one in told for language in one.split(" and "))
    assert named == (sorted(LANGUAGES) if dispute.booklets else [])


def test_the_french_booklet_lacks_the_second_way_to_the_end() -> None:
    for one in (RULES["end.exhausted"], RULE_QUESTIONS["end-with-empty-plains"]):
        assert one.pages_in("fr") == ()
        assert one.pages_in("de") == one.pages_in("en") == (12,)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_has_to_pass_as_it_is_answered(players: int) -> None:
    """The others' workers and one's own others do not fill three plains."""
    others = players * workers_per_player(players) - 1
    assert others < STACK_LIMIT * (len(MATERIALS) - 1)
