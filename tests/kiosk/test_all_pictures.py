"""Pictures of all screens, as the command takes them."""

from pathlib import Path

import pytest

from tests.kiosk.scenes import SCENES
from tests.kiosk.touch import SIZES
from tests.tools.all_pictures import take


@pytest.mark.usefixtures("painted")
def test_scenes_that_lay_sticks_beside_their_data_do_not_find_each_others(tmp_path: Path) -> None:
    take([SCENES["where updates are"], SCENES["what is put right"]], SIZES[0], tmp_path)
    taken = {path.name.partition("-0")[0] for path in tmp_path.glob("*.png")}
    assert len(taken) == 2
