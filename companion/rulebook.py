"""Every rule by its id: the page of the booklet and our own sentence about it for the table.

Sentences are English and marked with `N_` for the translators; whoever shows one translates it.
Source: rules.md; pages are those of the publisher's booklet.
"""

from types import MappingProxyType

import msgspec

from companion.sentence import N_


class Rule(msgspec.Struct, frozen=True):
    """One rule: its id, the booklet's page (None: the app's own rule), one or two sentences.

    `chapter` is a title, marked for the translators too, under which a list shows the rule.
    """

    id: str
    page: int | None
    text: str
    chapter: str


ORDER = N_("Who decides")
SETUP = N_("Setup")
SMALL_YIELD = N_("Small yield")
BIG_YIELD = N_("Big yield")
BUILDING = N_("Huts and temples")
PAYMENT = N_("Payment")
DRUID = N_("The druid")
OFFERING = N_("Offerings")
FINALE = N_("The end")

_RULES = (
    Rule(
        "turn.decider",
        6,
        N_(
            "One question at a time, to one player: whoever the screen names decides. "
            "Only swapping chips, reading a field and correcting are open to everyone."
        ),
        ORDER,
    ),
    Rule(
        "correct.table",
        None,
        N_(
            "The table has the last word: give a reason and set the app to what really lies on "
            "the board. It only refuses what the pieces in the box do not allow."
        ),
        ORDER,
    ),
    Rule(
        "board.survey",
        None,
        N_(
            "The app does not know yet what this field shows. Read its rune and its two icons "
            "off your board once; until then nothing can be built there."
        ),
        ORDER,
    ),
    Rule(
        "setup.players",
        4,
        N_(
            "Two, three or four of you play, each in a colour of their own. "
            "If you are two, you play purple and blue."
        ),
        SETUP,
    ),
    Rule(
        "setup.points",
        4,
        N_("Everybody's marker starts on the 5 of the point track."),
        SETUP,
    ),
    Rule(
        "setup.hand",
        4,
        N_(
            "Everybody starts with one wood, one wool, one copper and one stone behind their "
            "screen. All the other chips go to their high plains."
        ),
        SETUP,
    ),
    Rule(
        "setup.bonus",
        4,
        N_(
            "The six bonus chips lie on six different fields. Between any two of them, all the "
            "way round the ring, at least three fields stay free."
        ),
        SETUP,
    ),
    Rule(
        "setup.workers",
        4,
        N_(
            "The starting player first, then clockwise, you each put one worker at a time on any "
            "high plain until all of them stand. No stack grows higher than three."
        ),
        SETUP,
    ),
    Rule(
        "small.roll",
        6,
        N_("Every turn opens with the die. What it shows may concern everybody at the table."),
        SMALL_YIELD,
    ),
    Rule(
        "small.material",
        6,
        N_(
            "Each worker on the plain that was rolled brings its owner one chip, however high it "
            "stands. If the chips run short, the higher workers are served first."
        ),
        SMALL_YIELD,
    ),
    Rule(
        "small.plus",
        6,
        N_(
            "Whoever rolled first, then clockwise, each of you may take one chip of any kind "
            "that is still there, or none. When all four plains are empty nobody else is asked."
        ),
        SMALL_YIELD,
    ),
    Rule(
        "small.minus",
        6,
        N_(
            "Whoever rolled first, then clockwise, each of you returns one chip of your choice "
            "to its plain. If you have none, you return none."
        ),
        SMALL_YIELD,
    ),
    Rule(
        "big.move",
        7,
        N_(
            "Take any one of your workers, even from under others, and put it on top of another "
            "plain. Where three are standing already there is no room."
        ),
        BIG_YIELD,
    ),
    Rule(
        "big.yield",
        7,
        N_(
            "Then everyone on that plain works: the bottom worker brings one chip, the second "
            "two, the third three. If the chips run short, the top is served first."
        ),
        BIG_YIELD,
    ),
    Rule(
        "hut.field",
        7,
        N_("A hut needs a field of the board on which nothing stands yet."),
        BUILDING,
    ),
    Rule(
        "hut.stock",
        7,
        N_("You can only put up a hut that you still have in front of you."),
        BUILDING,
    ),
    Rule(
        "temple.stock",
        7,
        N_("You have two temples for the whole game. Once both stand you can build no more."),
        BUILDING,
    ),
    Rule(
        "hut.cost",
        8,
        N_(
            "Count all huts of the settlement together with your new one: you pay both icons "
            "that many times. A hut that closes a gap counts the huts on both sides."
        ),
        BUILDING,
    ),
    Rule(
        "hut.bonus",
        8,
        N_(
            "A +2 chip brings two points at once, a hut chip lets you build for nothing; both "
            "then go to the box. A druid chip stays under your hut until you offer it."
        ),
        BUILDING,
    ),
    Rule(
        "hut.rune",
        7,
        N_(
            "Whoever builds a hut takes the rune stone of its area, even if somebody else had it "
            "until now."
        ),
        BUILDING,
    ),
    Rule(
        "temple.field",
        7,
        N_("A temple needs a field of the board with no building and no bonus chip on it."),
        BUILDING,
    ),
    Rule(
        "temple.cost",
        8,
        N_(
            "A temple costs both icons of its field once, whatever stands beside it. "
            "It brings you no rune stone."
        ),
        BUILDING,
    ),
    Rule(
        "pay.hand",
        7,
        N_("You can only pay with chips that lie behind your own screen."),
        PAYMENT,
    ),
    Rule(
        "pay.swap",
        7,
        N_(
            "Three chips of any kind stand in for one that you lack. What fits the price pays for "
            "itself first; each chip still missing takes exactly three others."
        ),
        PAYMENT,
    ),
    Rule(
        "swap.any-time",
        7,
        N_(
            "From the first turn to the end of the final circuit any of you may, at any moment, "
            "put back any three chips and then take one that lies on a plain."
        ),
        PAYMENT,
    ),
    Rule(
        "druid.stones",
        8,
        N_(
            "The first three buildings take the druid from his temple over his three stone "
            "fields, one stone each. Nobody is asked for an offering yet."
        ),
        DRUID,
    ),
    Rule(
        "druid.walk",
        8,
        N_(
            "After every later building the druid goes clockwise to the next hut, past temples "
            "and empty fields. From his stones he enters before field 1; with no hut he waits."
        ),
        DRUID,
    ),
    Rule(
        "druid.full-lap",
        8,
        N_("If there is no other hut, the druid walks all the way round, back to the one he left."),
        DRUID,
    ),
    Rule(
        "ritual.order",
        9,
        N_(
            "The owner where the druid stops answers first; then he visits hut after hut to the "
            "end of the settlement. Huts behind him are not asked, but count for its size."
        ),
        DRUID,
    ),
    Rule(
        "offer.none",
        9,
        N_("Give the druid nothing and you lose one point, but never go below 0."),
        OFFERING,
    ),
    Rule(
        "offer.one",
        9,
        N_("Give one of the two materials on the hut's field and you score one point."),
        OFFERING,
    ),
    Rule(
        "offer.both",
        9,
        N_(
            "Give both materials on the hut's field and you score one point for every hut of "
            "the settlement, whoever owns them."
        ),
        OFFERING,
    ),
    Rule(
        "offer.chip",
        9,
        N_(
            "A druid chip under the hut may be given instead: it scores like both materials and "
            "goes to the box. You may also keep it for another visit."
        ),
        OFFERING,
    ),
    Rule(
        "river.interim",
        9,
        N_(
            "Each time the druid crosses the great river everybody first scores one point a rune "
            "stone they hold. Coming from his stones he crosses nothing."
        ),
        DRUID,
    ),
    Rule(
        "end.trigger",
        12,
        N_(
            "When somebody has built every hut and both temples, and the druid has finished, "
            "each of the others has one more turn. Then the final circuit begins."
        ),
        FINALE,
    ),
    Rule(
        "end.exhausted",
        12,
        N_(
            "If all four plains are empty and nobody wants to build, you may end the game before "
            "a roll or before part 2. The final circuit follows at once."
        ),
        FINALE,
    ),
    Rule(
        "end.circuit",
        12,
        N_(
            "The druid visits every hut once more, the one where he stands last of all. "
            "Offerings score as always; crossing the river scores nothing now."
        ),
        FINALE,
    ),
    Rule(
        "end.temples",
        12,
        N_(
            "A temple scores one point for every hut of the settlements touching it left and "
            "right, whoever owns them. One that touches both sides counts once."
        ),
        FINALE,
    ),
    Rule(
        "end.runes",
        12,
        N_(
            "The first rune stone you hold scores one point, the second two, the third three, "
            "and so on: five of them make fifteen."
        ),
        FINALE,
    ),
    Rule(
        "end.winner",
        12,
        N_(
            "The most points win. If you are level, the most huts and temples built, then the "
            "most chips left decide; after that you share the victory."
        ),
        FINALE,
    ),
)

RULES = MappingProxyType({rule.id: rule for rule in _RULES})
"""All rules by id, in the order of rules.md."""


def rule(rule_id: str) -> Rule:
    """The rule with that id. Raises KeyError with a sentence that names an unknown one."""
    try:
        return RULES[rule_id]
    except KeyError:
        raise KeyError(f"the rule book has no rule {rule_id!r}") from None
