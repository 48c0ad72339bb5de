"""Every question that a table asks its referee is answered, with pages and the rules behind it."""

import pytest

from companion.pieces import MATERIALS, STACK_LIMIT, workers_per_player
from companion.rulebook import DISPUTES, RULES, disputes_about

ASKED = [
    "swap-freely",
    "plus-for-whom",
    "rune-stone-for-the-druid",
    "end-with-empty-plains",
    "river-in-the-ritual",
    "temple-here-instead",
    "one-wants-to-build",
    "last-hut-by-correction",
    "must-offer",
    "both-at-a-single-hut",
    "river-in-the-final-circuit",
    "hut-behind-the-druid",
    "temples-side-by-side",
    "empty-plain-replaced",
    "who-returns-first",
    "unused-druid-chip",
    "hidden-chips",
    "middle-of-the-settlement",
    "own-hut-own-turn",
    "offer-with-others",
    "settlement-over-the-river",
    "may-i-pass",
    "hundred-chip",
    "pieces-of-each",
    "open-to-all",
    "two-finish",
    "somebody-leaves",
    "we-have-to-stop",
    "druid-chip-same-turn",
    "trade-chips",
    "empty-plain-replaced",
]
"""Questions that tables have asked."""

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

every_dispute = pytest.mark.parametrize("dispute", DISPUTES.values(), ids=lambda one: one.id)


@pytest.mark.parametrize("dispute_id", ASKED)
def test_every_question_that_was_asked_is_answered(dispute_id: str) -> None:
    assert DISPUTES[dispute_id].id == dispute_id


@every_dispute
def test_it_names_rules_of_the_rulebook(dispute) -> None:
    assert dispute.rules
    assert set(dispute.rules) <= set(RULES)
    assert all(dispute in disputes_about(rule_id) for rule_id in dispute.rules)


@every_dispute
def test_its_pages_are_those_of_the_booklet(dispute) -> None:
    assert list(dispute.pages) == sorted(set(dispute.pages))
    assert all(3 <= page <= 15 for page in dispute.pages)
    assert not dispute.left_out_in or dispute.pages


def test_only_corrections_and_games_that_stop_are_in_no_booklet() -> None:
    ours = {"last-hut-by-correction", "we-have-to-stop", "somebody-leaves"}
    assert {one.id for one in DISPUTES.values() if not one.pages} == ours


SWAPPING = {
    "English": {7: "swap", 9: "swap", 10: "swap", 15: "swap"},
    "French": {7: "swap", 9: "replace", 10: "swap", 15: "swap"},
    "German": {7: "replace", 9: "replace", 10: "replace", 15: "replace"},
}
"""How each booklet tells of three chips for one (swap.any-time)."""


def test_of_swapping_each_booklet_says_what_stands_on_its_pages() -> None:
    """The German one names a payment on pages 7 and 9 alone (swap.any-time)."""
    for one in map(DISPUTES.__getitem__, ("swap-freely", "empty-plain-replaced")):
        assert one.pages == (7, 9, 10, 15)
        for text in one.booklets:
            told = SWAPPING[text.partition(":")[0]]
            for kind in ("swap", "replac"):
                assert (kind in text) == any(way.startswith(kind) for way in told.values()), text
    german = next(text for text in DISPUTES["swap-freely"].booklets if text.startswith("German"))
    assert "Pages 7 and 9 tell it of a payment" in german
    assert "pages 10 and 15 of any time, without naming a payment" in german


@every_dispute
def test_where_booklets_differ_each_one_is_told_and_what_the_app_plays(dispute) -> None:
    """What a booklet says begins with its languages: none is left out, none told twice."""
    assert bool(dispute.booklets) == bool(dispute.plays) == (dispute.id in BOOKLETS_DIFFER)
    told = [text.partition(":")[0] for text in dispute.booklets]
    named = sorted(language for one in told for language in one.split(" and "))
    assert named == (sorted(LANGUAGES) if dispute.booklets else [])


def test_the_french_booklet_lacks_the_second_way_to_the_end() -> None:
    for one in (RULES["end.exhausted"], DISPUTES["end-with-empty-plains"]):
        assert one.pages_in("fr") == ()
        assert one.pages_in("de") == one.pages_in("en") == (12,)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_has_to_pass_as_it_is_answered(players: int) -> None:
    """The others' workers and one's own others do not fill three plains."""
    others = players * workers_per_player(players) - 1
    assert others < STACK_LIMIT * (len(MATERIALS) - 1)
