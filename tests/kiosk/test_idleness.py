from kiosk.idleness import Idleness, Light


def test_the_screen_dims_and_then_goes_dark() -> None:
    idle = Idleness(dim_after=60, dark_after=300, now=1000)
    lights = [idle.light(1000 + seconds) for seconds in (0, 59, 60, 299, 300, 9999)]
    full, dim, dark = Light
    assert lights == [full, full, dim, dim, dark, dark]


def test_never_is_zero() -> None:
    assert Idleness(0, 0, now=0).light(1e9) is Light.FULL
    assert Idleness(0, 10, now=0).light(9) is Light.FULL
    assert Idleness(10, 0, now=0).light(1e9) is Light.DIM


def test_a_touch_in_full_light_is_an_ordinary_one() -> None:
    idle = Idleness(60, 300, now=0)
    assert not idle.begins(1, 30)
    assert not idle.moves(1, 31)
    assert not idle.ends(1, 32)


def test_the_touch_that_wakes_does_nothing_else_until_it_is_lifted() -> None:
    idle = Idleness(60, 300, now=0)
    assert idle.begins(1, 400)
    assert idle.light(400) is Light.FULL
    assert idle.moves(1, 401)
    assert idle.ends(1, 402)
    assert not idle.begins(2, 403)


def test_a_second_finger_beside_the_one_that_wakes_does_nothing_either() -> None:
    idle = Idleness(60, 300, now=0)
    idle.begins(1, 70)
    assert idle.begins(2, 71)
    assert idle.ends(1, 72)
    assert idle.ends(2, 73)


def test_whoever_is_there_keeps_the_light() -> None:
    idle = Idleness(60, 300, now=0)
    idle.begins(1, 50)
    idle.moves(1, 100)
    assert idle.light(150) is Light.FULL
    idle.wake(200)
    assert idle.light(259) is Light.FULL
