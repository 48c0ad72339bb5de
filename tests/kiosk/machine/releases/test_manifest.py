"""What a release says about itself, and which of two is the newer one."""

import json
from dataclasses import replace
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packaging.version import Version

from kiosk.machine.releases.errors import ReleaseError
from kiosk.machine.releases.manifest import Manifest, Wheel

IN_ORDER = (
    "0.9",
    "1.0.dev3",
    "1",
    "1.0.1a1",
    "1.0.1",
    "1.2rc1",
    "1.2.0",
    "1.5.dev2",
    "1.5.dev9",
    "1.5.dev10",
    "1.5a3",
    "1.5b1.dev1",
    "1.5b1",
    "1.5rc1",
    "1.5rc2",
    "1.5rc9",
    "1.5rc10",
    "1.5",
    "1.5+ab1",
    "1.5.post1.dev1",
    "1.5.post1",
    "1.5.post2",
    "1.10.2.dev1",
    "1.10.2",
    "1!0.1",
)
WHEELS = {"meduris_companion-1-py3-none-any.whl": Wheel("0" * 64, 1)}


def release(version: str, build: int = 0) -> Manifest:
    return Manifest(version, "3.13", "aarch64", "0" * 64, WHEELS, build)


def test_of_two_versions_the_later_one_is_newer_whatever_their_builds() -> None:
    for (older, newer), builds in product(combinations(IN_ORDER, 2), product((0, 7), repeat=2)):
        one, other = release(older, builds[0]), release(newer, builds[1])
        assert other.is_newer_than(one)
        assert not one.is_newer_than(other)


@pytest.mark.parametrize(("same", "version"), [("1.2", "1.2.0"), ("1.5rc1", "1.5.RC1")])
def test_of_two_builds_of_one_version_the_later_one_is_newer(same: str, version: str) -> None:
    for older, newer in pairwise((0, 1, 9, 10, 20261122213015)):
        assert release(version, newer).is_newer_than(release(same, older))
        assert not release(same, older).is_newer_than(release(version, newer))
        assert not release(same, newer).is_newer_than(release(version, newer))


numbers = st.integers(0, 12)
versions = st.builds(
    lambda epoch, parts, early, post, dev, local: (
        epoch + ".".join(parts) + early + post + dev + local
    ),
    st.sampled_from(("", "", "", "1!")),
    st.lists(numbers.map(str), min_size=1, max_size=3),
    st.one_of(
        st.just(""), st.builds("{}{}".format, st.sampled_from(("a", "b", "rc", ".alpha")), numbers)
    ),
    st.one_of(st.just(""), numbers.map(".post{}".format)),
    st.one_of(st.just(""), numbers.map(".dev{}".format)),
    st.one_of(st.just(""), st.sampled_from(("+ab1", "+2", "+10"))),
)


@settings(max_examples=300, deadline=None)
@given(versions, versions, st.integers(0, 3), st.integers(0, 3))
def test_versions_have_the_order_of_pythons_packages(
    one: str, other: str, build: int, other_build: int
) -> None:
    expected = (Version(one), build) > (Version(other), other_build)
    assert release(one, build).is_newer_than(release(other, other_build)) == expected


def test_what_is_no_version_is_said_to_have_no_order() -> None:
    with pytest.raises(ReleaseError, match=r"1\.0-nonsense.*--older"):
        release("1.0-nonsense").is_newer_than(release("1.0"))


def test_what_is_written_is_read_again() -> None:
    manifest = release("1.5rc10", 20261122213015)
    assert Manifest.decode(manifest.encode()) == manifest


def test_what_a_newer_release_has_added_is_kept_and_not_asked() -> None:
    text = json.dumps({**json.loads(release("2").encode()), "colour": "blue", "more": [1]}).encode()
    read = Manifest.decode(text)
    assert replace(read, others={}) == release("2")
    assert json.loads(read.encode()) == json.loads(text)


def test_a_list_from_before_builds_were_counted_is_the_oldest_build() -> None:
    told = json.loads(release("2", 5).encode())
    del told["build"]
    assert Manifest.decode(json.dumps(told).encode()) == release("2", 0)


@pytest.mark.parametrize("build", [-1, 1.5, True, "7", None, 10**18])
def test_a_build_that_is_no_number_is_refused(build: object) -> None:
    told = {**json.loads(release("2").encode()), "build": build}
    with pytest.raises(ReleaseError):
        Manifest.decode(json.dumps(told).encode())
