"""Every rule by its id: the pages of the booklet and our own sentence about it for the table.

Sentences are English and marked with `N_` for the translators; whoever shows one translates it.
Source: rules.md; pages are those of the publisher's booklet.
"""

from types import MappingProxyType

import msgspec

from companion.sentence import N_


class Rule(msgspec.Struct, frozen=True):
    """One rule: its id, the booklet's pages (none: the app's own rule), a few sentences.

    `chapter` is a title, marked for the translators too, under which a list shows the rule.
    """

    id: str
    pages: tuple[int, ...]
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
        (),
        N_(
            "One question at a time, to one player: whoever the screen names decides. "
            "Only swapping chips, reading a field and correcting are open to everyone."
        ),
        ORDER,
    ),
    Rule(
        "correct.table",
        (),
        N_(
            "The table has the last word: give a reason and set the app to what really lies on "
            "the board. It only refuses what the pieces in the box do not allow."
        ),
        ORDER,
    ),
    Rule(
        "board.survey",
        (),
        N_(
            "The app does not know yet what this field shows. Read its rune and its two icons "
            "off your board once; until then nothing can be built there."
        ),
        ORDER,
    ),
    Rule(
        "setup.players",
        (4,),
        N_(
            "Two to four of you play, each in a colour of your own. Two players take purple and "
            "blue."
        ),
        SETUP,
    ),
    Rule(
        "setup.points",
        (4,),
        N_("Everybody's marker starts on the 5 of the point track."),
        SETUP,
    ),
    Rule(
        "setup.hand",
        (4,),
        N_(
            "Everybody starts with one wood, one wool, one copper and one stone behind their "
            "screen. All the other chips go to their high plains."
        ),
        SETUP,
    ),
    Rule(
        "setup.bonus",
        (4,),
        N_(
            "Shuffle the six bonus chips face down, lay them on six fields of your choice with at "
            "least three free fields between any two, all the way round, then turn them over."
        ),
        SETUP,
    ),
    Rule(
        "setup.workers",
        (4,),
        N_(
            "The starting player first, then clockwise, you each put one worker at a time on any "
            "high plain until everybody's workers are placed. No stack grows higher than three."
        ),
        SETUP,
    ),
    Rule(
        "small.roll",
        (6,),
        N_(
            "Every turn begins with the die. What it shows counts for everybody, not only for "
            "whoever rolled."
        ),
        SMALL_YIELD,
    ),
    Rule(
        "small.material",
        (6, 13),
        N_(
            "Each worker on the plain that was rolled brings its owner one chip, however high it "
            "stands. If the chips run short, the higher workers are served first."
        ),
        SMALL_YIELD,
    ),
    Rule(
        "small.plus",
        (6, 13),
        N_(
            "Beginning with whoever rolled, then clockwise, each player (not each worker) may take "
            "one chip of any material still there, or none. Once all four plains are empty, the "
            "others are passed over."
        ),
        SMALL_YIELD,
    ),
    Rule(
        "small.minus",
        (6,),
        N_(
            "Each of you returns one chip of your own choice; who has none returns none. The "
            "booklet names no order: we ask clockwise, beginning with whoever rolled."
        ),
        SMALL_YIELD,
    ),
    Rule(
        "big.move",
        (7,),
        N_(
            "Take any one of your workers, even from under others, and put him on top of another "
            "plain. Those above him come down. Where three are standing already there is no room."
        ),
        BIG_YIELD,
    ),
    Rule(
        "big.yield",
        (7, 13),
        N_(
            "Then all workers there earn: the bottom one 1 chip, the second 2, the third 3. If "
            "chips run short, the top worker takes his first."
        ),
        BIG_YIELD,
    ),
    Rule(
        "hut.field",
        (7,),
        N_("A hut goes on any field where nothing is built yet."),
        BUILDING,
    ),
    Rule(
        "hut.stock",
        (7,),
        N_("You can only put up a hut that you still have in front of you."),
        BUILDING,
    ),
    Rule(
        "temple.stock",
        (7,),
        N_("You have two temples for the whole game. Once both stand you can build no more."),
        BUILDING,
    ),
    Rule(
        "hut.cost",
        (8,),
        N_(
            "Both icons are paid once for each hut that the settlement then has, yours included. A "
            "hut that closes a gap counts the huts on both sides. A hut bonus chip makes it free."
        ),
        BUILDING,
    ),
    Rule(
        "hut.bonus",
        (8,),
        N_(
            "A +2 chip brings two points at once, a hut chip lets you build for nothing; both "
            "then go to the box. A druid chip stays under your hut until you offer it."
        ),
        BUILDING,
    ),
    Rule(
        "hut.rune",
        (7,),
        N_(
            "Whoever builds a hut takes the rune stone of its area, even if somebody else had it "
            "until now."
        ),
        BUILDING,
    ),
    Rule(
        "temple.field",
        (7,),
        N_("A temple goes on a field with no building and no bonus chip."),
        BUILDING,
    ),
    Rule(
        "temple.cost",
        (8,),
        N_(
            "A temple costs both icons of its field once, whatever stands beside it. "
            "It brings you no rune stone."
        ),
        BUILDING,
    ),
    Rule(
        "pay.hand",
        (7,),
        N_("You can only pay with chips that lie behind your own screen."),
        PAYMENT,
    ),
    Rule(
        "pay.swap",
        (7,),
        N_(
            "In place of any chip of the price you may pay three others, of any kind, even when "
            "its plain is empty. Chips that the price asks for always count as themselves first, "
            "and nothing is paid too much."
        ),
        PAYMENT,
    ),
    Rule(
        "swap.any-time",
        (7, 10, 15),
        N_(
            "From the first turn to the end of the final circuit any of you may, at any moment, "
            "put back any three chips and then take one that lies on a plain. The English and "
            "French booklets say so; the German one speaks only of replacing a chip you must pay."
        ),
        PAYMENT,
    ),
    Rule(
        "druid.stones",
        (7,),
        N_(
            "The first three buildings take the druid from his temple over his three stone "
            "fields, one stone each. Nobody is asked for an offering yet."
        ),
        DRUID,
    ),
    Rule(
        "druid.walk",
        (8, 13),
        N_(
            "After every later building the druid goes clockwise to the next hut, past temples "
            "and empty fields. From his stones he enters before field 1; with no hut he waits."
        ),
        DRUID,
    ),
    Rule(
        "druid.full-lap",
        (),
        N_(
            "If his hut is the only one, he walks all the way round back to it and crosses the "
            "river. The booklet does not say this in so many words."
        ),
        DRUID,
    ),
    Rule(
        "ritual.order",
        (9, 13),
        N_(
            "The owner where the druid stops answers first; then he visits hut after hut to the "
            "end of the settlement. Huts behind him are not asked, but count for its size."
        ),
        DRUID,
    ),
    Rule(
        "offer.none",
        (9, 13),
        N_(
            "Give the druid nothing and you lose one point, though nobody drops below 0. You may "
            "always refuse, even if you could pay."
        ),
        OFFERING,
    ),
    Rule(
        "offer.one",
        (9,),
        N_("Give one of the two materials on the hut's field and you score one point."),
        OFFERING,
    ),
    Rule(
        "offer.both",
        (9,),
        N_(
            "Give both materials on the hut's field and you score one point for every hut of the "
            "settlement, whoever owns them. At a single hut that is one point: one material brings "
            "as much."
        ),
        OFFERING,
    ),
    Rule(
        "offer.chip",
        (9,),
        N_(
            "A druid chip under the hut may be given instead: it scores like both materials and "
            "goes to the box. You may also keep it for another visit."
        ),
        OFFERING,
    ),
    Rule(
        "river.interim",
        (9,),
        N_(
            "Whenever the druid crosses the great river, on his way or between two huts of a "
            "ritual, each of you scores one point for each rune stone you hold at that moment. Not "
            "when he comes from his stone fields, and not in the final circuit."
        ),
        DRUID,
    ),
    Rule(
        "end.trigger",
        (12,),
        N_(
            "When somebody has built all their huts and both temples, that turn is played to its "
            "end; then everybody else has one more turn, and the final circuit begins."
        ),
        FINALE,
    ),
    Rule(
        "end.exhausted",
        (12,),
        N_(
            "If all four plains are empty and nobody wants to build, you may all agree to end the "
            "game before a roll or before part 2. The final circuit follows at once."
        ),
        FINALE,
    ),
    Rule(
        "end.circuit",
        (12,),
        N_(
            "The druid goes round once more and asks at every hut, ending with the one where he "
            "stands now. Offerings score as always; crossing the river scores nothing."
        ),
        FINALE,
    ),
    Rule(
        "end.temples",
        (9, 12, 13),
        N_(
            "A temple scores one point for every hut, of any colour, in the settlements or single "
            "huts right beside it, left and right. A temple beside it scores nothing."
        ),
        FINALE,
    ),
    Rule(
        "end.runes",
        (12,),
        N_(
            "The first rune stone you hold scores one point, the second two, the third three, "
            "and so on: five of them make fifteen."
        ),
        FINALE,
    ),
    Rule(
        "end.winner",
        (12,),
        N_(
            "The most points win. Among those level on points, the most huts and temples built "
            "decide, then the most chips left; after that you share the victory."
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
