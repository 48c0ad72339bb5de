"""How the game comes to its end, and what scores then."""

from companion.rulebook.rule import FINALE, Rule
from companion.sentence import N_

RULES = (
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
            "stands now. Offerings score as always; crossing the river scores nothing."
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
"""In the order of rules.md."""
