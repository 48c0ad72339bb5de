"""JSON text as it is kept in the file of the saved games: a sign for each of its usual phrases.

A part of the format (`migrations`): what stands here is never changed. The same is
said twice, for Python and for SQLite, because a release that knows nothing of it reads and writes
through a view.
"""

PHRASES = (
    '{"event":"decision_asked","phase":"',
    '{"event":"yield_earned","material":"',
    '{"event":"points_scored","color":"',
    '{"event":"offering_made","color":"',
    ',"crossed_river":false}',
    '{"event":"',
    '","color":"',
    '","material":"',
    '","due":1,"got":',
    '{"color":"',
    '{"do":"',
    '","by":"',
    ',"field":',
    ',"source":',
    ',"give":"',
    ',"face":"',
    'copper"',
    'purple"',
    'green"',
    'blue"',
)
"""What rows say most often: not more than SQLite takes as functions within one another."""

SIGNS = tuple(map(chr, (*range(1, 9), *range(14, 26))))
"""Control characters, one a phrase: no JSON text can hold these, so each means nothing else."""

_PAIRS = tuple(zip(SIGNS, PHRASES, strict=True))


def short(text: str) -> str:
    """A JSON text as it is kept: a sign for each phrase, the first phrase before the next."""
    for sign, phrase in _PAIRS:
        text = text.replace(phrase, sign)
    return text


def full(text: str) -> str:
    """A JSON text that was kept; one that was never shortened stays as it is."""
    for sign, phrase in _PAIRS:
        text = text.replace(sign, phrase)
    return text


def short_in_sql(text: str) -> str:
    """`short` as an SQL expression of the expression `text`."""
    for sign, phrase in _PAIRS:
        text = f"replace({text}, '{phrase}', char({ord(sign)}))"
    return text


def full_in_sql(text: str) -> str:
    """`full` as an SQL expression of the expression `text`."""
    for sign, phrase in _PAIRS:
        text = f"replace({text}, char({ord(sign)}), '{phrase}')"
    return text
