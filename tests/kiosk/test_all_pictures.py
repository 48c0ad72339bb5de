"""Pictures of all screens, as the command takes them."""

from pathlib import Path

import pytest

from tests.kiosk.scenes import SCENES
from tests.kiosk.touch import SIZES
from tests.tools.all_pictures import take


@pytest.mark.usefixtures("painted")
def test_scenes_that_lay_sticks_beside_their_data_do_not_find_each_others(tmp_path: Path) -> None:
    scenes = ("where updates are", "saved games on a stick")
    take([SCENES[name] for name in scenes], SIZES[0], tmp_path)
    for name in scenes:
        assert [*tmp_path.glob(f"{name.replace(' ', '-')}-*.png")]
