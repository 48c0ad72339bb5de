"""Flag for the rules booklet: its page numbers are shown only if the players have it."""


class _Booklet:
    is_available = False


_booklet = _Booklet()


def has_booklet() -> bool:
    return _booklet.is_available


def set_booklet_available(*, available: bool) -> None:
    _booklet.is_available = available
