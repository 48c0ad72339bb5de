"""What a table can set, as choices with a line about each; knows no Kivy."""

import msgspec
from msgspec.structs import replace

from kiosk.rotation import Rotation
from kiosk.rulings import in_force
from kiosk.settings import Settings
from kiosk.words.language import _, language, languages, own_name, several


class Option(msgspec.Struct, frozen=True):
    """One of several ways: its key for good, its words, and the settings that it leads to."""

    key: str
    text: str
    explanation: str
    chosen: bool
    settings: Settings


class Wish(msgspec.Struct, frozen=True):
    """A setting and its ways; the usual one stands first."""

    title: str
    options: tuple[Option, ...]

    @property
    def explanation(self) -> str:
        """What the chosen way means."""
        return next(option.explanation for option in self.options if option.chosen)


class Way(msgspec.Struct, frozen=True):
    """A page where more can be set: its name, what the button says, and what is there."""

    screen: str
    title: str
    explanation: str
    text: str


def ways(settings: Settings) -> tuple[Way, ...]:
    """Pages of settings that have one of their own."""
    number = len(in_force(settings.rulings))
    told = several("{number} ruling is kept.", "{number} rulings are kept.", number)
    empty = _("What you play differently.")
    return (Way("rulings", _("House rules"), told if number else empty, _("Show")),)


def wishes(settings: Settings) -> tuple[Wish, ...]:
    """All settings as they stand."""
    return (
        _wish(
            settings,
            "large_letters",
            _("Text size"),
            (False, _("Normal"), _("As much as possible is shown at once.")),
            (True, _("Large"), _("A third larger, to read from across the table.")),
        ),
        _wish(
            settings,
            "open_chips",
            _("Chips"),
            (
                False,
                _("Secret"),
                _("They stay behind the cardboard screens: hold your own button to look."),
            ),
            (True, _("Open"), _("Everybody's chips are shown where the question leaves room.")),
        ),
        _wish(
            settings,
            "motion",
            _("Movement"),
            (
                True,
                _("On"),
                _("Die and druid move, points count, moved pieces pulse: under a second each."),
            ),
            (False, _("Off"), _("No animation.")),
        ),
        _wish(
            settings,
            "app_die",
            _("Die"),
            (True, _("The app's"), _("The app rolls when you tap it.")),
            (
                False,
                _("Wooden"),
                _("You roll the wooden die and tap the face that it shows."),
            ),
        ),
        _wish(
            settings,
            "moves_as_card",
            _("Moves"),
            (
                False,
                _("Beside"),
                _("What to move stands above the question; a long list comes before it."),
            ),
            (True, _("First"), _("What to move always comes first, until you say “Done”.")),
        ),
        _wish(
            settings,
            "times",
            _("Time"),
            (False, _("Off"), _("Times are hidden.")),
            (True, _("On"), _("The roll sheet leads to everybody's minutes and longest wait.")),
        ),
        _wish(
            settings,
            "moves_turn",
            _("List of moves"),
            (
                True,
                _("Turns"),
                _("With seats set, it turns to whoever must move most."),
            ),
            (False, _("Stays"), _("The screen turns only to whoever decides.")),
        ),
        _river(settings),
    )


def language_wish(settings: Settings) -> Wish:
    """The languages that the app speaks, each under its own name; the one that is spoken holds."""
    return Wish(
        _("Language"),
        tuple(
            Option(
                key=f"setting.language.{code}",
                text=own_name(code),
                explanation=_("For everything on screen."),
                chosen=code == language(),
                settings=replace(settings, language=code),
            )
            for code in languages()
        ),
    )


def _river(settings: Settings) -> Wish:
    """Where on the cardboard the river lies for whoever sits in front of the screen."""
    names = (_("Left"), _("Below"), _("Right"), _("Above"))
    return Wish(
        _("River"),
        tuple(
            Option(
                key=f"setting.river.{side:d}",
                text=name,
                explanation=_("Where it lies on the cardboard, seen from the front."),
                chosen=settings.river is side,
                settings=replace(settings, river=side),
            )
            for side, name in zip(Rotation, names, strict=True)
        ),
    )


def _wish(
    settings: Settings,
    name: str,
    title: str,
    usual: tuple[bool, str, str],
    other: tuple[bool, str, str],
) -> Wish:
    """A setting by its name: the value, the words and the explanation of each way."""

    def option(value: bool, text: str, explanation: str) -> Option:  # noqa: FBT001 - in that order
        return Option(
            key=f"setting.{name}.{'on' if value else 'off'}",
            text=text,
            explanation=explanation,
            chosen=getattr(settings, name) == value,
            settings=replace(settings, **{name: value}),
        )

    return Wish(title, (option(*usual), option(*other)))
