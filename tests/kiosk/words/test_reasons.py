import pytest

from companion.commands import MakeOffering
from companion.game import events_of_command
from companion.pieces import BuildingKind, OfferingAnswer
from companion.state import GameState, Phase
from kiosk.words.language import use_language
from kiosk.words.paragraph import Paragraph
from kiosk.words.reasons import question_reasons, reason_paragraph, reasons, rule_reason_text
from tests.companion.positions import BLUE, GREEN, RED, build, position

pytestmark = pytest.mark.usefixtures("booklet")


@pytest.mark.parametrize(
    ("rule_id", "heading"),
    [
        ("pay.swap", "Three others for one · pages 7 and 9"),
        ("small.plus", "+1 is rolled · pages 6 and 13"),
        ("small.minus", "−1 is rolled · page 6"),  # noqa: RUF001 - a minus
        ("turn.decider", "Who decides · our own, not in the booklet"),
    ],
)
def test_a_heading_names_the_rule_and_its_pages_and_no_rule_id(rule_id: str, heading: str) -> None:
    assert rule_reason_text(rule_id).heading == heading


def test_a_rule_that_only_other_booklets_have_says_so() -> None:
    assert rule_reason_text("end.exhausted").heading == "All four plains empty · page 12"
    use_language("fr")
    assert (
        rule_reason_text("end.exhausted").heading
        == "Les quatre hauts plateaux vides · pas dans ce livret, page 12 des autres"
    )


def asking() -> GameState:
    return position(
        BLUE,
        GREEN,
        RED,
        phase=Phase.OFFERING,
        decider=RED,
        huts={RED: (20,), GREEN: (21,)},
        druid=20,
        visits=(20, 21),
        points={RED: 0},
    )


def test_the_sum_of_the_case_stands_before_the_rule() -> None:
    state = asking()

    (first, *_) = reasons(
        state, events_of_command(state, MakeOffering(by=RED, give=OfferingAnswer.NONE))
    )

    assert (first.rule_id, first.explanation) == ("offer.none", "Ria stays at 0 points.")
    assert reason_paragraph(first) == Paragraph(
        "Giving nothing · pages 9 and 13", f"Ria stays at 0 points.\n{first.text}"
    )


def test_a_rule_without_a_sum_is_told_alone() -> None:
    found = rule_reason_text("hut.rune")

    assert reason_paragraph(found) == Paragraph("Taking the rune stone · page 7", found.text)


def test_the_question_has_its_sums_in_words() -> None:
    sums = {found.rule_id: found.explanation for found in question_reasons(asking())}

    assert sums["offer.both"] == "A settlement of 2 huts: 2 points."
    assert sums["offer.one"] == ""


def test_every_sum_of_a_rule_has_a_line_of_its_own() -> None:
    state = position(
        BLUE,
        GREEN,
        RED,
        huts={RED: (20, 21), GREEN: (22,)},
        druid=20,
        hands={BLUE: "2 wood 2 wool 2 copper 2 stone"},
    )
    temple = build(state, BuildingKind.TEMPLE, 5, BLUE)

    sums = {
        found.rule_id: found.explanation
        for found in reasons(state, events_of_command(state, temple))
    }

    assert sums["ritual.order"] == (
        "He asks in this order: Ria on 21, Gus on 22.\n"
        "1 hut behind him counts, but he does not ask there."
    )
