"""Settings of the hints, and the concepts that the players have seen explained."""

from enum import StrEnum

SeenConcepts = frozenset[str]
"""Ids of the concepts that the players know from hints or from playing.

Unknown ids, for example from a newer release, are kept.
"""
NOTHING_SEEN = SeenConcepts()


class HintSetting(StrEnum):
    """How many hints the players get."""

    NEVER = "never"
    NEWS = "news"
    FIRST_GAME = "first_game"
