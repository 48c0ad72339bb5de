import pytest
from msgspec.structs import replace

from companion import commands as do
from companion.pieces import Bonus, BuildingKind, Rune
from companion.state import Building
from kiosk import routes
from kiosk.pages.correct.view import Correction
from kiosk.routes import FieldToCorrect, PlayerToCorrect
from tests.companion.playing import named
from tests.companion.positions import BLUE, COPPER, GREEN, RED, STONE, WOOD, WOOL, setup
from tests.kiosk.robot_corrections import correct
from tests.kiosk.touch import says

LONG = "Wilhelmina-Charlotte von der Großenheide"
STACKS = {WOOD: BLUE, WOOL: RED, COPPER: GREEN}


@pytest.fixture
def touch(touch):
    session = touch.app_state.begin_game(named(setup(BLUE, RED, GREEN), LONG, "W" * 40, "Cem"))
    for _round in range(2):
        for plain, color in STACKS.items():
            session.apply(do.PlaceWorker(by=color, plain=plain))
    touch.navigator.go(routes.Table())
    return touch


def hut(color):
    return Building(BuildingKind.HUT, color)


EVERYTHING = (
    do.SetPoints(BLUE, 123),
    do.SetPoints(RED, 4),
    do.SetHand(BLUE, WOOD, 3),
    do.SetHand(RED, STONE, 1),
    do.SetSupply(WOOD, 13),
    do.SetStack(WOOD, (BLUE, RED, BLUE)),
    do.SetStack(WOOL, (RED,)),
    do.SetStack(STONE, ()),
    do.SetRune(Rune.WAVES, None),
    do.SetRune(Rune.ARROW, RED),
    do.SetBuilding(4, hut(GREEN)),
    do.SetBuilding(12, Building(BuildingKind.TEMPLE, RED)),
    do.SetBuilding(20, None),
    do.SetBonus(4, None),
    do.SetBonus(5, Bonus.POINTS),
    do.SetBonus(9, Bonus.HUT),
    do.SetDruid(None, 4),
    do.SetActive(GREEN),
    do.SetPrintedField(7, (STONE, WOOD), Rune.SHIELD),
)
"""In the order of a record; together they are possible."""


def test_everything_can_be_set_by_touch(touch):
    before = touch.app_state.session.state
    wanted = do.Correct(changes=EVERYTHING, why="We looked again, twice!")
    correct(touch, replace(wanted, changes=EVERYTHING[::-1]))
    assert touch.name == "table"
    changes = Correction().with_changes(before, *EVERYTHING).changes
    assert touch.app_state.session.steps[-1].command == replace(wanted, changes=changes)


def test_a_refusal_says_why_and_loses_nothing(touch):
    touch.navigator.go(routes.Correct())
    touch.tap_field(12)
    touch.tap("field.hut.red", "done")
    assert touch.board.picture.fields[11].building == hut(RED), "as it would be"
    assert touch.app_state.session.state.building(12) is None
    touch.tap_field(12)
    touch.tap("field.empty", "done")
    touch.tap_field(20)
    touch.tap("bonus.druid", "why.1", "correct.done")
    assert touch.name == "correct"
    assert says(touch, "the game has 2 “druid” chips, but 3 would lie on the board")
    touch.tap("done", "changes", "leave.0", "back", "part.red", "points.more", "correct.done")
    assert touch.app_state.session.steps[-1].command == do.Correct(
        changes=(do.SetPoints(RED, 6),), why="Someone knocked a piece"
    )


def test_a_secret_hand_is_shown_only_while_its_owner_holds_their_name(touch):
    touch.navigator.go(routes.Correct(PlayerToCorrect(GREEN)))
    for taps in ((), ("chips.wool.more", "chips.wool.more")):
        touch.tap(*taps)
        before = touch.texts()
        with touch.held("look.green"):
            assert touch.texts()[-5:] == ["Cem", "1", "1", "1", "1"]
        assert touch.texts() == before
    assert "+2" in before


def test_a_secret_hand_that_cannot_be_is_refused_without_a_number(touch):
    touch.navigator.go(routes.Correct(PlayerToCorrect(RED)))
    touch.tap(*["chips.wood.less"] * 3, "why.0", "correct.done")
    assert says(touch, "Not possible: a hand holds 0 to 18 chips of each kind.")
    touch.tap(*["chips.wood.more"] * 2, "correct.done")
    assert touch.app_state.session.steps[-1].command == do.Correct(
        changes=(do.SetHand(RED, WOOD, 0), do.SetSupply(WOOD, 16)), why="Miscounted"
    )
    touch.app_state.set_settings(replace(touch.app_state.settings, open_chips=True))
    touch.navigator.go(routes.Correct(PlayerToCorrect(RED)))
    assert "?" not in touch.texts()


def test_a_message_moves_no_reason(touch):
    touch.navigator.go(routes.Correct(FieldToCorrect(12)))
    before = {tap.key: touch.place(tap.key) for tap in touch.taps()}
    touch.tap("correct.done")
    assert says(touch, "Nothing has changed yet")
    assert {tap.key: touch.place(tap.key) for tap in touch.taps()} == before
