from kiosk.pages.settings.view import wishes
from kiosk.rotation import Rotation
from kiosk.settings import Settings


def test_the_usual_settings_are_the_first_way_of_every_choice() -> None:
    assert all(wish.options[0].chosen for wish in wishes(Settings()))
    assert all(
        option.settings == Settings()
        for wish in wishes(Settings())
        for option in wish.options
        if option.chosen
    )


def test_every_way_changes_its_own_setting_and_no_other() -> None:
    others = [
        option.settings
        for wish in wishes(Settings())
        for option in wish.options
        if not option.chosen
    ]

    assert others == [
        Settings(large_letters=True),
        Settings(open_chips=True),
        Settings(motion=False),
        Settings(app_die=False),
        Settings(moves_as_card=True),
        Settings(times=True),
        Settings(moves_turn=False),
        Settings(river=Rotation.QUARTER),
        Settings(river=Rotation.HALF),
        Settings(river=Rotation.THREE_QUARTERS),
    ]


def test_the_line_below_tells_what_the_chosen_way_means() -> None:
    secret, open_ones = wishes(Settings())[1], wishes(Settings(open_chips=True))[1]

    assert secret.explanation != open_ones.explanation
    assert open_ones.explanation == "Everybody's chips are shown where the question leaves room."


def test_keys_name_the_setting_and_its_value() -> None:
    keys = [option.key for wish in wishes(Settings()) for option in wish.options]

    assert keys == [
        "setting.large_letters.off",
        "setting.large_letters.on",
        "setting.open_chips.off",
        "setting.open_chips.on",
        "setting.motion.on",
        "setting.motion.off",
        "setting.app_die.on",
        "setting.app_die.off",
        "setting.moves_as_card.off",
        "setting.moves_as_card.on",
        "setting.times.off",
        "setting.times.on",
        "setting.moves_turn.on",
        "setting.moves_turn.off",
        "setting.river.0",
        "setting.river.90",
        "setting.river.180",
        "setting.river.270",
    ]
