"""Colours of the pieces and of the printed board."""

from companion.pieces import Color, Material, Rune
from kiosk.ui.theme import Rgb, rgb

MATERIALS: dict[Material, Rgb] = {
    Material.WOOD: rgb("#4fa64a"),
    Material.WOOL: rgb("#f2efe6"),
    Material.COPPER: rgb("#c8742e"),
    Material.STONE: rgb("#7f8da3"),
}
PLAINS: dict[Material, Rgb] = {
    Material.WOOD: rgb("#24482f"),
    Material.WOOL: rgb("#4b5552"),
    Material.COPPER: rgb("#453a2a"),
    Material.STONE: rgb("#334148"),
}
PLAYERS: dict[Color, Rgb] = {
    Color.PURPLE: rgb("#8e4aa8"),
    Color.BLUE: rgb("#3fa7e0"),
    Color.GREEN: rgb("#b9d532"),
    Color.RED: rgb("#d8322e"),
}
AREAS: dict[Rune, Rgb] = {
    Rune.SERPENT: rgb("#6b4a38"),
    Rune.SHIELD: rgb("#69702f"),
    Rune.SPROUT: rgb("#2f6b5e"),
    Rune.EYE: rgb("#3f6c6c"),
    Rune.SPIRAL: rgb("#4a7236"),
    Rune.WAVES: rgb("#2f6b7a"),
    Rune.CROSS: rgb("#70402f"),
    Rune.HOOK: rgb("#345a68"),
    Rune.ARROW: rgb("#2c7860"),
}
UNKNOWN_AREA = rgb("#39433f")
