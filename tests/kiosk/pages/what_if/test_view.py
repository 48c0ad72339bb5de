"""What would come of a thought, in words: points, who is asked for what, and yields."""

from hypothesis import given

from companion.pieces import Bonus, BuildingKind
from companion.state import Finale, GameState, Phase
from kiosk import routes
from kiosk.pages.table.question import Question
from kiosk.pages.what_if.view import page_of, shown
from kiosk.pieces.form import Shares, Spans
from kiosk.routes import Building, Thought, Worker
from kiosk.ui.form import Row
from tests.companion.positions import BLUE, GREEN, RED, STONE, WOOD, WOOL, position
from tests.kiosk.pages.table.asking import choice, words
from tests.kiosk.pages.table.test_planning import booklet_example
from tests.kiosk.pages.table.test_view import with_other_hands
from tests.legal_commands import some_way
from tests.luck import Luck
from tests.strategies import lucks, setups


def asked(state: GameState, thought: Thought) -> Question:
    return page_of(shown(state, thought), thought, lambda _question: True)


def spans(question: Question) -> dict:
    return {
        color: text for row in question.rows if isinstance(row, Spans) for color, text in row.spans
    }


def test_a_hut_tells_everybody_s_points_and_who_is_asked_for_what() -> None:
    question = asked(booklet_example(phase=Phase.ROLL), Building(19))

    then = {color: text.split()[-1] for color, text in spans(question).items()}
    assert then == {BLUE: "4\u20138", GREEN: "5", RED: "3\u201311"}
    told = words(question).splitlines()
    assert told[0] == "The druid asks. One material: +1, both: +3, nothing: \u22121."
    assert [one.split(":")[0] for one in told[1:4]] == ["19", "20", "21"]
    assert told[3].endswith("red 3")
    assert "Druid 17 to 19, no river" in told


def test_what_the_druid_still_asks_now_is_said_to_count() -> None:
    counts = "What the druid still asks now counts, too."

    assert counts in words(asked(booklet_example(phase=Phase.OFFERING), Building(19)))
    assert counts not in words(asked(booklet_example(phase=Phase.ROLL), Building(19)))


def test_many_huts_are_told_by_whose_they_are() -> None:
    state = position(
        BLUE, GREEN, RED, huts={RED: (20, 21, 22), GREEN: (17, 18)}, druid=22, bonus={}
    )
    told = [row for row in asked(state, Building(19)).rows if isinstance(row, Shares)]

    assert [(row.text, row.shares) for row in told] == [
        ("17 and 18", ((GREEN, 12),)),
        ("19", ((BLUE, 6),)),
        ("20, 21 and 22", ((RED, 18),)),
        ("The river scores:", ((BLUE, 1),)),
    ]


def test_a_single_hut_and_its_druid_chip_are_told() -> None:
    state = position(BLUE, GREEN, RED, huts={RED: (21,)}, druid=21, bonus={21: Bonus.DRUID})
    told = words(asked(state, Building(3, BuildingKind.TEMPLE)))

    assert "The druid asks. One material or both: +1, nothing: \u22121." in told
    assert "or the druid chip red 1" in told


def test_where_nothing_can_be_built_it_says_why() -> None:
    assert "No hut: field 17 already holds" in words(asked(booklet_example(), Building(17)))
    ended = booklet_example(phase=Phase.OFFERING, finale=Finale.CIRCUIT)
    assert "Nobody builds in the final circuit." in words(asked(ended, Building(3)))


def test_whose_building_it_is_and_which_kind_is_chosen_on_the_page() -> None:
    state = booklet_example(phase=Phase.ROLL)
    question = asked(state, Building(19))

    assert choice(question, "plan.blue").chosen
    assert choice(question, "plan.red").action == routes.WhatIf(Building(19, builder=RED))
    temple = Building(19, BuildingKind.TEMPLE)
    assert choice(question, "show.temple").action == routes.WhatIf(temple)


def test_a_worker_tells_the_yield_at_once_and_those_of_the_die() -> None:
    state = position(
        BLUE, GREEN, RED, phase=Phase.ROLL, stacks={WOOD: (GREEN, BLUE), STONE: (RED, BLUE)}
    )
    told = words(asked(state, Worker(WOOD, 1, STONE))).splitlines()

    assert told[1:] == [
        "Big yield, at once: green 3, blue 2, red 1",
        "Then wood on the die: blue 1",
        "Then stone on the die: green 1, blue 1, red 1",
        "Points and rune stones stay as they are.",
    ]
    assert shown(state, Worker(WOOD, 1, STONE)).picture.plains[3].workers == (RED, BLUE, GREEN)


def test_the_topmost_worker_and_a_plain_with_room_are_thought_of_first() -> None:
    state = position(
        BLUE, GREEN, RED, stacks={WOOL: (BLUE,), WOOD: (GREEN, RED), STONE: (RED, BLUE, GREEN)}
    )
    question = asked(state, Worker(WOOD))

    assert choice(question, "worker.2").chosen
    assert choice(question, "to.wool").chosen
    full = choice(question, "to.stone").action.thought
    assert words(asked(state, full)).splitlines()[-1].startswith("Not possible: three workers")
    assert words(asked(state, Worker(STONE, 2))) != words(asked(state, Worker(STONE, 1)))


def test_an_empty_plain_says_so() -> None:
    state = position(BLUE, GREEN, RED, stacks={WOOL: (BLUE, GREEN, RED), WOOD: (), STONE: (RED,)})

    assert words(asked(state, Worker(WOOD))) == "No worker stands on the wood plain."


def test_what_has_no_room_has_further_pages_and_none_is_lost() -> None:
    state, thought = booklet_example(), Building(19)
    whole = shown(state, thought)
    seen, pages = [], 0
    while True:
        page = page_of(whole, thought, lambda question: len(question.rows) <= 6)
        seen += page.rows[2:-1]
        pages += 1
        more = choice(page, "more").action.thought
        if more.page == 0:
            break
        thought = more
    assert pages > 1
    assert tuple(seen) == whole.question(*whole.told).rows[2:]


@given(setups(), lucks)
def test_no_thought_depends_on_what_lies_behind_a_screen_nor_decides_anything(
    beginning, luck: Luck
) -> None:
    state = some_way(beginning, luck, 40)
    other = with_other_hands(state)
    fields = luck.some(range(1, len(state.board) + 1), 3)
    thoughts = [Building(field, luck.pick(tuple(BuildingKind))) for field in fields]
    thoughts += [Worker(plain) for plain in (WOOD, STONE)]

    for thought in thoughts:
        question = asked(state, thought)
        assert question == asked(other, thought)
        assert all(isinstance(one.action, routes.WhatIf) for one in question.choices)
        assert any(isinstance(row, Row) for row in question.rows) or "No worker" in words(question)
