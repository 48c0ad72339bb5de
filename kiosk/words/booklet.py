"""Switch for the booklet's page numbers, which are shown only if the table has the booklet."""


class _Booklet:
    is_available = False


_booklet = _Booklet()


def names_pages() -> bool:
    """Return whether rules and answers name the booklet's pages."""
    return _booklet.is_available


def use_booklet(*, available: bool) -> None:
    """Turn the page numbers on or off."""
    _booklet.is_available = available
