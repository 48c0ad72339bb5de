"""Whenever the power goes off, the next start finds what was confirmed; the command cuts more."""

from pathlib import Path

import pytest

from tests.companion.memory.watched_disk import why_not
from tests.tools.faults import Recording, cut_often, record

pytestmark = pytest.mark.skipif(why_not() is not None, reason=str(why_not()))

CUTS = 20


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    return record(tmp_path_factory.mktemp("played") / "data", seed=3, evenings=2, steps=25)


def test_whenever_the_power_goes_off_what_was_confirmed_is_there(
    recording: Recording, tmp_path: Path
) -> None:
    found = cut_often(recording, tmp_path, CUTS, 1)
    assert found.faults == []
    assert found.ends.total() == CUTS
    assert found.ends["with the step under way"]
