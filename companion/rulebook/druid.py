"""Where the druid goes, whom he asks, what offerings bring, and the great river."""

from companion.rulebook.rule import DRUID, OFFERING, Rule
from companion.sentence import N_

RULES = (
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
)
"""In the order of rules.md."""
