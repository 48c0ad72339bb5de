"""Converts screen texts for the voice: words for symbols, and "one wood" for "1 wood"."""

from collections.abc import Iterable

from companion.pieces import Material, MaterialChips
from kiosk.words.language import mark_in_context, translate_in_context
from kiosk.words.texts import material_chips_text

_SILENT = str.maketrans(
    {
        "„": "",
        "“": "",
        "”": "",
        "«": "",
        "»": "",
        "(": ", ",
        ")": ", ",
        "·": ",",
        "\N{NO-BREAK SPACE}": " ",
        chr(0x202F): " ",  # narrow no-break space
        "…": ".",
        "\n": " ",
    }
)
"""Signs that the voice would read out or stumble over, with their replacements."""

_ONE_CHIP = {
    # For translators: said by a voice, not written
    Material.WOOD: mark_in_context("spoken", "one wood"),
    # For translators: said by a voice, not written
    Material.WOOL: mark_in_context("spoken", "one wool"),
    # For translators: said by a voice, not written
    Material.COPPER: mark_in_context("spoken", "one copper"),
    # For translators: said by a voice, not written
    Material.STONE: mark_in_context("spoken", "one stone"),
}


def spoken_text(text: str) -> str:
    if "−" in text:
        # For translators: said by a voice, before a number
        text = text.replace("−", translate_in_context("spoken", "minus") + " ")
    if "›" in text:
        # For translators: said by a voice, between where something is and where it goes
        text = text.replace("›", translate_in_context("spoken", "to"))
    words = " ".join(text.replace("+", " plus ").translate(_SILENT).split())
    for sign in ",.":
        words = words.replace(f" {sign}", sign)
    return words.replace(",.", ".").strip(" ,")


def join_as_sentences(parts: Iterable[str]) -> str:
    """Join the non-empty parts into a text, each as a separate sentence."""
    told = [part.rstrip() for part in parts if part.strip()]
    return " ".join(part if part[-1] in ".!?:" else f"{part}." for part in told)


def spoken_material_chips(heap: MaterialChips) -> str:
    return (
        translate_in_context(*_ONE_CHIP[heap.material])
        if heap.number == 1
        else material_chips_text(heap)
    )
