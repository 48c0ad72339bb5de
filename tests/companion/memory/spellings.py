"""Names and other spellings of them that people take for the same name."""

DIFFERENT_IN_EVERY_WAY = (
    "Zo\u00eb Stra\u00dfe \u2764",
    " ZOE\u0308\u00a0 \uff33tra\u200bsse \u2764\ufe0f",
)
"""For tests of where names are compared; how they are compared is tested with each spelling."""
SPELLINGS = (
    DIFFERENT_IN_EVERY_WAY,
    ("Pim", " Pim"),
    ("Pim", "PIM "),
    ("Pim", "Pi\u200bm"),
    ("Pim", "\uff30\uff49\uff4d"),
    ("Jan Piet", "jan\u00a0 piet"),
    ("Zo\u00eb", "zoe\u0308"),
    ("Stra\u00dfe", "STRASSE"),
    ("\u2764", "\u2764\ufe0f"),
)
