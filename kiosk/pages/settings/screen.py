"""What a table can set: choices between two ways, and the brightness (touchscreen, "Screens")."""

from collections.abc import Callable, Sequence

from kivy.metrics import dp, sp
from msgspec.structs import replace

from kiosk.machine.backlight import Backlight
from kiosk.pages.settings.view import Option, Way, Wish, language_wish, ways, wishes
from kiosk.stage import Screen, Stage
from kiosk.toolkit import theme
from kiosk.toolkit.paging import in_pages
from kiosk.toolkit.radio import draw_radio
from kiosk.toolkit.stepper import add_stepper
from kiosk.toolkit.surface import Box, Column, text_height
from kiosk.toolkit.tap import Tap
from kiosk.words.language import _, use_language
from kiosk.words.texts import said

_GAP = 10
_PADDING = 14
_MOST_ROW = 110
_MOST_UPRIGHT_ROW = 128
"""How high a row is at most, in sp."""
_BUTTON = 64
_TITLE = 26
_LEAST_PERCENT = 10
"""Also the step: darker than that, nobody would find the way back."""
_MOST_PERCENT = 100


class SettingsScreen(Screen):
    """Keys: `setting.<name>.on|off` for `open_chips`, `motion` and `app_die`; `panel`; `back`.

    `rulings` leads to the house rules. Where the display's light can be set, also
    `brightness.less` and `brightness.more`. Where not all fits at once, `more` turns the page.
    """

    leads_to = ("rulings",)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._row = 0
        """The row that was touched last, or the first one of the page that was turned to."""
        self._show()

    def _show(self) -> None:
        self.wipe()
        room = self._write_trouble(self.body)
        rows, upright = self._rows(), self.box.is_upright
        pages = self._pages(rows, room)
        buttons = [("panel", _("Panel"), lambda: self.stage.go("panel"))]
        if len(pages) > 1 and upright:
            room, foot = room.footed(dp(theme.TOUCH), dp(_GAP))
            pages = self._pages(rows, room)
            self.button(foot, *self._more(pages))
        elif len(pages) > 1:
            buttons.insert(0, self._more(pages))
        self.head(_("Settings"), self.stage.back, buttons)
        shown = pages[self._page(pages)]
        column = Column(room, dp(_GAP))
        for row, height in zip(shown, self._heights(shown, rows, room), strict=True):
            self._draw_row(row, rows[row], column.take(height))

    def _heights(
        self, shown: list[int], rows: Sequence[Wish | Way | Backlight], room: Box
    ) -> list[float]:
        """All rows of a page are equally high, unless one needs what the others can spare."""
        least = [self._least_height(rows[row], room) for row in shown]
        free = room.height - (len(shown) - 1) * dp(_GAP)
        most = sp(_MOST_UPRIGHT_ROW if self.box.is_upright else _MOST_ROW)
        if max(least) <= free / len(shown):
            return [min(max(most, *least), free / len(shown))] * len(shown)
        return [height + (free - sum(least)) / len(shown) for height in least]

    def _pages(self, rows: Sequence[Wish | Way | Backlight], room: Box) -> list[list[int]]:
        """The numbers of the rows that stand on each page."""
        return in_pages(
            range(len(rows)),
            lambda row: self._least_height(rows[row], room) + dp(_GAP),
            room.height + dp(_GAP),
        )

    def _page(self, pages: list[list[int]]) -> int:
        return next(number for number, shown in enumerate(pages) if self._row in shown)

    def _rows(self) -> list[Wish | Way | Backlight]:
        light = self.stage.backlight
        lights = [light] if light is not None and light.exists else []
        settings = self.desk.settings
        return [language_wish(settings), *wishes(settings), *ways(settings), *lights]

    def _draw_row(self, number: int, row: Wish | Way | Backlight, box: Box) -> None:
        if isinstance(row, Wish):
            self._draw_wish(number, row, box)
        elif isinstance(row, Way):
            self._draw_way(row, box)
        else:
            self._draw_brightness(number, row, box)

    def _more(self, pages: list[list[int]]) -> tuple[str, str, Callable[[], None]]:
        """The key, the text and the meaning of a button that turns to the next page."""
        page = self._page(pages)

        def turn() -> None:
            self._row = pages[(page + 1) % len(pages)][0]
            self._show()

        return "more", _("More ({page} of {pages})", page=page + 1, pages=len(pages)), turn

    def _write_trouble(self, body: Box) -> Box:
        """Say that the settings could not be saved; returns what is left of the box."""
        trouble = self.desk.settings_trouble
        if trouble is None:
            return body
        text = said(trouble)
        height = text_height(text, body.width - dp(24), theme.TEXT) + dp(16)
        above, box = body.footed(height, dp(_GAP))
        self.fill(theme.WARNING, box, radius=10)
        self.write(text, box.inset(dp(12), dp(8)), ground=theme.WARNING)
        return above

    def _draw_brightness(self, number: int, light: Backlight, box: Box) -> None:
        choice = self._draw_words(_("Brightness"), _light_words(), box)
        percent = self.desk.settings.brightness_percent

        def step(way: int) -> None:
            brightness = min(_MOST_PERCENT, max(_LEAST_PERCENT, percent + way * _LEAST_PERCENT))
            self.desk.set(replace(self.desk.settings, brightness_percent=brightness))
            light.adjust(brightness)
            self._row = number
            self._show()

        text = _("{percent} %", percent=percent)
        add_stepper(self, choice, "brightness", text, step, ground=theme.SURFACE)

    def _draw_wish(self, number: int, wish: Wish, box: Box) -> None:
        choices = len(wish.options)
        row = self._draw_words(wish.title, wish.explanation, box, choices)
        for option, place in zip(wish.options, row.split((1,) * choices, dp(_GAP)), strict=True):
            self._add_option(number, option, place)

    def _draw_way(self, way: Way, box: Box) -> None:
        place = self._draw_words(way.title, way.explanation, box)
        self.button(place, way.screen, way.text, lambda: self.stage.go(way.screen))

    def _draw_words(self, title: str, explanation: str, box: Box, choices: int = 2) -> Box:
        """Write what a row is about; returns where it is set."""
        self.fill(theme.SURFACE, box, radius=12)
        words, choice = self._places(box, choices)
        width = words.width
        below = text_height(explanation, width, theme.TEXT)
        top = words.center[1] + (sp(_TITLE) + below) / 2
        if self.box.is_upright:
            top = words.top  # else headings jump as explanations have one line or two
        self.write(
            title,
            Box(words.x, top - sp(_TITLE), width, sp(_TITLE)),
            ground=theme.SURFACE,
            size=theme.TITLE_TEXT,
            bold=True,
        )
        self.write(
            explanation,
            Box(words.x, top - sp(_TITLE) - below, width, below),
            ink=theme.LIGHT_SOFT,
            ground=theme.SURFACE,
        )
        return choice

    def _places(self, box: Box, choices: int) -> tuple[Box, Box]:
        """Where in a row its words stand and where it is set: below them on an upright screen."""
        if self.box.is_upright:
            words, choice = box.inset(dp(_PADDING), dp(_GAP)).rows((1, 1), 0)
            low = Box(choice.x, choice.y, choice.width, dp(theme.TOUCH))
            return Box(words.x, low.top, words.width, words.top - low.top), low
        share = 0.48 if choices == 2 else 0.36
        words, choice = box.inset(dp(_PADDING), 0).split((share, 1 - share), dp(_GAP))
        height = min(dp(_BUTTON), box.height - dp(16))
        return words, Box(choice.x, box.center[1] - height / 2, choice.width, height)

    def _least_height(self, row: Wish | Way | Backlight, room: Box) -> float:
        """How high a row has to be whichever way is chosen, in pixels."""
        words, choices = [_light_words()], 2
        if isinstance(row, Wish):
            words = [option.explanation for option in row.options]
            choices = len(words)
        elif isinstance(row, Way):
            words = [row.explanation]
        width = self._places(room, choices)[0].width
        highest = max(text_height(text, width, theme.TEXT) for text in words)
        if self.box.is_upright:
            return sp(_TITLE) + highest + dp(10 + theme.TOUCH + 2 * _GAP)
        return max(sp(_TITLE) + highest + dp(4), dp(theme.TOUCH + 16))

    def _add_option(self, number: int, option: Option, box: Box) -> None:
        tap = Tap(box, option.key, lambda: self._choose(number, option))
        draw_radio(tap, option.text, chosen=option.chosen)
        self.add_widget(tap)

    def _choose(self, number: int, option: Option) -> None:
        language = option.settings.language
        if language is not None and language != self.desk.settings.language:
            use_language(language)
        self.desk.set(option.settings)
        self.stage.fit_letters()
        self._row = number
        self._show()


def _light_words() -> str:
    return _("Of the light behind the display.")
