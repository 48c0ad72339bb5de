"""What does not fit at once, in pages; free of Kivy."""

from collections.abc import Callable, Iterable
from typing import TypeVar

ItemT = TypeVar("ItemT")


def in_pages(
    items: Iterable[ItemT], height: Callable[[ItemT], float], room: float
) -> list[list[ItemT]]:
    """The items in their order, as many on each page as `room` holds; at least one page.

    An item that is higher than `room` has a page of its own.
    """
    pages: list[list[ItemT]] = [[]]
    left = room
    for item in items:
        need = height(item)
        if need > left and pages[-1]:
            pages.append([])
            left = room
        pages[-1].append(item)
        left -= need
    return pages
