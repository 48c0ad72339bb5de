"""The house in a picture: which package stands on which, drawn from the borders in pyproject.toml.

    .venv/bin/python -m tests.tools.picture     draws it anew into kiosk/README.md

A module may import what stands below it, in its own column or in the one that the arrow leads to;
what is beside it in one row only across a colon.
"""

import tomllib
from collections.abc import Iterator

from deploy.catalogues import CHECKOUT

PAGE = CHECKOUT / "kiosk" / "README.md"
_BEGINS, _ENDS = "<!-- picture -->\n```text\n", "```\n<!-- end -->"


def picture() -> str:
    """The layers of the touchscreen, and of the game that it stands on."""
    borders = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {one["id"]: one for one in borders["tool"]["importlinter"]["contracts"]}
    columns = [
        [kind, *contracts[f"layers-of-the-{name}"]["layers"]]
        for kind, name in (("kiosk", "kiosk"), ("companion", "game"))
    ]
    return "".join(f"{line}\n" for line in _drawn(columns))


def _drawn(columns: list[list[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in columns]
    for row in range(max(map(len, columns))):
        cells = [
            (column[row] if row < len(column) else "").center(width)
            for column, width in zip(columns, widths, strict=True)
        ]
        arrow = " ──▶ " if row == 0 else "     "
        yield arrow.join(cells).rstrip()
        if row == 0:
            yield "     ".join("─" * width for width in widths)


def drawn_into(page: str) -> str:
    """The page with the picture as it is now."""
    before, _, rest = page.partition(_BEGINS)
    _, _, after = rest.partition(_ENDS)
    return f"{before}{_BEGINS}{picture()}{_ENDS}{after}"


if __name__ == "__main__":
    PAGE.write_text(drawn_into(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
