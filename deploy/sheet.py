"""Makes the printed sheet beside the board: two pages of A5 in each language, as PDF files.

deploy/sheet runs it with its dependencies. The words are in owners/sheet.toml, the pictures in
screenshots/, made by `python -m tests.tools.screenshots`. The same words, pictures and time give
the same bytes.
"""

import argparse
import os
import sys
import tomllib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import segno
from fpdf import FPDF
from fpdf.fonts import TTFFont

HERE = Path(__file__).parent
_FONTS = HERE.parent / "kiosk" / "fonts"
WORDS = HERE / "owners" / "sheet.toml"
PICTURES = HERE / "screenshots"
WIDTH, HEIGHT = 148.0, 210.0
"""Size of a page, A5, in millimetres like all lengths here."""
MARGIN = 10.0
INNER = WIDTH - 2 * MARGIN

Ink = tuple[int, int, int]
_GROUND: Ink = (20, 33, 31)
_CREAM: Ink = (242, 234, 214)
_TEXT: Ink = (28, 32, 31)
_FAINT: Ink = (100, 106, 104)
_MARK: Ink = (200, 50, 43)
_PANEL: Ink = (247, 243, 232)
_SIZE = 9.6
"""Font size in points: readable at arm's length."""
_MM_A_POINT = 0.3528
_CALLOUTS = ((1214, 87), (1214, 330), (330, 198), (804, 722), (1116, 722))
"""Positions of the numbers on the picture of the table, in its pixels."""


class Sheet:
    """A sheet of two pages in one language; `bottom` is the lower end of the text so far."""

    def __init__(
        self, language: str, words: Mapping[str, Any], version: str, made: datetime
    ) -> None:
        self.language = language
        self.words = words
        self.version = version
        self.bottom = 0.0
        self.lowest = 0.0
        pdf = self.pdf = FPDF(format=(WIDTH, HEIGHT))
        pdf.set_auto_page_break(auto=False)
        pdf.c_margin = 0
        pdf.set_creation_date(made)
        pdf.set_title(f"Meduris Companion · {words['subtitle']}")
        pdf.set_lang(language)
        for style, file in (("", "Roboto-Regular.ttf"), ("B", "Roboto-Bold.ttf")):
            pdf.add_font("Roboto", style, str(_FONTS / file))

    def page(self) -> None:
        """Begin a page and draw its coloured band."""
        pdf = self.pdf
        pdf.add_page()
        self._fill(_GROUND)
        pdf.rect(0, 0, WIDTH, 17, style="F")
        self.write("Meduris Companion", MARGIN, 4.6, size=18, color=_CREAM, bold=True)
        pdf.set_font("Roboto", "", 11)
        width = pdf.get_string_width(self.words["subtitle"]) + 1
        self.write(self.words["subtitle"], WIDTH - MARGIN - width, 6.4, size=11, color=_CREAM)
        foot = self.words["footer"].format(version=self.version)
        self.write(foot, MARGIN, HEIGHT - 8, size=7, color=_FAINT)
        self.bottom = 21.5

    def write(  # noqa: PLR0913 - where and how
        self,
        text: str,
        x: float,
        y: float,
        *,
        width: float = 0,
        size: float = _SIZE,
        color: Ink = _TEXT,
        bold: bool = False,
    ) -> float:
        """Write text, wrapped to `width` if it is given; return its lower end."""
        pdf = self.pdf
        pdf.set_font("Roboto", "B" if bold else "", size)
        pdf.set_text_color(*color)
        pdf.set_xy(x, y)
        high = size * _MM_A_POINT * 1.28
        pdf.multi_cell(width or INNER, high, text, align="L", markdown=True, padding=0)
        return float(pdf.get_y())

    def heading(self, text: str) -> None:
        """Write the title of the next part."""
        self.bottom = self.write(text, MARGIN, self.bottom, size=13, bold=True) + 1.2

    def number(self, number: int, x: float, y: float, radius: float = 2.5) -> None:
        """Draw a number in a disc around a point."""
        pdf = self.pdf
        self._fill((255, 255, 255))
        pdf.circle(x, y, radius + 0.35, style="F")
        self._fill(_MARK)
        pdf.circle(x, y, radius, style="F")
        size = radius * 4
        pdf.set_font("Roboto", "B", size)
        pdf.set_text_color(255, 255, 255)
        width = pdf.get_string_width(str(number))
        pdf.text(x - width / 2, y + size * _MM_A_POINT * 0.36, str(number))

    def numbered(self, texts: Iterable[str], x: float, y: float, width: float) -> float:
        """Write numbered paragraphs; return the lower end."""
        for number, text in enumerate(texts, 1):
            self.number(number, x + 2.5, y + 2.2)
            y = self.write(text, x + 7.5, y, width=width - 7.5) + 1.9
        return y

    def picture(self, name: str, x: float, y: float, width: float, height: float) -> None:
        """Draw a screenshot."""
        self.pdf.image(PICTURES / f"{name}.png", x, y, width, height)

    def _fill(self, color: Ink) -> None:
        self.pdf.set_fill_color(*color)

    def first_page(self) -> None:
        """Draw the first page: how to start, and the parts of the screen."""
        self.page()
        words = self.words
        self.heading(words["start"])
        self.bottom = self.numbered(words["steps"], MARGIN, self.bottom, INNER) + 2.2
        self.heading(words["screen"])
        x, y, high = MARGIN, self.bottom + 0.8, INNER * 0.6
        self._plate(_GROUND, (x - 1.5, y - 1.5, INNER + 3, high + 3), 2.5)
        self.picture(f"sheet-{self.language}", x, y, INNER, high)
        for number, (across, down) in enumerate(_CALLOUTS, 1):
            self.number(number, x + across * INNER / 1200, y + down * INNER / 1200, 3)
        self.bottom = y + high + 4.5
        self.bottom = self.numbered(words["parts"], MARGIN, self.bottom, INNER)

    def second_page(self, address: str | None) -> None:
        """Draw the second page: trays, hints, and the address of the owners' page."""
        self.page()
        words = self.words
        self.heading(words["trays"])
        for name in ("chip", "marker", "list", "empty"):
            self._tray(name, words[name])
        self.bottom = self.write(words["hold"], MARGIN, self.bottom + 0.6, width=INNER) + 1.2
        self.bottom = self.write(words["wait"], MARGIN, self.bottom, width=INNER) + 3
        self.heading(words["more"])
        for note in words["notes"]:
            self._fill(_MARK)
            self.pdf.circle(MARGIN + 1.2, self.bottom + 2.2, 0.8, style="F")
            self.bottom = self.write(note, MARGIN + 4.5, self.bottom, width=INNER - 4.5) + 1.2
        if address is not None:
            self._code(address)

    def _tray(self, name: str, text: str) -> None:
        pdf, high = self.pdf, 16.4
        self._plate(_PANEL, (MARGIN, self.bottom, INNER, high), 2)
        self._plate(_GROUND, (MARGIN + 1.1, self.bottom + 1, 13.8, 14.4), 1)
        self.picture(f"tray-{name}-{self.language}", MARGIN + 1.6, self.bottom + 1.5, 12.8, 13.4)
        width = INNER - 21
        pdf.set_font("Roboto", "", _SIZE)
        broken = pdf.multi_cell(width, 1, text, dry_run=True, output="LINES", markdown=True)
        lines = len(cast("list[str]", broken))
        y = self.bottom + (high - lines * _SIZE * _MM_A_POINT * 1.28) / 2
        self.write(text, MARGIN + 18, y, width=width)
        self.bottom += high + 1.5

    def _plate(self, color: Ink, area: tuple[float, float, float, float], radius: float) -> None:
        """Draw a coloured rectangle with round corners."""
        self._fill(color)
        self.pdf.rect(*area, style="F", round_corners=True, corner_radius=radius)

    def _code(self, address: str) -> None:
        """Draw a QR code of the owners' page, with its address below."""
        pdf, side = self.pdf, 24.0
        rows = [bytes(row) for row in segno.make(address, error="m", micro=False).matrix]
        y = HEIGHT - 10 - side
        self._fill(_TEXT)
        module = side / len(rows)
        for down, row in enumerate(rows):
            for across, dark in enumerate(row):
                if dark:
                    pdf.rect(MARGIN + across * module, y + down * module, module, module, style="F")
        x, width = MARGIN + side + 4, INNER - side - 4
        end = self.write(self.words["code"], x, y + 1, width=width)
        self.write(address, x, end + 1.5, width=width, size=8, color=_FAINT)
        self.lowest = y


def sheet(language: str, version: str, made: datetime, address: str | None = None) -> bytes:
    """Return the sheet in a language as a PDF file.

    `made` is its creation time. Raises ValueError if the words do not fit.
    """
    words = tomllib.loads(WORDS.read_text(encoding="utf-8"))[language]
    it = Sheet(language, words, version, made)
    try:
        it.first_page()
        _has_room(it.bottom, HEIGHT - 9, language)
        it.second_page(address)
        _has_room(it.bottom, it.lowest or HEIGHT - 9, language)
        return bytes(it.pdf.output())
    finally:
        for font in it.pdf.fonts.values():
            if isinstance(font, TTFFont):
                font.ttfont.close()  # the library closes it only when it writes the file itself


def _has_room(end: float, most: float, language: str) -> None:
    if end > most:
        raise ValueError(f"The words of the sheet in {language} end {end - most:.1f} mm too low.")


def languages() -> tuple[str, ...]:
    """Return the languages of the sheet's words."""
    return tuple(tomllib.loads(WORDS.read_text(encoding="utf-8")))


def main() -> int:
    """Write the sheets of all languages; return the exit status."""
    parser = argparse.ArgumentParser(prog="deploy/sheet")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--address", metavar="URL")
    options = parser.parse_args()
    written = (HERE.parent / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(written)["project"]
    address = options.address or project.get("urls", {}).get("Owners")
    made = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), UTC)
    options.out.mkdir(parents=True, exist_ok=True)
    for language in languages():
        file = options.out / f"sheet-{language}.pdf"
        file.write_bytes(sheet(language, project["version"], made, address))
    return 0


if __name__ == "__main__":
    sys.exit(main())
