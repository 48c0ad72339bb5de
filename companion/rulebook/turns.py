"""Who decides, what lies on the board before the first turn, and both yields."""

from companion.rulebook.rule import BIG_YIELD, ORDER, SETUP, SMALL_YIELD, Rule
from companion.sentence import N_

RULES = (
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
            "booklet names no order: we ask clockwise, beginning with whoever rolled."
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
)
"""In the order of rules.md."""
