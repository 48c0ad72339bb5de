"""What a table can set, as two-way choices with a line about each; knows no Kivy."""

import msgspec
from msgspec.structs import replace

from kiosk.settings import Settings
from kiosk.words.texts import _


class Option(msgspec.Struct, frozen=True):
    """One of the two ways: its key for good, its words, and the settings that it leads to."""

    key: str
    text: str
    explanation: str
    chosen: bool
    settings: Settings


class Wish(msgspec.Struct, frozen=True):
    """A setting and its two ways; the usual one stands first."""

    title: str
    options: tuple[Option, Option]

    @property
    def explanation(self) -> str:
        """What the chosen way means."""
        return next(option.explanation for option in self.options if option.chosen)


def wishes(settings: Settings) -> tuple[Wish, ...]:
    """All settings as they stand."""
    return (
        Wish(
            _("Chips"),
            (
                _option(
                    settings,
                    "open_chips",
                    value=False,
                    text=_("Secret"),
                    explanation=_("They stay behind the screens: hold your own button to look."),
                ),
                _option(
                    settings,
                    "open_chips",
                    value=True,
                    text=_("Open"),
                    explanation=_("Everybody's chips are shown where the question leaves room."),
                ),
            ),
        ),
        Wish(
            _("Movement"),
            (
                _option(
                    settings,
                    "motion",
                    value=True,
                    text=_("On"),
                    explanation=_(
                        "The die tumbles, the druid walks and points count, under a second each."
                    ),
                ),
                _option(
                    settings,
                    "motion",
                    value=False,
                    text=_("Off"),
                    explanation=_("Everything is at once where it belongs."),
                ),
            ),
        ),
        Wish(
            _("Die"),
            (
                _option(
                    settings,
                    "app_die",
                    value=True,
                    text=_("The app's"),
                    explanation=_("The app rolls when you tap it."),
                ),
                _option(
                    settings,
                    "app_die",
                    value=False,
                    text=_("Wooden"),
                    explanation=_("You roll the wooden die and tap the face that it shows."),
                ),
            ),
        ),
    )


def _option(settings: Settings, name: str, *, value: bool, text: str, explanation: str) -> Option:
    return Option(
        key=f"setting.{name}.{'on' if value else 'off'}",
        text=text,
        explanation=explanation,
        chosen=getattr(settings, name) == value,
        settings=replace(settings, **{name: value}),
    )
