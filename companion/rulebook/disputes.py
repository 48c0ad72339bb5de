"""The questions that tables ask their referee, with the answers, in the order of a game."""

import msgspec

from companion.sentence import N_


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """A question as people at a table ask it, the answer in our words, and the booklet's pages.

    `rules` are the ids of the rules that it is about, at least one; `words` are further words
    under which people may look for it. Where the booklets of the languages differ, `booklets`
    tells what each says, a sentence each, and `plays` what the app does, to stand behind a colon;
    else both are empty.
    `left_out_in` are the codes of the languages whose booklet says nothing of it, though others
    do. All texts are marked for the translators.
    """

    id: str
    question: str
    answer: str
    pages: tuple[int, ...]
    rules: tuple[str, ...]
    words: str
    booklets: tuple[str, ...] = ()
    plays: str = ""
    left_out_in: frozenset[str] = frozenset()

    def pages_in(self, language: str) -> tuple[int, ...]:
        """On which pages the booklet of a language has the answer; none where it has not."""
        return () if language in self.left_out_in else self.pages


ALL_DISPUTES = (
    Dispute(
        id="pieces-of-each",
        question=N_(
            "How many huts, temples and workers has each of us, on which side of the board?"
        ),
        answer=N_(
            "Two players: 12 huts and 3 workers each. Three or four: 8 huts and 2 workers. Always "
            "2 temples. Two or three play on one side of the board, four on the other: its icon "
            "tells."
        ),
        pages=(4,),
        rules=("setup.players", "setup.workers", "hut.stock", "temple.stock"),
        words=N_("number pieces setup two three four players"),
    ),
    Dispute(
        id="open-to-all",
        question=N_("What may everybody see?"),
        answer=N_(
            "Points, rune stones, huts, temples and bonus chips lie open. Only wood, wool, copper "
            "and stone stay behind the cardboard screens."
        ),
        pages=(4, 10),
        rules=("setup.hand", "hut.rune"),
        words=N_("open public visible hidden secret rune stones"),
    ),
    Dispute(
        id="plus-for-whom",
        question=N_("Does +1 bring one chip a player or one a worker?"),
        answer=N_(
            "One a player, of any material that is left, wherever your workers stand. You may "
            "also take none."
        ),
        pages=(6, 13),
        rules=("small.plus",),
        words=N_("die plus arrow everybody choose face"),
        booklets=(
            N_("German and English: one chip for each player, on page 6 and on page 13."),
            N_(
                "French: each player on page 6, but on page 13 it is the workers who each bring "
                "one."
            ),
        ),
        plays=N_("one chip a player."),
    ),
    Dispute(
        id="who-returns-first",
        question=N_("Who returns a chip first on −1?"),  # noqa: RUF001 - a minus
        answer=N_(
            "The booklet names nobody, and it makes no difference: all of you answer at once, and "
            "which chip goes is up to each of you."
        ),
        pages=(6,),
        rules=("small.minus",),
        words=N_("die minus lose order give back clockwise"),
    ),
    Dispute(
        id="same-plain-again",
        question=N_("May my worker go back onto the same plain?"),
        answer=N_(
            "No: he has to leave the plain on which he stands, and needs another one with room on "
            "its stack."
        ),
        pages=(7, 13),
        rules=("big.move",),
        words=N_("move stack big yield stay top"),
        booklets=(
            N_(
                "French: page 7 says a plain of your choice; only page 13 says that it must be "
                "another one."
            ),
            N_("German and English: another plain, on both pages."),
        ),
        plays=N_("always another plain."),
    ),
    Dispute(
        id="may-i-pass",
        question=N_("May I pass instead of moving or building?"),
        answer=N_(
            "No, one of the three has to be done. A worker can always be moved: whatever stands "
            "where, another plain has room for him."
        ),
        pages=(6,),
        rules=("big.move",),
        words=N_("pass skip do nothing miss a turn part 2"),
    ),
    Dispute(
        id="swap-freely",
        question=N_("May we swap chips freely, or only when we pay?"),
        answer=N_(
            "Freely: any of you may at any moment swap three chips for one that lies on a plain. "
            "It matters, for a swap fills plains again for your workers and can put off the end."
        ),
        pages=(7, 9, 10, 15),
        rules=("swap.any-time", "pay.swap"),
        words=N_("exchange trade three for one replace rate any time"),
        booklets=(
            N_("English: three chips are swapped for one of your choice, on all four pages."),
            N_(
                "French: swapped, on pages 7, 10 and 15, at any time; on page 9 a chip of the "
                "offering is replaced."
            ),
            N_(
                "German: a chip is replaced by three others. Pages 7 and 9 tell it of a payment, "
                "pages 10 and 15 of any time, without naming a payment."
            ),
        ),
        plays=N_("both, at any time."),
    ),
    Dispute(
        id="empty-plain-replaced",
        question=N_("The copper plain is empty: may three wood still stand in for copper?"),
        answer=N_(
            "The booklets do not agree. The app: yes in a payment or an offering, where nothing is "
            "taken off a plain; no in a free swap, where the chip that you take must lie there."
        ),
        pages=(7, 9, 10, 15),
        rules=("pay.swap", "swap.any-time"),
        words=N_("replace pay supply stock missing swap"),
        booklets=(
            N_("English: a swap for a chip, which an empty plain cannot give."),
            N_("French: such a swap, but on page 9 replacing, for which no chip has to lie there."),
            N_("German: replacing, on all four pages."),
        ),
        plays=N_("three others replace it in a payment, also with an empty plain."),
    ),
    Dispute(
        id="trade-chips",
        question=N_("May we trade chips with each other?"),
        answer=N_(
            "No booklet allows it. Chips go between you and the plains: as a yield, a payment, an "
            "offering or a swap."
        ),
        pages=(6, 7),
        rules=("swap.any-time",),
        words=N_("trade deal give lend borrow player"),
    ),
    Dispute(
        id="hidden-chips",
        question=N_("May we look at each other's chips?"),
        answer=N_(
            "No, they stay behind the cardboard screens all game. The app, too, shows a hand only "
            "while its button is held. If you play open, say so in the settings."
        ),
        pages=(4, 10),
        rules=("setup.hand", "pay.hand"),
        words=N_("secret hidden open screen hand count"),
    ),
    Dispute(
        id="temple-in-settlement",
        question=N_("Is a temple part of a settlement?"),
        answer=N_(
            "No. Only huts side by side make a settlement; temples and fields without a building "
            "bound it. So a temple makes no hut dearer."
        ),
        pages=(3, 8),
        rules=("temple.cost", "hut.cost", "end.temples"),
        words=N_("bound border price beside edge"),
        booklets=(
            N_("German: the introduction speaks of temples beside large settlements."),
            N_("English and French: the introduction speaks of temples in large settlements."),
        ),
        plays=N_("a temple bounds a settlement."),
    ),
    Dispute(
        id="settlement-over-the-river",
        question=N_("Does a settlement go on across the river, and through several areas?"),
        answer=N_(
            "Yes, whoever owns the huts: only temples and fields without a building bound it. The "
            "price, an offering and a temple count the huts on both banks."
        ),
        pages=(8,),
        rules=("hut.cost", "offer.both", "end.temples"),
        words=N_("river area border beyond bank"),
    ),
    Dispute(
        id="temple-here-instead",
        question=N_("If I build a temple here instead, where does the druid go?"),
        answer=N_(
            "On to the next hut that stands: he never stops at a temple. A hut here might stop "
            "him right on this field. Tap the field, then “Hut” or “Temple”: the card shows both."
        ),
        pages=(8, 13),
        rules=("druid.walk", "temple.field"),
        words=N_("stop walk pass next hut"),
    ),
    Dispute(
        id="temples-side-by-side",
        question=N_("May two temples stand side by side?"),
        answer=N_(
            "Yes. But in the end neither brings the other a point: a temple counts huts only."
        ),
        pages=(13,),
        rules=("temple.field", "end.temples"),
        words=N_("next to adjacent neighbour two"),
    ),
    Dispute(
        id="hut-behind-the-druid",
        question=N_("My hut is behind the druid: am I asked?"),
        answer=N_(
            "No, he only goes forward. Huts behind him are not asked this time, but they count "
            "for the size of the settlement."
        ),
        pages=(13,),
        rules=("ritual.order",),
        words=N_("ritual passed back asked offering"),
    ),
    Dispute(
        id="middle-of-the-settlement",
        question=N_(
            "The druid came into the middle of my settlement: do the huts behind him count?"
        ),
        answer=N_(
            "For the size, yes: whoever gives both materials scores a point for every hut of the "
            "whole settlement. They are not asked, though."
        ),
        pages=(13,),
        rules=("ritual.order", "offer.both"),
        words=N_("ritual size points whole extended"),
    ),
    Dispute(
        id="own-hut-own-turn",
        question=N_("May I offer at my own hut in my own turn?"),
        answer=N_(
            "Yes. Whoever owns the hut is asked, the builder too, even at the hut that has just "
            "been built."
        ),
        pages=(9, 10),
        rules=("ritual.order", "druid.walk"),
        words=N_("new just built builder owner offering"),
    ),
    Dispute(
        id="must-offer",
        question=N_("Must I offer if I could?"),
        answer=N_("No. Giving nothing costs you one point, but nobody drops below 0."),
        pages=(9, 13),
        rules=("offer.none",),
        words=N_("refuse nothing minus lose forced duty"),
    ),
    Dispute(
        id="both-at-a-single-hut",
        question=N_("Why should I give both at a single hut?"),
        answer=N_(
            "You need not: at a hut on its own it is one point either way. Both bring more only "
            "in a settlement."
        ),
        pages=(9,),
        rules=("offer.both", "offer.one"),
        words=N_("alone one lone isolated point"),
    ),
    Dispute(
        id="offer-with-others",
        question=N_("May I pay an offering with three others?"),
        answer=N_(
            "Yes, as in any payment: three chips of any kind stand in for one that he asks for."
        ),
        pages=(9, 10),
        rules=("pay.swap", "offer.one"),
        words=N_("replace swap stand in three for one"),
    ),
    Dispute(
        id="druid-chip-in-a-ritual",
        question=N_("May I give the druid chip in the middle of a ritual?"),
        answer=N_("Yes: at whichever hut of the ritual he has come to, if the chip lies under it."),
        pages=(9,),
        rules=("offer.chip", "ritual.order"),
        words=N_("bonus chip later settlement hut under"),
        booklets=(
            N_("English: at a hut where the druid has stopped."),
            N_("German and French: at any hut that he comes to."),
        ),
        plays=N_("at any hut of the ritual."),
    ),
    Dispute(
        id="druid-chip-same-turn",
        question=N_("May I give the druid chip in the same turn in which I built on it?"),
        answer=N_(
            "Yes, if the druid now comes to that hut: the ritual that your building starts is the "
            "first chance. You may also keep it."
        ),
        pages=(8, 9),
        rules=("offer.chip", "hut.bonus"),
        words=N_("bonus chip at once immediately new hut"),
    ),
    Dispute(
        id="rune-stone-for-the-druid",
        question=N_("Can I give the druid a rune stone?"),
        answer=N_(
            "No. He wants the two materials on the hut's field, or the druid chip under it, and "
            "nothing else."
        ),
        pages=(3, 9),
        rules=("offer.one", "offer.both"),
        words=N_("offering rune pay present"),
        booklets=(
            N_(
                "French: the introduction on page 3 says that rune stones can later be offered to "
                "the druid."
            ),
            N_("German and English: they say nothing of the kind."),
        ),
        plays=N_("rune stones are never offered."),
    ),
    Dispute(
        id="river-in-the-ritual",
        question=N_("Why do we all score in the middle of a ritual?"),
        answer=N_(
            "Because the druid has crossed the great river. That counts on his way and between "
            "two huts of a ritual: one point for each rune stone you hold."
        ),
        pages=(9, 11),
        rules=("river.interim", "ritual.order"),
        words=N_("river cross rune stones interim everybody"),
    ),
    Dispute(
        id="unused-druid-chip",
        question=N_("Is an unused druid chip worth anything at the end?"),
        answer=N_(
            "No. You can still give it in the druid's final circuit; after that it is worth "
            "nothing."
        ),
        pages=(9, 12),
        rules=("offer.chip", "end.circuit"),
        words=N_("bonus chip left over points final"),
    ),
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
            "Below the first way to the end: once no chip lies on any plain and nobody wants to "
            "build, the final circuit begins."
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
