import pytest

from companion.commands import BuildHut
from companion.pieces import NO_CHIPS, Bonus, BuildingKind, Chips, Rune
from kiosk.pages.table.draft import PaymentDraft, SelectedField
from kiosk.pages.table.question import ExplainImpossible, SetDraft
from tests.companion.positions import BLUE, GREEN, RED, build, position
from tests.kiosk.pages.table.asking import ask, choice, command, keys, rules, words
from tests.kiosk.pages.table.test_planning import BOOKLET_EXAMPLE_ON_19, booklet_example

TEMPLE = BuildingKind.TEMPLE


@pytest.mark.parametrize(
    ("huts", "told"),
    [
        (1, "A single hut:"),
        (2, "2nd hut:"),
        (4, "4th hut:"),
        (11, "11th hut:"),
        (12, "12th hut:"),
    ],
)
def test_the_price_is_told_by_the_settlement_as_people_say_it(huts: int, told: str) -> None:
    beside = tuple(range(1, huts))
    owners = {RED: beside[:6], GREEN: beside[6:]}
    state = position(BLUE, GREEN, RED, huts=owners, druid=1 if beside else None)

    assert words(ask(state, SelectedField(huts))).splitlines()[0] == told


def test_a_temple_has_consequences_of_its_own_after_a_tap_on_its_name() -> None:
    state = booklet_example()

    temple = choice(ask(state, SelectedField(19, shows_more=True)), "show.temple")
    asked = ask(state, temple.action.draft)

    assert words(asked).splitlines() == [
        "Temple:",
        "17 \u203a 20",
        "+2 at the end",
        "Offerings: red 2, red 2",
    ]
    assert command(asked, "build.temple") == build(state, BuildingKind.TEMPLE, 19, BLUE)
    assert "build.hut" not in keys(asked)
    hut = choice(ask(state, SelectedField(19, TEMPLE, shows_more=True)), "show.hut")
    assert hut.action == SetDraft(SelectedField(19))


def test_at_first_a_field_offers_to_build_and_all_else_behind_one_more() -> None:
    state = booklet_example()

    asked = ask(state, SelectedField(19))
    more = ask(state, choice(asked, "more").action.draft)

    assert words(asked).splitlines() == BOOKLET_EXAMPLE_ON_19
    assert keys(asked) == ["more", "build.hut.pay", "build.hut"]
    assert command(asked, "build.hut") == BuildHut(by=BLUE, field=19, pay=Chips(wood=3, stone=3))
    assert keys(more) == ["show.temple", "what_if", "plan"]
    assert more.back == SelectedField(19)


@pytest.mark.parametrize(
    ("draft", "rule", "told"),
    [
        (
            SelectedField(19, TEMPLE),
            "end.temples",
            ["Beside the temple on 19: the huts on 20 and 21."],
        ),
        (SelectedField(8, TEMPLE), "end.temples", ["No hut stands beside the temple on 8."]),
        (SelectedField(19), "end.temples", []),
        (SelectedField(19), "hut.cost", ["3rd hut here, 3 of each: 3 wood, 3 stone."]),
    ],
)
def test_a_building_explains_its_price_and_a_temple_its_worth_at_the_end(draft, rule, told) -> None:
    asked = ask(booklet_example(), draft)

    assert [why.explanation for why in asked.reasons if why.rule_id == rule] == told


@pytest.mark.parametrize(
    ("laid", "told"),
    [
        (
            {
                "huts": {BLUE: (31,), GREEN: (3,)},
                "druid": 31,
                "runes": {Rune.ARROW: BLUE, Rune.SERPENT: GREEN, Rune.EYE: GREEN},
            },
            ["31 \u203a 3", "River: blue 1, green 2"],
        ),
        (
            {
                "huts": {BLUE: (28, 32), GREEN: (1, 2)},
                "druid": 28,
                "runes": {Rune.ARROW: BLUE, Rune.SERPENT: GREEN},
            },
            ["28 \u203a 32", "River: blue 1, green 1"],
        ),
        ({"huts": {BLUE: (31,), GREEN: (3,)}, "druid": 31}, ["31 \u203a 3, river: 0 points"]),
    ],
    ids=["the druid crosses it", "only the ritual crosses it", "nobody scores"],
)
def test_what_the_river_scores_is_told(laid, told) -> None:
    asked = ask(position(BLUE, GREEN, RED, **laid), SelectedField(10, TEMPLE))

    assert set(told) <= set(words(asked).splitlines())
    assert ("River:" in words(asked)) is ("runes" in laid)
    assert "river.interim" in rules(asked)


def test_the_way_back_from_paying_leads_to_what_is_built() -> None:
    state = booklet_example()

    paying = choice(ask(state, SelectedField(19, TEMPLE)), "build.temple.pay").action.draft

    assert isinstance(paying, PaymentDraft)
    assert ask(state, paying).back == SelectedField(19, TEMPLE)


def test_a_bonus_chip_makes_a_hut_free_and_allows_no_temple() -> None:
    state = position(BLUE, GREEN, RED, bonus={9: Bonus.HUT})

    hut, temple = ask(state, SelectedField(9)), ask(state, SelectedField(9, TEMPLE))

    assert command(hut, "build.hut") == BuildHut(by=BLUE, field=9, pay=NO_CHIPS)
    differently = choice(hut, "build.hut.pay")
    assert differently.action == ExplainImpossible("The bonus chip makes this hut free.")
    assert choice(ask(state, SelectedField(9, shows_more=True)), "show.temple").dim
    assert "No temple: a bonus chip lies on field 9" in words(temple)
    assert rules(temple) == ["temple.field"]
    assert "build.temple" not in keys(temple)


def test_why_names_the_rule_of_a_bonus_chip_and_the_druids_stones_for_three_buildings() -> None:
    for bonus in Bonus:
        state = position(BLUE, GREEN, RED, bonus={9: bonus})
        assert "hut.bonus" in rules(ask(state, SelectedField(9)))
        assert "hut.bonus" not in rules(ask(state, SelectedField(10)))
    for stone in range(4):
        found = rules(ask(position(BLUE, GREEN, RED, stone=stone), SelectedField(9)))
        assert ("druid.stones" in found, "druid.walk" in found) == (stone < 3, stone == 3)


def test_a_hut_that_stands_tells_whose_it_is_and_its_settlement() -> None:
    state = position(BLUE, GREEN, RED, huts={RED: (20, 21)})

    assert "Ria's hut, in a settlement of 2." in words(ask(state, SelectedField(20)))
