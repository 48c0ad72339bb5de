"""Return whether pages of the booklet are named: only if the table has it at hand."""


class _Booklet:
    is_available = False


_booklet = _Booklet()


def names_pages() -> bool:
    """Return whether rules and answers name the booklet's pages."""
    return _booklet.is_available


def use_booklet(*, available: bool) -> None:
    """Turn the page numbers on or off."""
    _booklet.is_available = available
