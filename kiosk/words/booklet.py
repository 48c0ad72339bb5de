"""Whether the players have the rules booklet: its page numbers are shown only in this case."""


class _Booklet:
    is_available = False


_booklet = _Booklet()


def has_booklet() -> bool:
    return _booklet.is_available


def set_booklet_available(*, available: bool) -> None:
    _booklet.is_available = available
