from companion.commands import Survey
from companion.pieces import Color, Material, Rune
from kiosk.pages.table.draft import Surveying, draft_at_field
from kiosk.pages.table.question import Go
from tests.companion.positions import STONE, WOOD, position, side_for_four
from tests.kiosk.pages.table.asking import ask, choice, command, keys


def test_an_unread_field_is_surveyed_first_with_only_the_areas_that_fit() -> None:
    state = position(*Color, board=side_for_four())

    draft = draft_at_field(state, 9)
    runes = {key for key in keys(ask(state, draft)) if key.startswith("rune.")}
    picked = Surveying(9, Rune.SPROUT, Material.WOOD, Material.STONE)

    assert draft == Surveying(9)
    assert choice(ask(state, draft), "survey.all").action == Go("survey")
    assert runes == {"rune.shield", "rune.sprout"}
    assert command(ask(state, picked), "survey.done") == Survey(
        field=9, needs=(WOOD, STONE), rune=Rune.SPROUT
    )
