"""What boards are called at the table, and how much of them is known; no Kivy."""

from companion.memory.boards import BoardFile
from kiosk.words.language import _, several, visible

_BOARD_NAME_SHOWN = 40


def board_title(name: str) -> str:
    """What a board is called at the table."""
    match name:
        case "meduris-2-3":
            return _("Side for two or three players")
        case "meduris-4":
            return _("Side for four players")
        case _:
            shown = visible(name[:_BOARD_NAME_SHOWN])
            return _("{board}…", board=shown) if len(name) > _BOARD_NAME_SHOWN else shown


def board_detail(file: BoardFile) -> str:
    """How many fields a board has, and how many of them nobody has read yet."""
    fields = several("{number} field", "{number} fields", len(file.board))
    unread = sum(not field.known for field in file.board.fields)
    if not unread:
        return fields
    return several(
        "{fields}, {number} unknown", "{fields}, {number} unknown", unread, fields=fields
    )
