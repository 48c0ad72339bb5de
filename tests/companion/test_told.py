"""What is told: why something is asked, what is to be done, what a correction says."""

import pytest

from companion import commands as do
from companion import events as ev
from companion.game import decide
from companion.moves import News
from companion.pieces import Bonus, BuildingKind, Give, Rune
from companion.state import Building, Finale, GameState, Phase, PointSource
from companion.telling import moves_to_make, narrate
from companion.telling.reasons import question_reasons
from companion.telling.sentences import change_sentence
from kiosk.words.moves import move_rows
from kiosk.words.texts import sentence_text
from tests.companion.explained import asking, table
from tests.companion.positions import (
    BLUE,
    COPPER,
    GREEN,
    NAMES,
    RED,
    STONE,
    WOOD,
    WOOL,
    chips,
    side_for_four,
)


@pytest.mark.parametrize(
    ("state", "rules"),
    [
        (table(phase=Phase.TAKE), {"small.plus"}),
        (table(phase=Phase.GIVE_BACK), {"small.minus"}),
        (
            table(phase=Phase.ROLL),
            {"small.roll", "small.material", "small.plus", "small.minus"},
        ),
        (table(), {"big.move", "big.yield", "hut.field", "temple.field"}),
        (
            table(supply="", hands={}),
            {"big.move", "big.yield", "hut.field", "temple.field", "end.exhausted"},
        ),
        (table(phase=Phase.PLACING), {"setup.workers"}),
        (table(phase=Phase.FINISHED), {"end.winner"}),
        (asking(10), {"ritual.order", "offer.both", "offer.one", "offer.none"}),
        (
            asking(20, board=side_for_four(), huts={RED: (20,)}),
            {"ritual.order", "board.survey", "offer.none"},
        ),
        (
            asking(10, finale=Finale.CIRCUIT, bonus={10: Bonus.DRUID}),
            {"end.circuit", "offer.both", "offer.one", "offer.none", "offer.chip"},
        ),
    ],
)
def test_a_question_has_the_rules_of_its_case_behind_it(state: GameState, rules: set[str]):
    assert {one.rule for one in question_reasons(state)} == rules


def test_a_ruling_and_the_step_after_it_move_each_chip_once_and_what_comes_back_not_at_all():
    state = table(hands={BLUE: "9 wood 9 stone 3 wool", RED: "1 wool"})
    ruling = ev.Corrected(
        (
            *(do.SetHand(BLUE, WOOL, 2), do.SetHand(BLUE, COPPER, 2), do.SetHand(RED, COPPER, 1)),
            *(do.SetRune(Rune.ARROW, RED), do.SetPoints(RED, 9)),
        ),
        "so it is played",
    )
    step = (
        *(ev.ChipTaken(BLUE, WOOD), ev.ChipReturned(RED, COPPER), ev.ChipTaken(GREEN, STONE)),
        *(ev.ChipsPaid(BLUE, chips("1 wood 1 stone")), ev.Built(BLUE, BuildingKind.HUT, 12)),
    )
    (read, *others) = move_rows(state, moves_to_make(state, (ruling, *step)))
    # It stands in the log: whoever listens has just heard of it.
    assert read.line == "Correction: so it is played"
    assert isinstance(read.row, News)
    assert read.row.repeats
    assert [row.line for row in others] == [
        "Ria: take rune arrow",
        "Bo: return 1 wool, 1 stone",
        "Bo: take 2 copper",
        "Gus: take 1 stone",
        "Bo: hut onto 12",
        "Ria: +4, point marker to 9 · correction",
    ]


def test_points_won_and_lost_at_once_leave_the_marker_where_it_is():
    events = (
        ev.OfferingMade(RED, 10, Give.NONE, 1),
        ev.PointsScored(RED, -1, 4, PointSource.OFFERINGS),
        ev.PointsScored(RED, 1, 5, PointSource.INTERIM_RUNES),
    )
    *_, marker = move_rows(table(), moves_to_make(table(), events))
    assert marker.line == "Ria: +0, point marker stays on 5 · no offering −1, river +1"  # noqa: RUF001 - a minus
    assert not marker.is_move


@pytest.mark.parametrize("source", [PointSource.OFFERINGS, PointSource.FINAL_OFFERINGS])
def test_where_nothing_was_offered_the_point_lost_is_not_said_to_be_for_an_offering(source):
    refused = (ev.OfferingMade(RED, 10, Give.NONE, 1), ev.PointsScored(RED, -1, 4, source))
    *_, marker = move_rows(table(), moves_to_make(table(), refused))
    assert marker.line == "Ria: −1, point marker to 4 · no offering"  # noqa: RUF001 - a minus

    offered = (ev.OfferingMade(RED, 10, Give.ONE, 1), ev.PointsScored(RED, 1, 6, source))
    *_, marker = move_rows(table(), moves_to_make(table(), offered))
    assert marker.line.endswith("offering")


@pytest.mark.parametrize(("points", "repeated"), [(0, False), (1, True)])
def test_a_refused_offering_is_news_of_its_own_where_there_is_no_point_to_lose(points, repeated):
    state = asking(10, points={RED: points})
    offering, *_ = narrate(state, decide(state, do.Offer(by=RED, give=Give.NONE)))
    (news,) = offering.rows
    assert news.repeats is repeated


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (do.SetPoints(RED, 1), "Ria has 1 point"),
        (do.SetPoints(RED, 0), "Ria has 0 points"),
        (do.SetHand(BLUE, WOOD, 1), "Bo has 1 wood"),
        (do.SetSupply(WOOD, 1), "1 chip lies on the wood plain"),
        (do.SetSupply(WOOD, 2), "2 chips lie on the wood plain"),
        (do.SetStack(WOOL, ()), "Workers on the wool plain: none"),
        (do.SetStack(WOOL, (RED, BLUE)), "Workers on the wool plain, from below: Ria and Bo"),
        (do.SetRune(Rune.EYE, GREEN), "rune eye: Gus"),
        (do.SetRune(Rune.EYE, None), "rune eye: the table"),
        (do.SetField(20, None), "field 20 is empty"),
        (do.SetField(20, Building(BuildingKind.HUT, RED)), "field 20: Ria's hut"),
        (do.SetBonus(24, None), "no bonus chip on 24"),
        (do.SetBonus(24, Bonus.HUT), "“free hut” chip on 24"),
        (do.SetDruid(0, None), "druid in his temple"),
        (do.SetDruid(1, None), "druid on stone 1"),
        (do.SetDruid(None, 7), "druid at 7"),
        (do.SetActive(GREEN), "it is Gus's turn"),
        (do.SetPrinted(14, (WOOL, WOOD), Rune.EYE), "field 14 shows eye, wool and wood"),
    ],
)
def test_a_change_of_a_correction_reads_as_a_sentence(change, words: str):
    assert sentence_text(change_sentence(change), NAMES) == words
