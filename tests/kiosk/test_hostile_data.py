"""Whatever lies in the data folder as settings, boards and people: the app opens and plays."""

from pathlib import Path

import pytest

from tests.tools.hostile_data import KINDS, open_hostile


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [1])
def test_hostile_data_keeps_no_page_and_no_game_from_coming(
    tmp_path: Path, kind: str, seed: int
) -> None:
    open_hostile(tmp_path, kind, seed)
