"""What a table has ruled and keeps, in words."""

from collections.abc import Iterable

from companion.commands import Correct
from companion.rulebook import rule
from kiosk.words.language import _, listed, several
from kiosk.words.texts import short_name


def ruling_reason(rule_id: str, what: str) -> str:
    """Why something is corrected that the table plays otherwise than that rule, and how."""
    why = _("We play it differently ({rule}): {refusal}", rule=_(rule(rule_id).title), refusal=what)
    limit = Correct.REASON_LIMIT
    return why if len(why) <= limit else why[: limit - 1] + "…"


def stand_in_text(others: int) -> str:
    """How many others stand in for a chip that a payment lacks."""
    return several(
        "{number} other stands in for a missing chip.",
        "{number} others stand in for a missing chip.",
        others,
    )


def swaps_text(*, any_time: bool) -> str:
    """When three chips are swapped for one."""
    return _("3 for 1 at any time") if any_time else _("3 for 1 only in a payment")


def in_one_breath(names: Iterable[str]) -> str:
    """Whose ruling it is, by the names that sentences say."""
    return listed([short_name(name) for name in names])
