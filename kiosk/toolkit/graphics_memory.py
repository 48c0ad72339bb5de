"""What is kept in the graphics memory beyond what is shown, and how to let go of it."""

from kivy.cache import Cache

from kiosk.toolkit import flattening, stamps, surface


def forget_kept() -> None:
    """Draw and write all anew that is made from now on: Kivy has lost what was kept."""
    flattening.forget()
    stamps.forget()
    surface.forget_letterings()
    Cache.remove("kv.graphics.texture")  # what Kivy smooths lines with: it keeps them no better
