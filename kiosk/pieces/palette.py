"""Colours of the pieces and of the printed board."""

from companion.pieces import Color, Material, Rune
from kiosk.ui.theme import Rgb, parse_color

MATERIALS: dict[Material, Rgb] = {
    Material.WOOD: parse_color("#4fa64a"),
    Material.WOOL: parse_color("#f2efe6"),
    Material.COPPER: parse_color("#c8742e"),
    Material.STONE: parse_color("#7f8da3"),
}
PLAINS: dict[Material, Rgb] = {
    Material.WOOD: parse_color("#24482f"),
    Material.WOOL: parse_color("#4b5552"),
    Material.COPPER: parse_color("#453a2a"),
    Material.STONE: parse_color("#334148"),
}
PLAYERS: dict[Color, Rgb] = {
    Color.PURPLE: parse_color("#8e4aa8"),
    Color.BLUE: parse_color("#3fa7e0"),
    Color.GREEN: parse_color("#b9d532"),
    Color.RED: parse_color("#d8322e"),
}
AREAS: dict[Rune, Rgb] = {
    Rune.SERPENT: parse_color("#6b4a38"),
    Rune.SHIELD: parse_color("#69702f"),
    Rune.SPROUT: parse_color("#2f6b5e"),
    Rune.EYE: parse_color("#3f6c6c"),
    Rune.SPIRAL: parse_color("#4a7236"),
    Rune.WAVES: parse_color("#2f6b7a"),
    Rune.CROSS: parse_color("#70402f"),
    Rune.HOOK: parse_color("#345a68"),
    Rune.ARROW: parse_color("#2c7860"),
}
UNKNOWN_AREA = parse_color("#39433f")
