"""What is told: why something is asked or so, what is to be done, what a correction says."""

import pytest

from companion import commands as do
from companion import events as ev
from companion.game import events_of_command
from companion.moves import News, is_move
from companion.pieces import Bonus, BuildingKind, OfferingAnswer, Rune
from companion.preview import preview_build
from companion.state import Building, FinaleStage, GameState, Phase, PointSource
from companion.telling import moves_to_make, narrate, reasons_behind
from companion.telling.reasons import question_reasons, settlements_beside_temple
from companion.telling.sentences import change_sentence
from kiosk.words.moves import move_texts
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
    build,
    chips,
    position,
    ring,
    side_for_four,
)

REFUSED = do.MakeOffering(by=RED, give=OfferingAnswer.NONE)


def why(state: GameState, command: do.Command, rule: str) -> str:
    """The sums behind a rule of a command's events."""
    sums = {
        one.rule: one.calculations
        for one in reasons_behind(state, events_of_command(state, command))
    }
    return " ".join(sentence_text(sentence, NAMES) for sentence in sums[rule])


def test_a_river_that_nobody_profits_from_says_so():
    temple = build(table(), BuildingKind.TEMPLE, 20, BLUE)
    assert why(table(), temple, "river.interim") == "Nobody has a rune stone."


def test_nothing_offered_at_0_points_loses_nothing():
    assert why(asking(10, points={RED: 0}), REFUSED, "offer.none") == "Ria stays at 0 points."
    assert why(asking(10, points={RED: 1}), REFUSED, "offer.none") == ""


@pytest.mark.parametrize(
    ("huts", "beside"),
    [
        ((), ((), ())),
        ((9, 10, 12), ((9, 10), (12,))),
        ((8, 10), ((10,), ())),
        ((12, 14), ((), (12,))),
        ((*range(1, 11), *range(12, 25)), ((), (*range(12, 25), *range(1, 11)))),
    ],
)
def test_the_huts_that_a_temple_counts_are_told_as_they_lie_around_it(huts, beside):
    owned = {color: huts[seat::3] for seat, color in enumerate((BLUE, GREEN, RED))}
    state = position(BLUE, GREEN, RED, board=ring(24), huts=owned, temples={RED: (11,)})
    assert settlements_beside_temple(state, 11) == beside


@pytest.mark.parametrize(
    ("number", "ordinal"),
    [
        *((number, f"{number}th") for number in (4, 11, 12, 13, 20)),
        *((21, "21st"), (22, "22nd"), (23, "23rd"), (24, "24th")),
    ],
)
def test_every_hut_of_a_settlement_has_its_ordinal(number: int, ordinal: str):
    standing = tuple(range(1, number))
    huts = {RED: standing[::3], GREEN: standing[1::3], BLUE: standing[2::3]}
    state = table(huts=huts, druid=1, hands={})
    (one, *_) = narrate(state, preview_build(state, BuildingKind.HUT, number).events[:1])
    assert sentence_text(one.reasons[0].calculations[0], NAMES).startswith(
        f"{ordinal} hut here, {number} of each:"
    )


@pytest.mark.parametrize(
    ("state", "rules"),
    [
        (table(phase=Phase.TAKE), {"small.plus"}),
        (table(phase=Phase.GIVE_BACK), {"small.minus"}),
        (table(phase=Phase.ROLL), {"small.roll", "small.material", "small.plus", "small.minus"}),
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
            asking(10, finale=FinaleStage.CIRCUIT, bonus={10: Bonus.DRUID}),
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
        *(
            ev.ChipsPaid(BLUE, chips("1 wood 1 stone")),
            ev.BuildingBuilt(BLUE, BuildingKind.HUT, 12),
        ),
    )
    (read, *others) = move_texts(state, moves_to_make(state, (ruling, *step)))
    # It stands in the log: whoever listens has just heard of it.
    assert read.text == "Correction: so it is played"
    assert isinstance(read.move, News)
    assert read.move.repeats
    assert [row.text for row in others] == [
        "Ria: take the arrow rune",
        "Bo: return 1 wool, 1 stone",
        "Bo: take 2 copper",
        "Gus: take 1 stone",
        "Bo: hut onto 12",
        "Ria: +4, scorekeeper to 9 · correction",
    ]


NONE, ONE = (
    ev.OfferingMade(RED, 10, give, 1) for give in (OfferingAnswer.NONE, OfferingAnswer.ONE)
)


@pytest.mark.parametrize(
    ("events", "line", "moved"),
    [
        (
            (
                NONE,
                ev.PointsScored(RED, -1, 4, PointSource.OFFERINGS),
                ev.PointsScored(RED, 1, 5, PointSource.INTERIM_RUNES),
            ),
            "Ria: +0, scorekeeper stays on 5 · no offering −1, river +1",  # noqa: RUF001 - a minus
            False,
        ),
        *(
            (
                (NONE, ev.PointsScored(RED, -1, 4, source)),
                "Ria: −1, scorekeeper to 4 · no offering",  # noqa: RUF001 - a minus
                True,
            )
            for source in (PointSource.OFFERINGS, PointSource.FINAL_OFFERINGS)
        ),
        (
            (ONE, ev.PointsScored(RED, 1, 6, PointSource.OFFERINGS)),
            "Ria: +1, scorekeeper to 6 · offering",
            True,
        ),
    ],
)
def test_a_marker_s_way_is_told_with_where_its_points_come_from(events, line: str, moved):
    *_, marker = move_texts(table(), moves_to_make(table(), events))
    assert (marker.text, is_move(marker.move)) == (line, moved)


@pytest.mark.parametrize(("points", "repeated"), [(0, False), (1, True)])
def test_a_refused_offering_is_news_of_its_own_where_there_is_no_point_to_lose(points, repeated):
    state = asking(10, points={RED: points})
    offering, *_ = narrate(state, events_of_command(state, REFUSED))
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
        (do.SetRune(Rune.EYE, GREEN), "eye rune: Gus"),
        (do.SetRune(Rune.EYE, None), "eye rune: the table"),
        (do.SetBuilding(20, None), "field 20 is empty"),
        (do.SetBuilding(20, Building(BuildingKind.HUT, RED)), "field 20: Ria's hut"),
        (do.SetBonus(24, None), "no bonus chip on 24"),
        (do.SetBonus(24, Bonus.HUT), "“free hut” chip on 24"),
        (do.SetDruid(0, None), "druid in his temple"),
        (do.SetDruid(1, None), "druid on stone 1"),
        (do.SetDruid(None, 7), "druid at 7"),
        (do.SetActive(GREEN), "it is Gus's turn"),
        (do.SetPrintedField(14, (WOOL, WOOD), Rune.EYE), "field 14 shows eye, wool and wood"),
    ],
)
def test_a_change_of_a_correction_reads_as_a_sentence(change, words: str):
    assert sentence_text(change_sentence(change), NAMES) == words
