"""Which pages the navigator can show."""

from pkgutil import iter_modules

from kiosk import pages

_NO_PAGES = {"qr_page", "board_page", "form_page", "sticks", "trouble"}
"""What pages are made with, and the app that takes the place of this one in trouble."""


def all_pages() -> set[str]:
    return {module.name for module in iter_modules(pages.__path__)} - _NO_PAGES
