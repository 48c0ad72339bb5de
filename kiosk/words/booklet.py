"""Whether pages of the booklet are named: only where the table has it at hand."""


class _Booklet:
    is_at_hand = False


_booklet = _Booklet()


def names_pages() -> bool:
    """Whether rules and answers name the booklet's pages now."""
    return _booklet.is_at_hand


def use_booklet(*, at_hand: bool) -> None:
    """Name the booklet's pages from now on, or do not."""
    _booklet.is_at_hand = at_hand
