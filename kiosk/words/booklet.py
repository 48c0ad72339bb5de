"""Switch for the page numbers of the rules booklet, shown only if the table has the booklet."""


class _Booklet:
    is_available = False


_booklet = _Booklet()


def has_booklet() -> bool:
    """Return whether rules and answers name the pages of the booklet."""
    return _booklet.is_available


def set_booklet_available(*, available: bool) -> None:
    """Switch the page numbers of the booklet on or off."""
    _booklet.is_available = available
