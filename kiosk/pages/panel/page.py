"""The panel screen: what was found where, the last press, and every lamp by touch."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from kivy.metrics import dp

from companion.pieces import Color, Face
from hardware.lamps import DIE_LAMPS, TURN_LAMPS, Lamp
from hardware.panel import PanelState
from kiosk.navigator import Navigator, Page
from kiosk.pages.panel.view import advices, facts, headline, stepped
from kiosk.panel_link import PanelLink
from kiosk.pieces import drawing, palette
from kiosk.ui import shapes, theme
from kiosk.ui.paging import in_pages
from kiosk.ui.stepper import add_stepper
from kiosk.ui.surface import Box, Column, Surface, breakable, text_height
from kiosk.ui.tap import Tap, draw_button
from kiosk.ui.theme import Rgb
from kiosk.words.language import _, decimal
from kiosk.words.texts import said

_GAP = 8
_PADDING = 14
_SIGN = 13
_HEADING = 24
_DIE_COLUMNS = 3


class _Text(NamedTuple):
    """A text of the card: how large (dp), how, and how far from the one above (dp)."""

    text: str
    size: float
    ink: Rgb
    bold: bool
    above: float


class PanelPage(Page):
    """Keys: `lamp.<name>`, `lamps.test`, `brightness.less|more`, `blink.less|more`, `back`.

    `more` turns the page where the reasons fill several. While it is shown the lamps are the
    screen's to switch; leaving gives them back to the game.
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._card: Surface | None = None
        self._lamps: Surface | None = None
        self._page = 0
        self._area = self.head(_("Panel"), navigator.back)
        if navigator.panel is not None:
            navigator.panel.switch(frozenset())
        self._show_card()
        self._show_lamps()

    def leave(self) -> None:
        """Give the lamps back to the game."""
        if self.navigator.panel is not None:
            self.navigator.panel.switch(None)

    def panel_changed(self) -> None:
        """Show the press that came, or what became of the panel."""
        self._page = 0
        self._show_card()
        # A finger on a lamp must not lose it because the button was pressed.
        if self._ready_link is None or self._lamps is None:
            self._show_lamps()

    @property
    def _ready_link(self) -> PanelLink | None:
        link = self.navigator.panel
        return link if link is not None and link.is_ready else None

    def _parts(self) -> list[Box]:
        """Where what is known stands, and where the lamps, which need more of an upright screen."""
        lamps = 1.1 if self._area.is_upright else 1
        return self._area.parts((1, lamps), dp(2 * _GAP))

    # What is known

    def _show_card(self) -> None:
        if self._card is not None:
            self.take_off(self._card)
        box = self._area
        if self._ready_link is not None:
            box, _lamps = self._parts()
        card = Surface(box)
        card.fill(theme.SURFACE, radius=12)
        inner = self._add_trouble(card, box).inset(dp(_PADDING))
        self._write_pages(card, inner, self._write_headline(card, inner))
        self._card = card
        self.add_widget(card)

    def _write_headline(self, card: Surface, inner: Box) -> Box:
        """Write how it stands; returns the box that is left below."""
        link = self.navigator.panel
        text = headline(link.status) if link is not None else _("There is no panel")
        side = dp(_SIGN)
        width = inner.width - 2 * side - dp(_GAP)
        height = max(2 * side, text_height(text, width, theme.TITLE_TEXT, bold=True))
        column = Column(inner, dp(_GAP))
        line = column.take(height)
        self._draw_sign(card, (line.x + side, line.center[1]), side)
        card.write(
            text, Box(line.right - width, line.y, width, height), size=theme.TITLE_TEXT, bold=True
        )
        return column.rest()

    def _draw_sign(self, card: Surface, center: tuple[float, float], size: float) -> None:
        link = self.navigator.panel
        state = PanelState.OFF if link is None else link.status.state
        with card.canvas:
            match state:
                case PanelState.READY:
                    shapes.disc(center, size * 0.6, palette.PLAYERS[Color.GREEN])
                case PanelState.TROUBLED:
                    drawing.troubled_panel(center, size)
                case _:
                    shapes.ring(center, size * 0.6, theme.LIGHT_SOFT, dp(1.5))

    def _texts(self) -> list[list[_Text]]:
        """What stands on the card, in groups that no page tears apart."""
        link = self.navigator.panel
        if link is None:
            return []
        groups = []
        size = theme.TEXT if link.is_ready else theme.DECISION_TEXT
        for one in advices(link.status):
            reason = _Text(one.reason, size, theme.SAND, bold=True, above=2 * _GAP)
            groups.append([reason, _Text(one.advice, size, theme.LIGHT, bold=False, above=4)])
        if link.is_ready:
            for fact in facts(link.status, link.config, link.last_press):
                label = _Text(fact.label, theme.SMALL_TEXT, theme.LIGHT_SOFT, bold=False, above=10)
                value = _Text(fact.value, theme.DECISION_TEXT, theme.LIGHT, bold=False, above=0)
                groups.append([label, value])
            hint = _("Hold its button for two seconds: the lamps light up one by one.")
            groups.append([_Text(hint, theme.TEXT, theme.LIGHT_SOFT, bold=False, above=2 * _GAP)])
        return groups

    def _write_pages(self, card: Surface, inner: Box, room: Box) -> None:
        groups = [
            [text._replace(text=breakable(text.text, room.width, text.size)) for text in group]
            for group in self._texts()
        ]
        foot = Box(inner.x, inner.y, inner.width, dp(theme.TOUCH))
        pages = _pages(groups, room.width, room.height)
        if len(pages) > 1:
            pages = _pages(groups, room.width, room.top - foot.top - dp(_GAP))
        # What could not be kept may have been kept since: then there are fewer pages.
        self._page %= len(pages)
        if len(pages) > 1:
            which = _("More ({page} of {pages})", page=self._page + 1, pages=len(pages))
            more = Tap(foot, "more", self._turn_page)
            draw_button(more, text=which, fill=theme.RAISED)
            card.add_widget(more)
        top = room.top
        for text in pages[self._page]:
            height = _height(text, room.width)
            top -= dp(text.above) + height
            card.write(
                text.text,
                Box(room.x, top, room.width, height),
                ink=text.ink,
                size=text.size,
                bold=text.bold,
                valign="top",
            )
        if self._ready_link is None and len(pages) == 1:
            self._draw_panel(card, Box(room.x, room.y, room.width, top - room.y))

    def _draw_panel(self, card: Surface, box: Box) -> None:
        """Draw what a panel looks like, its lamps dark, where there is room for it."""
        width, height = min(box.width * 0.8, dp(560)), dp(88)
        if box.height < height + dp(3 * _GAP):
            return
        x, y = box.center[0] - width / 2, box.center[1] - height / 2
        card.fill(theme.LINE, Box(x, y, width, height), radius=14)
        inner = Box(x, y, width, height).inset(dp(16), dp(10))
        button, *lamps = inner.split((2, *((1,) * len(Lamp))), 0)
        with card.canvas:
            shapes.disc(button.center, dp(26), theme.mixed(theme.BONUS_RED, theme.LINE, 0.45))
            for lamp, place in zip(Lamp, lamps, strict=True):
                draw_lamp(lamp, place.center, place.width * 0.38)
                shapes.disc(place.center, place.width * 0.4, theme.LINE, 0.55)

    def _turn_page(self) -> None:
        self._page += 1
        self._show_card()

    def _add_trouble(self, card: Surface, box: Box) -> Box:
        """Say that the lamps' settings could not be kept; returns what is left of the card."""
        trouble = self.app_state.settings_trouble
        if trouble is None:
            return box
        text = said(trouble)
        height = text_height(text, box.width - dp(2 * _PADDING), theme.TEXT) + dp(16)
        below = Box(box.x, box.y, box.width, height)
        card.fill(theme.WARNING, below, radius=12)
        card.write(text, below.inset(dp(_PADDING), dp(8)), ground=theme.WARNING)
        return Box(box.x, below.top, box.width, box.height - height)

    # The lamps

    def _show_lamps(self) -> None:
        if self._lamps is not None:
            self.take_off(self._lamps)
            self._lamps = None
        link = self._ready_link
        if link is None:
            return
        _card, box = self._parts()
        lamps, column = Surface(box), Column(box, dp(_GAP))
        lamps.write(_("Tap a lamp to switch it:"), column.take(dp(_HEADING)), ink=theme.LIGHT_SOFT)
        rows = column.rest().rows((1,) * 6, dp(_GAP))
        upper, lower = DIE_LAMPS[:_DIE_COLUMNS], DIE_LAMPS[_DIE_COLUMNS:]
        for shown, row in zip((upper, lower, TURN_LAMPS), rows, strict=False):
            for lamp, place in zip(shown, row.split((1,) * len(shown), dp(_GAP)), strict=True):
                lamps.add_widget(self._lamp(link, lamp, place))
        test = Tap(rows[3], "lamps.test", link.test_lamps)
        draw_button(test, text=_("Test the lamps one by one"), fill=theme.RAISED)
        lamps.add_widget(test)
        percent = link.lamps.brightness_percent
        seconds = decimal(link.lamps.slow_blink_seconds)
        for name, text, row in (
            ("brightness", _("Brightness {percent} %", percent=percent), rows[4]),
            ("blink", _("Blink every {seconds} s", seconds=seconds), rows[5]),
        ):
            add_stepper(lamps, row, name, text, partial(self._step, name))
        self._lamps = lamps
        self.add_widget(lamps)

    def _lamp(self, link: PanelLink, lamp: Lamp, box: Box) -> Tap:
        """A lamp as a button: its sign, and beside it whether it is lit."""
        lit = lamp in link.switched
        tap = Tap(box, f"lamp.{lamp}", lambda: self._switch(link, lamp))
        fill = theme.PAPER if lit else theme.RAISED
        tap.fill(fill, radius=10)
        left, right = box.split((1, 1), 0)
        radius = min(dp(17), left.width * 0.4)
        with tap.canvas:
            draw_lamp(lamp, left.center, radius)
            if lit:
                drawing.light(right.center, dp(9), theme.BONUS_RED)
            else:
                shapes.ring(right.center, dp(7), theme.LIGHT_SOFT, dp(1.5))
        tap.shade_when_pressed()
        return tap

    def _step(self, name: str, way: int) -> None:
        link = self._ready_link
        if link is not None:
            link.tune(stepped(link.lamps, name, way))
        self._show_card()
        self._show_lamps()

    def _switch(self, link: PanelLink, lamp: Lamp) -> None:
        link.switch(link.switched ^ {lamp})
        self._show_lamps()


def draw_lamp(lamp: Lamp, center: tuple[float, float], radius: float) -> None:
    """What is written beside a lamp: the die's face or the player's sign."""
    if lamp in TURN_LAMPS:
        drawing.badge(Color(lamp.value), center, radius)
        return
    shapes.disc(center, radius, theme.PAPER)
    drawing.face_sign(Face(lamp.value), center, radius * 0.66)


def _height(text: _Text, width: float) -> float:
    return text_height(text.text, width, text.size, bold=text.bold)


def _group_height(group: Sequence[_Text], width: float) -> float:
    return sum(dp(text.above) + _height(text, width) for text in group)


def _pages(groups: Sequence[Sequence[_Text]], width: float, room: float) -> list[list[_Text]]:
    """The groups in pages of at most `room` pixels height each; the longest are cut."""
    fitting = _fitting(groups, width, room)
    pages = in_pages(fitting, lambda group: _group_height(group, width), room)
    return [[text for group in page for text in group] for page in pages]


def _fitting(
    groups: Sequence[Sequence[_Text]], width: float, room: float
) -> Iterator[Sequence[_Text]]:
    """The groups, each text of one that no page could hold by itself and in pieces."""
    for group in groups:
        if _group_height(group, width) <= room:
            yield group
            continue
        for text in group:
            for piece in _pieces(text, width, room - dp(text.above)):
                yield [piece]


def _pieces(text: _Text, width: float, room: float) -> Iterator[_Text]:
    """The text cut between words so that each piece fits into `room` pixels height."""
    words = text.text.split(" ")
    while words:
        count = bisect_right(
            range(1, len(words) + 1),
            room,
            key=lambda count: _height(text._replace(text=" ".join(words[:count])), width),
        )
        yield text._replace(text=" ".join(words[: max(1, count)]))
        words = words[max(1, count) :]
