"""Every rule, and the chapters under which rules are shown, in the order of rules.md."""

import msgspec

from companion.sentence import N_


class Rule(msgspec.Struct, frozen=True):
    """One rule: its id, its name, the booklet's pages (none: the app's own rule), a few sentences.

    `chapter` is a title under which a list shows the rule; like the name and the sentences it is
    marked for the translators. `left_out_in` are the codes of the languages whose booklet does
    not have the rule, though others do. `words` are further words under which people may look
    for it, marked too.
    """

    id: str
    title: str
    pages: tuple[int, ...]
    text: str
    chapter: str
    left_out_in: frozenset[str] = frozenset()
    words: str = ""

    def pages_in(self, language: str) -> tuple[int, ...]:
        """On which pages the booklet of a language has it; none where it does not."""
        return () if language in self.left_out_in else self.pages


ORDER = N_("Who decides")
SETUP = N_("Setup")
SMALL_YIELD = N_("Small yield")
BIG_YIELD = N_("Big yield")
BUILDING = N_("Huts and temples")
PAYMENT = N_("Payment")
DRUID = N_("The druid")
OFFERING = N_("Offerings")
FINALE = N_("The end")

ALL_RULES = (
    Rule(
        "turn.decider",
        N_("One question at a time"),
        (),
        N_(
            "One question at a time, to one player: whoever the screen names decides. "
            "Only swapping chips, reading a field and correcting are open to everyone."
        ),
        ORDER,
    ),
    Rule(
        "correct.table",
        N_("The table has the last word"),
        (),
        N_(
            "The table has the last word: give a reason and set the app to what really lies on "
            "the board. It only refuses what the pieces in the box do not allow."
        ),
        ORDER,
    ),
    Rule(
        "board.survey",
        N_("Reading a field"),
        (),
        N_(
            "The app does not know yet what this field shows. Read its rune and its two icons "
            "off your board once; until then nothing can be built there."
        ),
        ORDER,
    ),
    Rule(
        "setup.players",
        N_("Players and colours"),
        (4,),
        N_(
            "Two to four of you play, each in a colour of your own. Two players take purple and "
            "blue."
        ),
        SETUP,
    ),
    Rule(
        "setup.points",
        N_("Points at the start"),
        (4,),
        N_("Everybody's marker starts on the 5 of the point track."),
        SETUP,
    ),
    Rule(
        "setup.hand",
        N_("Chips at the start"),
        (4,),
        N_(
            "Everybody starts with one wood, one wool, one copper and one stone behind their "
            "cardboard screen. All the other chips go to their high plains."
        ),
        SETUP,
    ),
    Rule(
        "setup.bonus",
        N_("Laying the bonus chips"),
        (4,),
        N_(
            "Shuffle the six bonus chips face down, lay them on six fields of your choice with at "
            "least three free fields between any two, all the way round, then turn them over."
        ),
        SETUP,
    ),
    Rule(
        "setup.workers",
        N_("Placing the workers"),
        (4,),
        N_(
            "The starting player first, then clockwise, you each put one worker at a time on any "
            "high plain until everybody's workers are placed. No stack grows higher than three."
        ),
        SETUP,
    ),
    Rule(
        "small.roll",
        N_("The die comes first"),
        (6,),
        N_(
            "Every turn begins with the die. What it shows counts for everybody, not only for "
            "whoever rolled."
        ),
        SMALL_YIELD,
    ),
    Rule(
        "small.material",
        N_("A material is rolled"),
        (6, 13),
        N_(
            "Each worker on the plain that was rolled brings its owner one chip, however high it "
            "stands. If the chips run short, the higher workers are served first."
        ),
        SMALL_YIELD,
    ),
    Rule(
        "small.plus",
        N_("+1 is rolled"),
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
        N_("−1 is rolled"),  # noqa: RUF001 - a minus
        (6,),
        N_(
            "Each of you returns one chip of your own choice; who has none returns none. The "
            "booklet names no order: all of you answer at once."
        ),
        SMALL_YIELD,
    ),
    Rule(
        "big.move",
        N_("Moving a worker"),
        (7, 13),
        N_(
            "Take any one of your workers, even from under others, and put him on top of another "
            "plain. Those above him come down. Where three are standing already there is no room."
        ),
        BIG_YIELD,
        words=N_("stack pile tower relocate"),
    ),
    Rule(
        "big.yield",
        N_("What the stack earns"),
        (7, 13),
        N_(
            "Then all workers there earn: the bottom one 1 chip, the second 2, the third 3. If "
            "chips run short, the top worker takes his first."
        ),
        BIG_YIELD,
        words=N_("pile tower height"),
    ),
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
            "In place of any chip of the price you may pay three others, alike or mixed, even when "
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
            "From the first turn to the end of the final circuit any of you may at any moment put "
            "back three chips, alike or mixed, and take one from a plain. English and French "
            "tell of this swap; German of replacing a chip, twice without naming a payment."
        ),
        PAYMENT,
        words=N_("exchange trade bank"),
    ),
    Rule(
        "druid.stones",
        N_("Over his stone fields"),
        (7,),
        N_(
            "The first three buildings take the druid from his temple over his three stone "
            "fields, one stone each. Nobody is asked for an offering yet."
        ),
        DRUID,
    ),
    Rule(
        "druid.walk",
        N_("On to the next hut"),
        (8, 13),
        N_(
            "After every later building the druid goes clockwise to the next hut, past temples "
            "and empty fields. From his stones he enters before field 1; with no hut he waits."
        ),
        DRUID,
    ),
    Rule(
        "druid.full-lap",
        N_("All the way round"),
        (),
        N_(
            "If his hut is the only one, he walks all the way round back to it and crosses the "
            "river. The booklet does not say this in so many words."
        ),
        DRUID,
    ),
    Rule(
        "ritual.order",
        N_("Whom the druid asks"),
        (9, 13),
        N_(
            "The owner where the druid stops answers first; then he visits hut after hut to the "
            "end of the settlement. Huts behind him are not asked, but count for its size."
        ),
        DRUID,
    ),
    Rule(
        "offer.none",
        N_("Giving nothing"),
        (9, 13),
        N_(
            "Give the druid nothing and you lose one point, though nobody drops below 0. You may "
            "always refuse, even if you could pay."
        ),
        OFFERING,
    ),
    Rule(
        "offer.one",
        N_("Giving one material"),
        (9,),
        N_("Give one of the two materials on the hut's field and you score one point."),
        OFFERING,
    ),
    Rule(
        "offer.both",
        N_("Giving both materials"),
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
        N_("Giving the druid chip"),
        (9,),
        N_(
            "A druid chip under the hut may be given instead: it scores like both materials and "
            "goes to the box. You may also keep it for another visit."
        ),
        OFFERING,
    ),
    Rule(
        "river.interim",
        N_("Crossing the great river"),
        (9, 12),
        N_(
            "Whenever the druid crosses the great river, on his way or between two huts of a "
            "ritual, each of you scores one point for each rune stone you hold at that moment. Not "
            "when he comes from his stone fields, and not in the final circuit."
        ),
        DRUID,
    ),
    Rule(
        "end.trigger",
        N_("All huts and temples built"),
        (12,),
        N_(
            "When somebody has built all their huts and both temples, that turn is played to its "
            "end; then everybody else has one more turn, and the final circuit begins."
        ),
        FINALE,
    ),
    Rule(
        "end.exhausted",
        N_("All four plains empty"),
        (12,),
        N_(
            "If all four plains are empty and nobody wants to build, you may all agree to end the "
            "game before a roll or before part 2. The final circuit follows at once."
        ),
        FINALE,
        left_out_in=frozenset({"fr"}),
    ),
    Rule(
        "end.circuit",
        N_("The druid's final circuit"),
        (12,),
        N_(
            "The druid goes round once more and asks at every hut, ending with the one where he "
            "stands now, which the die marks. Offerings score as always; crossing the river scores "
            "nothing."
        ),
        FINALE,
    ),
    Rule(
        "end.temples",
        N_("What temples score"),
        (9, 12, 13),
        N_(
            "A temple scores one point for every hut, of any colour, in the settlements or single "
            "huts right beside it, left and right. A temple beside it scores nothing."
        ),
        FINALE,
    ),
    Rule(
        "end.runes",
        N_("What rune stones score"),
        (12,),
        N_(
            "The first rune stone you hold scores one point, the second two, the third three, "
            "and so on: five of them make fifteen."
        ),
        FINALE,
    ),
    Rule(
        "end.winner",
        N_("Who wins"),
        (12,),
        N_(
            "The most points win. Among those level on points, the most huts and temples built "
            "decide, then the most chips left; after that you share the victory."
        ),
        FINALE,
        words=N_("goal aim object win victory"),
    ),
)
