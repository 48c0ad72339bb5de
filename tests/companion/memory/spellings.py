"""Names and other spellings of them that people take for the same name."""

SPELLINGS = (
    ("Pim", " Pim"),
    ("Pim", "PIM "),
    ("Pim", "Pi\u200bm"),
    ("Pim", "\uff30\uff49\uff4d"),
    ("Jan Piet", "jan\u00a0 piet"),
    ("Zo\u00eb", "zoe\u0308"),
    ("Stra\u00dfe", "STRASSE"),
    ("\u2764", "\u2764\ufe0f"),
)
