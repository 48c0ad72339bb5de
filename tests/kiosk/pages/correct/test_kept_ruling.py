"""Always so: a payment that the table accepts once is accepted again, for as long as it says."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion import commands as do
from companion.memory.journal.rows import Kind
from companion.pieces import BuildingKind, Chips, Face, Give, Material
from companion.rules.setup import Seat
from companion.state import Building, Phase
from kiosk import routes
from kiosk import rulings as clock
from kiosk.pages.table.draft import Site
from kiosk.rulings import EVENING_HOURS, StandIn
from tests.companion.positions import BLUE, GREEN, RED, build, setup
from tests.kiosk.touch import Touchscreen, says

TWO_FOR_ONE = "2 others stand in for a missing chip."
FIELD = 1


@pytest.fixture
def touch(tmp_path: Path):
    with Touchscreen(tmp_path) as touch:
        begin(touch)
        yield touch


def begin(touch: Touchscreen, *, named: bool = True) -> None:
    """Three play; blue, who has five of each material, may move or build."""
    start = setup(BLUE, RED, GREEN)
    if not named:
        seats = tuple(Seat(seat.color, seat.color.title()) for seat in start.players)
        start = replace(start, players=seats)
    touch.app_state.set(replace(touch.app_state.settings, motion=False))
    session = touch.app_state.begin(start)
    while session.state.phase is Phase.PLACING:
        plain = next(one for one in Material if len(session.state.stack(one)) < 3)
        session.apply(do.PlaceWorker(by=session.state.decider, plain=plain))
    hands = [do.SetHand(BLUE, one, 5) for one in Material]
    supply = [do.SetSupply(one, 11) for one in Material]
    session.apply(do.Correct(changes=(*hands, *supply), why="counted"))
    session.apply(do.Roll(by=BLUE, face=Face.STONE))
    touch.navigator.go(routes.Table())
    touch.step()


def others_of(touch: Touchscreen, number: int, field: int = FIELD) -> Chips:
    """The price of a hut there with its first chip missing, and so many others for it."""
    price = touch.app_state.game.state.board.field(field).price
    missing = next(one for one in Material if price.number(one))
    other = next(one for one in Material if not price.number(one))
    return price - Chips.of(missing) + Chips.of(*(other,) * number)


def pays(touch: Touchscreen, number: int = 2, field: int = FIELD) -> Chips:
    """Somebody counts out a payment for a hut with so many others for its missing chip."""
    paid = others_of(touch, number, field)
    price = touch.app_state.game.state.board.field(field).price
    touch.page.point(Site(field, BuildingKind.HUT))
    touch.tap("build.hut.pay", "pay.count")
    for one in Material:
        less = paid.number(one) < price.number(one)
        for _tap in range(abs(paid.number(one) - price.number(one))):
            touch.tap(f"pay.{one}.{'less' if less else 'more'}")
    touch.tap("pay.done")
    return paid


def keep(touch: Touchscreen, lasting: str) -> None:
    """The table accepts that, and says how long; then all but that is taken back."""
    pays(touch)
    touch.tap("overrule", f"lasts.{lasting}", "correct.done")
    back_to_the_roll(touch)


def back_to_the_roll(touch: Touchscreen) -> None:
    while not isinstance(touch.app_state.game.steps[-1].command, do.Roll):
        touch.tap("undo")


def offers_to_keep(touch: Touchscreen) -> bool:
    return any(tap.key.startswith("lasts.") for tap in touch.taps())


def accepted(touch: Touchscreen) -> bool:
    return touch.app_state.game.state.is_hut(FIELD)


def test_a_ruling_of_the_evening_builds_at_once_and_says_by_which_ruling(touch) -> None:
    keep(touch, "evening")
    before = touch.app_state.game.state
    paid = pays(touch)

    after = touch.app_state.game.state
    assert accepted(touch)
    assert after.player(BLUE).hand == before.player(BLUE).hand - paid
    assert after.supply == before.supply + paid
    assert after.player(BLUE).points == before.player(BLUE).points
    assert says(touch, "2 for 1, as you play it")
    touch.tap("menu", "menu.log")
    assert says(touch, f"We play it differently (Three others for one): {TWO_FOR_ONE}")


def test_a_kept_ruling_pays_for_a_chip_of_which_none_is_left_on_its_plain(touch) -> None:
    keep(touch, "evening")
    session = touch.app_state.game
    price = session.state.board.field(FIELD).price
    missing = next(one for one in Material if price.number(one))
    number = session.state.supply.number(missing) + session.state.player(RED).hand.number(missing)
    moved = (do.SetHand(RED, missing, number), do.SetSupply(missing, 0))
    session.apply(do.Correct(changes=moved, why="they hoard it"))
    touch.navigator.go(routes.Start())
    touch.navigator.go(routes.Table())
    touch.step()
    before = session.state
    paid = pays(touch)

    assert accepted(touch)
    assert session.state.player(BLUE).hand == before.player(BLUE).hand - paid
    assert session.state.supply == before.supply + paid
    assert says(touch, "2 for 1, as you play it")


def test_what_is_ruled_only_now_is_asked_the_next_time(touch) -> None:
    keep(touch, "once")
    pays(touch)
    assert not accepted(touch)
    assert touch.shows("overrule")
    assert touch.app_state.settings.rulings == ()


def test_a_ruling_holds_for_the_number_that_was_ruled_and_no_slip_pays_less(touch) -> None:
    keep(touch, "evening")
    for number in (0, 1):
        pays(touch, number)
        assert not accepted(touch)
        assert touch.shows("overrule")
        touch.tap("unpaid.back", "back")


@pytest.mark.parametrize("number", [0, 4])
def test_to_pay_nothing_for_a_chip_or_too_much_cannot_be_kept(touch, number: int) -> None:
    pays(touch, number)
    touch.tap("overrule")
    assert not offers_to_keep(touch)


def test_what_takes_something_off_the_board_cannot_be_kept(touch) -> None:
    field = next(one for one, _bonus in touch.app_state.game.setup.bonus)
    touch.page.point(Site(field, BuildingKind.TEMPLE))
    touch.tap("overrule")
    assert not offers_to_keep(touch)
    hut = do.SetField(FIELD, Building(BuildingKind.HUT, RED))
    touch.app_state.game.apply(do.Correct(changes=(hut,), why="forgotten"))
    touch.navigator.go(routes.Table())
    touch.step()
    touch.page.decide(do.BuildHut(by=BLUE, field=FIELD, pay=Chips()))
    touch.tap("told", "overrule")
    assert not offers_to_keep(touch)


def test_players_without_names_are_no_group_to_keep_a_ruling_for(tmp_path: Path) -> None:
    with Touchscreen(tmp_path) as touch:
        begin(touch, named=False)
        pays(touch)
        touch.tap("overrule")
        assert touch.shows("lasts.evening")
        assert not touch.shows("lasts.always")


@pytest.mark.parametrize("lasting", ["evening", "always"])
def test_a_ruling_outlives_a_restart_in_the_middle_of_the_evening(
    tmp_path: Path, lasting: str
) -> None:
    with Touchscreen(tmp_path) as touch:
        begin(touch)
        keep(touch, lasting)
    with Touchscreen(tmp_path, at="start") as touch:
        touch.tap("resume", "play")
        pays(touch)
        assert accepted(touch)


def test_the_next_day_asks_again_unless_the_ruling_is_kept_for_good(touch, monkeypatch) -> None:
    now = clock.time.time()
    keep(touch, "evening")
    monkeypatch.setattr(clock.time, "time", lambda: now + (EVENING_HOURS + 1) * 3600)
    pays(touch)
    assert not accepted(touch)
    touch.tap("overrule", "lasts.always", "correct.done")
    back_to_the_roll(touch)
    monkeypatch.setattr(clock.time, "time", lambda: now + 400 * 24 * 3600)
    pays(touch)
    assert accepted(touch)


def test_a_ruling_of_a_group_is_none_of_another_s(touch) -> None:
    others = StandIn(2, 5, ("Bo", "Ria", "Somebody"))
    touch.app_state.set(replace(touch.app_state.settings, rulings=(others,)))
    pays(touch)
    assert not accepted(touch)


def tried_without(touch: Touchscreen, lacking: Material) -> list[str]:
    """What the log tells of a payment for which one chip of that kind is missing from the hand."""
    session = touch.app_state.game
    paid = others_of(touch, 2)
    left = paid.number(lacking) - 1
    lying = session.state.supply.number(lacking) + session.state.player(BLUE).hand.number(lacking)
    changes = (do.SetHand(BLUE, lacking, left), do.SetSupply(lacking, lying - left))
    session.apply(do.Correct(changes=changes, why="counted again"))
    touch.navigator.go(routes.Table())
    touch.step()
    before = session.state
    pays(touch)

    assert session.state == before
    assert says(touch, "That is not the price. Nothing has been paid.")
    assert session.log[-1].kind is Kind.REFUSED
    touch.tap("menu", "menu.log")
    tried = [text for text in touch.texts() if "Tried" in text]
    touch.tap("back", "undo")
    return tried


def test_the_log_tells_that_a_payer_lacks_chips_as_in_any_payment_but_not_which(touch) -> None:
    keep(touch, "evening")
    paid = others_of(touch, 2)
    kinds = [one for one in Material if paid.number(one)]
    assert len(kinds) == 2
    first, second = (tried_without(touch, one) for one in kinds)
    assert len(first) == 1
    assert second == first * 2


def test_an_offering_waits_as_before_though_a_ruling_is_kept(touch) -> None:
    keep(touch, "evening")
    session = touch.app_state.game
    hut = do.SetField(12, Building(BuildingKind.HUT, BLUE))
    session.apply(do.Correct(changes=(hut, do.SetDruid(None, 12)), why="as it lies"))
    session.apply(build(session.state, BuildingKind.TEMPLE, 3, BLUE))
    touch.navigator.go(routes.Table())
    touch.step()
    needs = session.state.board.field(session.state.visits[0]).price
    other = next(one for one in Material if not needs.number(one))
    touch.page.decide(do.Offer(by=BLUE, give=Give.ONE, pay=Chips.of(other, other)))
    assert touch.shows("overrule")
    assert len(session.state.visits) == 1


def test_a_building_that_has_no_price_is_refused_as_ever_by_who_keeps_a_ruling(touch) -> None:
    keep(touch, "evening")
    steps = touch.app_state.game.steps
    touch.page.decide(do.BuildHut(by=BLUE, field=99, pay=Chips(wood=1)))
    assert says(touch, "there is no field 99 on this board")
    assert touch.app_state.game.steps == steps


def test_the_house_rules_tell_what_is_kept_and_drop_it(touch) -> None:
    keep(touch, "always")
    touch.navigator.go(routes.Settings())
    for _page in range(9):
        if not touch.shows("rulings"):
            touch.tap("more")
    assert says(touch, "1 ruling is kept.")
    touch.tap("rulings")
    assert says(touch, TWO_FOR_ONE)
    assert says(touch, "Bo, Ria and Gus, since ")
    touch.tap("remove.0")
    assert says(touch, "No rule of yours is kept yet.")
    assert not touch.shows("remove.0")
    touch.navigator.go(routes.Table())
    pays(touch)
    assert not accepted(touch)


def test_a_finger_that_stays_drops_one_ruling_only(touch) -> None:
    kept = tuple(StandIn(number, 5, ("Bo", "Cy")) for number in (1, 2))
    touch.app_state.set(replace(touch.app_state.settings, rulings=kept))
    touch.navigator.go(routes.Rulings())
    touch.wait(2)
    spot = touch.place("remove.0").center
    for _tap in range(6):
        touch.tap_at(spot)
        touch.wait(0.3)
    assert touch.app_state.settings.rulings == kept[1:]
