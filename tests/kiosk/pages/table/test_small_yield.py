import pytest

from companion.commands import Roll, Take
from companion.pieces import MATERIALS, Face
from companion.state import Phase
from kiosk.pages.table.question import RollDie
from kiosk.ui.form import Row
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.pages.table.asking import ask, choice, command, keys


def test_the_roll_offers_the_app_die_or_only_the_wooden_die() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.ROLL)

    with_app_die, wooden = ask(state), ask(state, app_die=False)

    assert choice(with_app_die, "roll").action == RollDie()
    assert "roll" not in keys(wooden)
    assert command(wooden, "face.plus") == Roll(by=BLUE, face=Face.PLUS)


def test_after_plus_an_empty_material_is_dim_but_still_tells_why() -> None:
    state = position(BLUE, GREEN, RED, phase=Phase.TAKE, supply="3 wood")

    asked = ask(state)

    assert [one.key for one in asked.choices if one.dim] == [
        "take.wool",
        "take.copper",
        "take.stone",
    ]
    assert command(asked, "take.none") == Take(by=BLUE, material=None)


@pytest.mark.parametrize("phase", [Phase.PLACING, Phase.TAKE, Phase.GIVE_BACK], ids=str)
def test_the_buttons_of_the_materials_have_the_order_of_all_materials(phase: Phase) -> None:
    asked = ask(position(BLUE, GREEN, RED, phase=phase, hands={BLUE: "1 wood"}))

    first, second = [row.items for row in asked.rows if isinstance(row, Row)][:2]

    assert [one.symbol for one in (*first, *second)] == [*MATERIALS]
