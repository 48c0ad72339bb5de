import pytest

from hardware.lamps import (
    BRIGHTEST,
    DARK_LEVELS,
    Lamp,
    LampEffect,
    LampPattern,
    LampScheduler,
    LampSettings,
    duty_cycle,
    make_lamp_pattern,
)

BRIGHT = LampSettings(brightness_percent=100, slow_blink_seconds=1.0, tumble_seconds=0.8)


@pytest.fixture
def lamps(clock):
    return LampScheduler(clock, BRIGHT)


def lit(scheduler) -> str:
    return " ".join(
        lamp for lamp, level in zip(Lamp, scheduler.lamp_levels(), strict=True) if level > 0
    )


def film(scheduler, clock, seconds: float) -> list[tuple[int, str]]:
    start = clock()
    shown = [(0, lit(scheduler))]
    while (change := scheduler.next_change_time()) is not None and change <= start + seconds:
        clock.now = max(clock.now, change)
        if lit(scheduler) != shown[-1][1]:
            shown.append((round((clock() - start) * 1000), lit(scheduler)))
    return shown


def test_all_lamps_are_dark_before_anything_is_said(lamps):
    assert lamps.lamp_levels() == DARK_LEVELS
    assert lamps.next_change_time() is None


def test_a_lamp_that_is_to_shine_and_to_blink_blinks():
    assert make_lamp_pattern(steady=[Lamp.WOOD, Lamp.RED], blinking=[Lamp.RED]) == LampPattern(
        frozenset({Lamp.WOOD}), frozenset({Lamp.RED})
    )


def test_a_blinking_lamp_is_lit_at_once_and_then_half_of_the_time(lamps, clock):
    clock.advance(0.3)
    lamps.show_pattern(make_lamp_pattern(steady=[Lamp.RED], blinking=[Lamp.BLUE]))
    assert film(lamps, clock, 2.2) == [
        (0, "blue red"),
        (500, "red"),
        (1000, "blue red"),
        (1500, "red"),
        (2000, "blue red"),
    ]


def test_two_lamps_blink_together_whenever_they_began(lamps, clock):
    lamps.show_pattern(make_lamp_pattern(blinking=[Lamp.BLUE]))
    clock.advance(0.7)
    lamps.show_pattern(make_lamp_pattern(blinking=[Lamp.BLUE, Lamp.RED]))
    assert film(lamps, clock, 0.9) == [(0, ""), (300, "blue red"), (800, "")]


def test_the_die_tumbles_ever_slower_for_its_time_and_then_shows_the_face(lamps, clock):
    lamps.show_pattern(make_lamp_pattern(steady=[Lamp.COPPER, Lamp.RED]))
    lamps.play_effect(LampEffect.TUMBLE)
    shown = film(lamps, clock, 3.0)
    assert shown == [
        (0, "stone red"),
        (49, "plus red"),
        (98, "wool red"),
        (148, "minus red"),
        (209, "copper red"),
        (271, "wood red"),
        (345, "plus red"),
        (431, "stone red"),
        (529, "minus red"),
        (652, "wool red"),
        (800, "copper red"),
    ]
    assert lamps.next_change_time() is None


def test_another_face_ends_the_tumble_and_another_turn_lamp_does_not(lamps, clock):
    lamps.show_pattern(make_lamp_pattern(steady=[Lamp.RED]))
    lamps.play_effect(LampEffect.TUMBLE)
    lamps.show_pattern(make_lamp_pattern(steady=[Lamp.RED], blinking=[Lamp.BLUE]))
    assert lit(lamps) == "stone blue red"
    lamps.show_pattern(make_lamp_pattern(steady=[Lamp.RED, Lamp.MINUS]))
    assert film(lamps, clock, 3.0) == [(0, "minus red")]


def test_another_face_ends_no_other_effect(lamps, clock):
    lamps.play_effect(LampEffect.SELF_TEST)
    lamps.show_pattern(make_lamp_pattern(steady=[Lamp.MINUS]))
    assert film(lamps, clock, 0.4) == [(0, "wood"), (300, "wool")]


def test_not_now_is_two_short_blinks_of_the_die(lamps, clock):
    lamps.show_pattern(make_lamp_pattern(steady=[Lamp.WOOD, Lamp.RED]))
    lamps.play_effect(LampEffect.NOT_NOW)
    die = "wood wool copper stone plus minus"
    assert film(lamps, clock, 3.0) == [
        (0, f"{die} red"),
        (120, "red"),
        (200, f"{die} red"),
        (320, "red"),
        (400, "wood red"),
    ]


def test_the_self_test_lights_each_lamp_alone_in_order(lamps, clock):
    lamps.show_pattern(make_lamp_pattern(steady=[Lamp.WOOD, Lamp.RED]))
    lamps.play_effect(LampEffect.SELF_TEST)
    expected = [(300 * number, lamp.value) for number, lamp in enumerate(Lamp)]
    assert film(lamps, clock, 3.4) == [*expected, (3000, "wood red")]


@pytest.mark.parametrize(
    ("running", "asked", "comes"),
    [
        (LampEffect.NOT_NOW, LampEffect.TUMBLE, True),
        (LampEffect.NOT_NOW, LampEffect.SELF_TEST, True),
        (LampEffect.NOT_NOW, LampEffect.NOT_NOW, True),
        (LampEffect.TUMBLE, LampEffect.NOT_NOW, False),
        (LampEffect.TUMBLE, LampEffect.TUMBLE, True),
        (LampEffect.TUMBLE, LampEffect.SELF_TEST, True),
        (LampEffect.SELF_TEST, LampEffect.NOT_NOW, False),
        (LampEffect.SELF_TEST, LampEffect.TUMBLE, False),
        (LampEffect.SELF_TEST, LampEffect.SELF_TEST, False),
    ],
)
def test_a_lesser_effect_never_cuts_off_a_greater_one(lamps, clock, running, asked, comes):
    lamps.play_effect(running)
    clock.advance(0.35)
    undisturbed = lit(lamps)
    lamps.play_effect(asked)
    begun = LampScheduler(clock, BRIGHT)
    begun.play_effect(asked)
    assert lit(lamps) == (lit(begun) if comes else undisturbed)


@pytest.mark.parametrize(("percent", "level"), [(10, 26), (60, 153), (100, BRIGHTEST)])
def test_brightness_is_the_same_for_every_lamp_that_is_lit(clock, percent, level):
    lamps = LampScheduler(clock, LampSettings(brightness_percent=percent))
    lamps.show_pattern(make_lamp_pattern(steady=Lamp))
    assert lamps.lamp_levels() == (level,) * 10


def test_new_settings_count_at_once(lamps, clock):
    lamps.show_pattern(make_lamp_pattern(steady=[Lamp.WOOD], blinking=[Lamp.WOOL]))
    clock.advance(0.6)
    lamps.set_lamp_settings(LampSettings(brightness_percent=50, slow_blink_seconds=3.0))
    assert lamps.lamp_levels() == (128, 128, *[0] * 8)
    assert film(lamps, clock, 4.0) == [(0, "wood wool"), (1500, "wood"), (3000, "wood wool")]


@pytest.mark.parametrize(
    ("level", "share"), [(-1, 0.0), (0, 0.0), (1, 0.01), (26, 0.01), (153, 0.36), (255, 1.0)]
)
def test_current_is_the_square_of_what_the_eye_shall_see(level, share):
    assert duty_cycle(level) == share
