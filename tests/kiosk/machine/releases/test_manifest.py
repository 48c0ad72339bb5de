"""Which of two versions is the older one."""

from itertools import pairwise

import pytest

from kiosk.machine.releases.manifest import Manifest, Wheel

IN_ORDER = ("0.9", "1.0.dev3", "1", "1.0.1a1", "1.0.1", "1.2rc1", "1.2.0", "1.10.2.dev1", "1.10.2")


def order(version: str) -> tuple[tuple[int, ...], bool]:
    return Manifest(version, "3.13", "aarch64", "0" * 64, {"a": Wheel("0" * 64, 1)}).order


@pytest.mark.parametrize(("older", "newer"), [*pairwise(IN_ORDER)])
def test_versions_come_in_the_order_of_their_numbers_those_on_trial_first(
    older: str, newer: str
) -> None:
    assert order(older) < order(newer)


@pytest.mark.parametrize("version", ["1.2.0", "1.2.0.post1", "1.2+ab1", "1.2.0.post1.dev1"])
def test_what_else_follows_makes_no_version_older(version: str) -> None:
    assert order(version) == order("1.2")
