"""Where huts and temples go, what they cost, and what chips stand in for others."""

from companion.rulebook.rule import BUILDING, PAYMENT, Rule
from companion.sentence import N_

RULES = (
    Rule(
        "hut.field",
        N_("Where a hut may stand"),
        (7,),
        N_("A hut goes on any field where nothing is built yet."),
        BUILDING,
        words=N_("house houses"),
    ),
    Rule(
        "hut.stock",
        N_("Huts still to build"),
        (7,),
        N_("You can only put up a hut that you still have in front of you."),
        BUILDING,
    ),
    Rule(
        "temple.stock",
        N_("Temples still to build"),
        (7,),
        N_("You have two temples for the whole game. Once both stand you can build no more."),
        BUILDING,
    ),
    Rule(
        "hut.cost",
        N_("What a hut costs"),
        (8,),
        N_(
            "Both icons are paid once for each hut that the settlement then has, yours included. A "
            "hut that closes a gap counts the huts on both sides. A hut bonus chip makes it free."
        ),
        BUILDING,
        words=N_("house houses price double twice"),
    ),
    Rule(
        "hut.bonus",
        N_("What bonus chips do"),
        (8,),
        N_(
            "A +2 chip brings two points at once, a hut chip lets you build for nothing; both "
            "then go to the box. A druid chip stays under your hut until you offer it."
        ),
        BUILDING,
    ),
    Rule(
        "hut.rune",
        N_("Taking the rune stone"),
        (7,),
        N_(
            "Whoever builds a hut takes the rune stone of its area, even if somebody else had it "
            "until now."
        ),
        BUILDING,
        words=N_("steal take away lose"),
    ),
    Rule(
        "temple.field",
        N_("Where a temple may stand"),
        (7,),
        N_("A temple goes on a field with no building and no bonus chip."),
        BUILDING,
    ),
    Rule(
        "temple.cost",
        N_("What a temple costs"),
        (7, 8),
        N_(
            "A temple costs both icons of its field once, whatever stands beside it. "
            "It brings you no rune stone."
        ),
        BUILDING,
    ),
    Rule(
        "pay.hand",
        N_("Paying with your own chips"),
        (7,),
        N_("You can only pay with chips that lie behind your own cardboard screen."),
        PAYMENT,
    ),
    Rule(
        "pay.swap",
        N_("Three others for one"),
        (7, 9),
        N_(
            "In place of any chip of the price you may pay three others, of any kind, even when "
            "its plain is empty. Chips that the price asks for always count as themselves first, "
            "and there is no overpaying."
        ),
        PAYMENT,
        words=N_("joker wild replace missing"),
    ),
    Rule(
        "swap.any-time",
        N_("Swapping at any time"),
        (7, 10, 15),
        N_(
            "From the first turn to the end of the final circuit any of you may, at any moment, "
            "put back any three chips and then take one that lies on a plain. English and French "
            "tell of such a swap; German of replacing a chip, on pages 10 and 15 without naming a "
            "payment."
        ),
        PAYMENT,
        words=N_("exchange trade bank"),
    ),
)
"""In the order of rules.md."""
