"""A past game step by step: the rows of its log that count, and nothing of what was taken back.

Knows no Kivy.
"""

from companion.memory.journal.rows import Kind
from companion.memory.timeline import LogEntry, PlayedGame, whole_log


def rows_that_count(game: PlayedGame) -> tuple[LogEntry, ...]:
    """A row for each step of a game as it counts now, oldest first."""
    return tuple(row for row in whole_log(game) if row.kind is Kind.COMMAND and row.in_effect)
