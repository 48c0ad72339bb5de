"""Questions that tables ask about the druid: where he goes, whom he asks, and what he is given."""

from companion.rulebook.dispute import Dispute
from companion.sentence import N_

DISPUTES = (
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
)
"""In the order in which a game brings them up."""
