"""Questions that tables ask about how the game ends and who wins."""

from companion.rulebook.dispute import Dispute
from companion.sentence import N_

DISPUTES = (
    Dispute(
        id="hundred-chip",
        question=N_("What is the chip with 100 and 200 for?"),
        answer=N_(
            "From 100 points on it lies on your marker and goes with it, from 200 on turned over. "
            "It only keeps count: it is worth nothing by itself."
        ),
        pages=(12,),
        rules=("setup.points", "offer.both", "end.temples", "end.runes"),
        words=N_("100 200 hundred marker point track"),
        booklets=(
            N_("German and English: it is turned over when 100 is passed a second time."),
            N_("French: both times it is “more than 100 points”."),
        ),
        plays=N_("turned over from 200 points on."),
    ),
    Dispute(
        id="end-with-empty-plains",
        question=N_("Where does the booklet say that the game ends with empty plains?"),
        answer=N_(
            "On page 12, below the first way to the end: once no chip lies on any plain and "
            "nobody wants to build, the final circuit begins."
        ),
        pages=(12,),
        rules=("end.exhausted",),
        words=N_("exhausted used up supply final finish"),
        booklets=(
            N_("German: on page 12, and again in the brief rules on page 15."),
            N_("English: on page 12, but not in the brief rules."),
            N_("French: nowhere."),
        ),
        plays=N_("the game can end in both ways."),
        left_out_in=frozenset({"fr"}),
    ),
    Dispute(
        id="one-wants-to-build",
        question=N_("One of us wants to end the game, but I still want to build!"),
        answer=N_(
            "Then it goes on. With empty plains the game ends only if nobody wants to build: the "
            "screen asks the whole table, before a roll or before part 2 of a turn."
        ),
        pages=(12,),
        rules=("end.exhausted",),
        words=N_("agree alone decide stop all together"),
        left_out_in=frozenset({"fr"}),
    ),
    Dispute(
        id="two-finish",
        question=N_("Two of us build our last building: who ends the game?"),
        answer=N_(
            "The first one. A second changes nothing: the last turns go on, each a whole turn with "
            "its yield, its ritual and the river."
        ),
        pages=(12,),
        rules=("end.trigger",),
        words=N_("both finish second last turns first"),
    ),
    Dispute(
        id="last-hut-by-correction",
        question=N_("We put the forgotten last hut in by correction: when does the game end?"),
        answer=N_(
            "As if it had been built: at the end of this turn the last turns begin. A correction "
            "that takes a building of that player away again takes the last turns back too."
        ),
        pages=(),
        rules=("end.trigger", "correct.table"),
        words=N_("correct amend forgotten last turns finish"),
    ),
    Dispute(
        id="river-in-the-final-circuit",
        question=N_("Why did we not score the river just now?"),
        answer=N_(
            "In his final circuit the druid crosses the river without points. Coming from his "
            "stone fields he does not cross it at all: he enters just behind it."
        ),
        pages=(9, 12),
        rules=("end.circuit", "river.interim"),
        words=N_("cross river rune stones interim final"),
    ),
    Dispute(
        id="level-on-points",
        question=N_("Who wins if we are level on points?"),
        answer=N_(
            "Among those level: whoever has built most huts and temples, then whoever has most "
            "chips left. If that is level too, you share the victory."
        ),
        pages=(12,),
        rules=("end.winner",),
        words=N_("tie tied draw same equal winner"),
        booklets=(
            N_("German: only those who are level are compared."),
            N_("English and French: they do not say so."),
        ),
        plays=N_("only those who are level."),
    ),
    Dispute(
        id="we-have-to-stop",
        question=N_("We have to stop: who has won?"),
        answer=N_(
            "Nobody yet: the points as they stand are no result. “Games played” keeps them as “Not "
            "played to the end”, and the game waits under “Unfinished games” until you go on."
        ),
        pages=(),
        rules=("correct.table",),
        words=N_("stop break off abort quit give up late pause"),
    ),
    Dispute(
        id="somebody-leaves",
        question=N_("Somebody must leave: can the others play on?"),
        answer=N_(
            "Yes, if you all want to: the buildings stay, the druid gets “Nothing”, and a turn "
            "falls out by “Correct the app” and “Turn”. The record keeps your reason."
        ),
        pages=(),
        rules=("correct.table",),
        words=N_("leave go home drop out give up player fewer"),
    ),
)
"""In the order in which a game brings them up."""
