from companion.commands import BuildHut
from companion.pieces import NO_CHIPS, Bonus, Chips, Rune
from kiosk.pages.table.draft import Site
from tests.companion.positions import BLUE, GREEN, RED, position
from tests.kiosk.pages.table.asking import ask, command, keys, words


def test_a_field_shows_its_price_the_rune_and_the_druid_before_anyone_pays() -> None:
    state = position(
        BLUE,
        GREEN,
        RED,
        huts={RED: (20, 21), GREEN: (17,)},
        temples={BLUE: (22,)},
        druid=17,
        runes={Rune.WAVES: RED},
    )

    asked = ask(state, Site(19))

    assert "With it the settlement has 3 huts, so 3 of each:" in words(asked)
    assert "waves rune: from Ria" in words(asked)
    assert "druid 17 to 19, no river" in words(asked)
    assert "Bo (up to 3), Ria (up to 3), Ria (up to 3)" in words(asked)
    assert command(asked, "build.hut") == BuildHut(by=BLUE, field=19, pay=Chips(wood=3, stone=3))
    assert command(asked, "build.temple").pay == Chips(wood=1, stone=1)


def test_a_free_hut_asks_for_no_payment() -> None:
    state = position(BLUE, GREEN, RED, bonus={9: Bonus.HUT})

    asked = ask(state, Site(9))

    assert command(asked, "build.hut") == BuildHut(by=BLUE, field=9, pay=NO_CHIPS)
    assert "build.hut.pay" not in keys(asked)
    assert "No temple" in words(asked)
