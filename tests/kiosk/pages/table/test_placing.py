import pytest

from companion.commands import PlaceWorker
from companion.errors import RuleViolation
from companion.game import play
from companion.rules.setup import start
from tests.companion.positions import BLUE, GREEN, RED, WOOD, setup
from tests.kiosk.pages.table.asking import ask, choice


def test_a_full_plain_is_offered_dim_and_tapping_it_tells_the_rule() -> None:
    state = start(setup(BLUE, GREEN, RED))
    for color in (BLUE, GREEN, RED):
        state = play(state, PlaceWorker(by=color, plain=WOOD))

    full = choice(ask(state), "place.wood")

    assert full.dim
    with pytest.raises(RuleViolation, match="three workers already stand on the wood plain"):
        play(state, full.action.command)
