"""Whoever made an archive that may not be installed: both ways in refuse it, with one sentence."""

from pathlib import Path

import pytest

from kiosk.machine.releases.errors import ReleaseError
from tests.kiosk.machine.releases.forged import Bench, Forgery, WrongError, refuse_all
from tests.kiosk.machine.releases.making import make_archive

EVERY_KIND_AND_SOME_BY_CHANCE = 240


def test_every_forged_archive_is_refused_with_one_sentence_and_nothing_is_installed(
    tmp_path: Path,
) -> None:
    faults, told = [], []
    refuse_all(
        tmp_path,
        EVERY_KIND_AND_SOME_BY_CHANCE,
        1,
        lambda *fault: faults.append(fault),
        told.append,
    )
    assert faults == []
    assert told[-1] == EVERY_KIND_AND_SOME_BY_CHANCE


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_an_archive_that_was_installed_would_be_noticed(bench: Bench, tmp_path: Path) -> None:
    good = make_archive(tmp_path, "4.0", keys=[bench.forge.trusted])
    with pytest.raises(WrongError, match="it was installed and tried"):
        bench.refuse(Forgery("a good one", good.read_bytes()))


def test_an_archive_that_the_screen_offered_would_be_noticed(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = make_archive(tmp_path, "4.0", keys=[bench.forge.trusted])

    def refuse(_path: Path) -> None:
        raise ReleaseError("No.")

    monkeypatch.setattr(bench._updater, "update", refuse)
    with pytest.raises(WrongError, match=r"the screen offers version 4\.0"):
        bench.refuse(Forgery("a good one", good.read_bytes()))
