"""Switch for the page numbers of the rules booklet, shown only if the players have the booklet."""


class _Booklet:
    is_available = False


_booklet = _Booklet()


def has_booklet() -> bool:
    return _booklet.is_available


def set_booklet_available(*, available: bool) -> None:
    _booklet.is_available = available
