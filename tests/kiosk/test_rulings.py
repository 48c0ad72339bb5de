"""What a table keeps of its rulings: for how long, for whom, and through whatever a file holds."""

import json
from pathlib import Path

import pytest

from companion.memory.people import Person, by_name
from kiosk import rulings as module
from kiosk.rulings import (
    EVENING_HOURS,
    MOST_KEPT,
    StandIn,
    SwapInPayment,
    group_of,
    in_force,
    stand_in,
    swapped_any_time_last,
    swaps_any_time,
    with_ruling,
    with_swaps,
)
from kiosk.settings import Settings, load_settings, save_settings
from kiosk.words.texts import color_names_everywhere

SUPPER = 1_800_000_000
AN_HOUR = 3600
ANN_AND_BO = ("Ann", "Bo")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch):
    """Sets what the clock says."""

    def say(second: float) -> None:
        monkeypatch.setattr(module.time, "time", lambda: second)

    say(SUPPER)
    return say


def test_a_ruling_of_the_evening_holds_for_whoever_plays_and_is_over_the_next_day(clock) -> None:
    rulings = with_ruling((), StandIn(2, SUPPER), by_name)
    clock(SUPPER + (EVENING_HOURS - 1) * AN_HOUR)
    assert stand_in(rulings, 2, ("Cy", "Purple"), by_name)
    assert stand_in(rulings, 1, ("Cy", "Purple"), by_name) is None
    clock(SUPPER + (EVENING_HOURS + 1) * AN_HOUR)
    assert stand_in(rulings, 2, ("Cy", "Purple"), by_name) is None
    assert in_force(rulings) == ()


def test_a_clock_that_went_back_as_the_power_was_cut_ends_no_evening(clock) -> None:
    clock(SUPPER - AN_HOUR)
    assert stand_in((StandIn(2, SUPPER),), 2, ANN_AND_BO, by_name)


@pytest.mark.parametrize("clock_says", [-5e9, 0, 1e18])
def test_a_clock_that_is_years_off_ends_an_evening_and_nothing_else(clock, clock_says) -> None:
    always = StandIn(1, SUPPER, ANN_AND_BO)
    clock(clock_says)
    assert in_force((StandIn(2, SUPPER), always)) == (always,)
    assert 0 <= module.this_second() <= 32_503_680_000


def test_a_ruling_of_a_group_holds_in_any_order_and_under_any_spelling_of_its_people(clock) -> None:
    people = {"Annie": Person("a" * 32, "Annie", ("Annie", "Ann"))}
    people["Ann"] = people["Annie"]

    def who_is(name: str) -> Person:
        return people.get(name) or by_name(name)

    rulings = (StandIn(2, SUPPER, ANN_AND_BO),)
    assert stand_in(rulings, 2, ("Bo", "Annie"), who_is)
    for others in (("Ann",), ("Ann", "Bo", "Cy"), ("Ann", "Cy"), ("Purple", "Bo")):
        assert stand_in(rulings, 2, others, who_is) is None


def test_players_without_a_name_are_no_group_in_any_language() -> None:
    assert group_of(ANN_AND_BO) == ANN_AND_BO
    assert len(color_names_everywhere()) > 8
    for name in color_names_everywhere():
        assert group_of(("Ann", name)) == ()


def test_what_is_kept_twice_stands_once_and_the_oldest_give_way_to_new_ones(clock) -> None:
    rulings = ()
    for number in range(MOST_KEPT + 2):
        rulings = with_ruling(rulings, StandIn(2, SUPPER, ("Ann", f"Bo {number}")), by_name)
    assert len(rulings) == MOST_KEPT
    assert rulings[-1].players[1] == f"Bo {MOST_KEPT + 1}"
    again = with_ruling(rulings, StandIn(2, SUPPER + 5, rulings[-1].players[::-1]), by_name)
    assert len(again) == MOST_KEPT
    assert again[-1].since == SUPPER + 5


def test_how_chips_are_swapped_stays_with_a_game_whatever_the_group_chooses_later(clock) -> None:
    rulings = with_swaps((), "one", ANN_AND_BO, by_name, any_time=False)
    assert not swaps_any_time(rulings, "one")
    assert swaps_any_time(rulings, "another")
    assert not swapped_any_time_last(rulings, ("Bo", "Ann"), by_name)
    assert swapped_any_time_last(rulings, ("Bo", "Cy"), by_name)

    rulings = with_swaps(rulings, "two", ANN_AND_BO, by_name, any_time=True)
    assert not swaps_any_time(rulings, "one")
    assert swaps_any_time(rulings, "two")
    assert swapped_any_time_last(rulings, ANN_AND_BO, by_name)
    assert with_swaps(rulings, "one", ANN_AND_BO, by_name, any_time=True) == ()


def test_a_ruling_knows_of_the_newest_games_only(clock) -> None:
    rulings = ()
    for number in range(40):
        rulings = with_swaps(rulings, f"game {number}", ANN_AND_BO, by_name, any_time=False)
    (ruling,) = rulings
    assert not swaps_any_time(rulings, "game 39")
    assert len(ruling.games) < 20


def test_groups_found_to_be_the_same_people_keep_how_each_of_their_games_swaps(
    clock,
) -> None:
    rulings = with_swaps((), "one", ANN_AND_BO, by_name, any_time=False)
    rulings = with_swaps(rulings, "two", ("Annie", "Bo"), by_name, any_time=False)
    rulings = with_swaps(rulings, "three", ("Annie", "Bo"), by_name, any_time=True)
    annie = Person("a" * 32, "Annie", ("Annie", "Ann"))

    def who_is(name: str) -> Person:
        return annie if name in annie.names else by_name(name)

    assert swapped_any_time_last(rulings, ANN_AND_BO, who_is)
    rulings = with_swaps(rulings, "four", ANN_AND_BO, who_is, any_time=False)
    assert [swaps_any_time(rulings, game) for game in ("one", "two", "three", "four")] == [
        False,
        False,
        True,
        False,
    ]


KEPT = (StandIn(2, SUPPER, ANN_AND_BO), SwapInPayment(SUPPER, ANN_AND_BO, ("key",), again=True))


def test_rulings_come_back_from_the_settings(tmp_path: Path) -> None:
    save_settings(tmp_path, Settings(rulings=KEPT))
    assert load_settings(tmp_path).settings.rulings == KEPT


STRANGE = [
    {"rule": "hut.stack", "since": 5},
    {"rule": "pay.swap", "others": 2, "since": 5, "unless": "Tuesday"},
    {"rule": "pay.swap", "others": 3, "since": 5},
    {"rule": "pay.swap", "others": 0, "since": 5},
    {"rule": "pay.swap", "others": 2, "since": -1},
    {"rule": "pay.swap", "others": 2, "since": 10**30},
    {"rule": "pay.swap", "others": 2, "since": 5, "players": ["x" * 41]},
    {"rule": "pay.swap", "others": 2, "since": 5, "players": ["A", "B", "C", "D", "E"]},
    {"rule": "swap.any-time", "since": 5, "players": ["A"], "games": ["k"] * 13},
    {"rule": "swap.any-time", "since": 5, "players": ["A"], "games": [7]},
    "two for one",
    None,
    [[]],
]


@pytest.mark.parametrize("strange", STRANGE)
def test_a_ruling_that_this_release_does_not_know_is_left_alone_and_holds_for_nobody(
    tmp_path: Path, strange: object
) -> None:
    save_settings(tmp_path, Settings(rulings=KEPT))
    path = tmp_path / "settings.json"
    found = json.loads(path.read_text())
    path.write_text(json.dumps({**found, "rulings": [strange, *found["rulings"]]}))

    read = load_settings(tmp_path)
    assert read.told is None
    assert read.settings.rulings == KEPT
    save_settings(tmp_path, Settings())
    assert json.loads(path.read_text())["rulings"] == [strange]


@pytest.mark.parametrize("many", [[{"rule": "new", "x": "y" * 9000}], [{"rule": "new"}] * 3000])
def test_neither_long_nor_many_strange_rulings_keep_the_settings_from_being_read(
    tmp_path: Path, many: list
) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"motion": False, "rulings": many}))
    longest = tuple(f"{number}" + '"' * 39 for number in range(4))
    games = tuple(f"{number:064}" for number in range(12))
    rulings = (SwapInPayment(SUPPER, longest, games, again=True),) * MOST_KEPT
    for _again in range(3):
        save_settings(tmp_path, Settings(motion=False, rulings=rulings))
        read = load_settings(tmp_path)
        assert read.told is None
        assert read.settings.rulings == rulings


@pytest.mark.parametrize("none", ["all", {"rule": "pay.swap"}, 5])
def test_what_is_no_list_of_rulings_costs_the_rulings_alone_and_is_told(
    tmp_path: Path, none: object
) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"motion": False, "rulings": none}))
    read = load_settings(tmp_path)
    assert read.settings == Settings(motion=False)
    assert "(rulings)" in str(read.told)
