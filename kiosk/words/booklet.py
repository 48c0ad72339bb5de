"""Whether pages of the booklet are named: only if the table has it at hand."""


class _Booklet:
    is_at_hand = False


_booklet = _Booklet()


def names_pages() -> bool:
    """Whether rules and answers name the booklet's pages."""
    return _booklet.is_at_hand


def use_booklet(*, at_hand: bool) -> None:
    """Turn the page numbers on or off."""
    _booklet.is_at_hand = at_hand
