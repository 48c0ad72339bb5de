"""To the release before, and forward again; `tests.kiosk.machine.going_back` goes further."""

from pathlib import Path

import pytest

from tests.kiosk.machine.going_back import FaultError, compare, go_to_and_fro


def test_going_back_a_release_loses_nothing_of_any_evening(tmp_path: Path) -> None:
    told: list[str] = []
    go_to_and_fro(tmp_path, 1, tried=False, tell=told.append)
    assert len(told) == 1


EVENING = {
    "settings": {"times": True},
    "complaint": None,
    "notice": None,
    "trouble": None,
    "board errors": [],
    "boards": {"meduris-4": 3},
    "people": {"Ann": ["Ann"]},
    "games": {"1": [4, "{}"]},
}


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("settings", {"times": False}),
        ("notice", "set aside"),
        ("trouble", "cannot be read"),
        ("damaged", [3]),
        ("board errors", ["line 1"]),
        ("boards", {}),
        ("people", {"Ann": []}),
        ("games", {"1": [3, "{}"]}),
    ],
)
def test_whatever_is_lost_is_a_fault(name: str, found: object) -> None:
    with pytest.raises(FaultError):
        compare({"ended": EVENING}, {"began": {**EVENING, name: found}}, back=True)
