"""Games that a release wrote which knew no seals: where one of them rots, nobody would notice."""

from companion.memory.journal.journal import Journal
from companion.memory.journal.rows import BrokenGameError
from companion.sentence import Sentence

_UNSEALED = """
    SELECT id FROM games WHERE id NOT IN (SELECT game FROM good_copies) AND (
        (seal IS NULL AND NOT EXISTS (SELECT 1 FROM seals WHERE game = games.id AND number = 0))
        OR EXISTS (
            SELECT 1 FROM steps_in_short AS step WHERE game = games.id AND seal IS NULL AND
            NOT EXISTS (SELECT 1 FROM seals WHERE game = games.id AND number = step.number)
        )
    )
    ORDER BY id
"""
"""A damaged game that goes on in a copy is left as it is: the copy is sealed."""


def unsealed_games(journal: Journal) -> tuple[int, ...]:
    """The numbers of the games that have rows without a seal. Raises JournalError."""
    return journal.ask(lambda file: tuple(game for (game,) in file.execute(_UNSEALED)))


def seal_games(journal: Journal) -> Sentence | None:
    """Give every row a seal that has none; returns why it could not be done, if that is so.

    A game that is damaged already is left as it is. Raises JournalError.
    """
    for game in unsealed_games(journal):
        try:
            head, rows = journal.head(game), journal.rows(game)
        except BrokenGameError:
            continue
        # Whatever is saved once more is sealed first, as far as it was written.
        saved = journal.save(head, rows)
        if isinstance(saved, Sentence):
            return saved
    return None
