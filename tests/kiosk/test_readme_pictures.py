import pytest

from companion.state import Phase
from tests.kiosk.touch import SIZES
from tests.tools.screenshots import playing


@pytest.mark.timeout(60)
def test_the_game_of_the_pictures_comes_to_its_field_and_to_its_offering() -> None:
    with playing(SIZES[0]) as (touch, play):
        play.to_a_field()
        assert touch.shows("build.hut")
        play.to_an_offering()
        assert play.state.phase is Phase.OFFERING
