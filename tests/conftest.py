"""How tests run here: the same examples every time, and every file closed.

`HYPOTHESIS_PROFILE=hunt python -m pytest tests/companion` tries new ones and many more;
`deploy/test --mutants` uses a profile of its own.
"""

import ctypes
import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import Phase, settings

from companion.memory.journal import Journal
from tests.hardware.clocks import HandClock

PHASES = (Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink)
"""Without `explain`, which traces every line and takes minutes over a whole game."""

settings.register_profile("steady", deadline=None, derandomize=True, max_examples=25, phases=PHASES)
settings.register_profile("hunt", deadline=None, max_examples=1000, phases=PHASES)
# For thousands of mutants: which example betrays one does not matter, so none is made smaller.
settings.register_profile(
    "mutants",
    settings.get_profile("steady"),
    max_examples=15,
    phases=(Phase.explicit, Phase.generate),
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

DIE_WITH_PARENT = 1
"""PR_SET_PDEATHSIG. Source: prctl(2)."""


def pytest_configure(config: pytest.Config) -> None:
    """A worker ends with the run that has started it; by itself it would go on for seconds."""
    if hasattr(config, "workerinput"):
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)


def pytest_sessionstart() -> None:
    """mutmut tries each mutant in a copy of a process in which the tests have run already.

    What was kept there was worked out without the mutant, and nobody would notice it.
    """
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "companion":
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


# Collecting all tests makes much that stays, and next to no garbage.
gc.disable()


def pytest_collection_finish() -> None:
    """What all tests share is not looked through again and again for garbage: a tenth is won."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


@pytest.fixture(autouse=True)
def _every_journal_is_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A file that a test leaves open is a warning, and so an error, in whichever test is next."""
    opened: list[Journal] = []
    make = Journal.__init__

    def remember(journal: Journal, *words: object, **named: object) -> None:
        opened.append(journal)
        make(journal, *words, **named)

    monkeypatch.setattr(Journal, "__init__", remember)
    yield
    for journal in opened:
        journal.close()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A journal without games."""
    with closing(Journal.open(tmp_path)) as opened:
        yield opened


@pytest.fixture
def clock() -> HandClock:
    return HandClock()
