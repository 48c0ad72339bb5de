from msgspec.structs import replace

from companion.pieces import Bonus
from companion.state import GameState, Phase
from kiosk.pages.table.question import Question
from kiosk.ui.form import ButtonStyle, Row
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.pages.table.asking import ask, choice, keys, rules


def at_a_druid_chip() -> GameState:
    return position(
        BLUE,
        GREEN,
        RED,
        phase=Phase.OFFERING,
        decider=RED,
        huts={RED: (19,)},
        druid=19,
        visits=(19,),
        bonus={19: Bonus.DRUID},
    )


def test_why_names_the_druid_chip_where_it_may_be_offered() -> None:
    without = replace(at_a_druid_chip(), bonus=(None,) * 32)

    assert "offer.chip" in rules(ask(at_a_druid_chip()))
    assert "offer.chip" not in rules(ask(without))


def test_each_answer_has_one_place_and_both_is_no_main_one_where_one_chip_brings_as_much() -> None:
    laid = {"phase": Phase.OFFERING, "decider": RED, "druid": 20, "visits": (20,)}
    single = ask(position(BLUE, GREEN, RED, huts={RED: (20,)}, **laid))
    settled = ask(position(BLUE, GREEN, RED, huts={RED: (20, 21, 22)}, **laid))

    assert keys(single) == keys(settled)
    alone, together = (
        [len(row.items) for row in asked.rows if isinstance(row, Row)]
        for asked in (single, settled)
    )
    assert alone == together
    assert [choice(one, "offer.both").text for one in (single, settled)] == ["+1", "+3"]
    assert choice(single, "offer.one.wool").text == "+1"
    assert "offer.both.pay" not in keys(settled)
    assert main_answers(single) == ["offer.one.wool", "offer.one.copper"]
    assert main_answers(settled) == ["offer.both"]


def main_answers(asked: Question) -> list[str]:
    return [one.key for one in asked.choices if one.style is ButtonStyle.PRIMARY]


def test_whom_he_asks_next_is_told_behind_the_question_mark() -> None:
    asked = ask(replace(at_a_druid_chip(), visits=(19, 19)))

    assert [why.explanation for why in asked.reasons if why.rule_id == "ritual.order"] == [
        "Then he asks Ria (19)."
    ]
