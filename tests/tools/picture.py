"""The house in two pictures: which package stands on which, and a touch's way to the disk.

    .venv/bin/python -m tests.tools.picture     draws both anew into kiosk/README.md

The first shows the borders in pyproject.toml: a module may import what stands below it, in its own
column or in the one that the arrow leads to; what is beside it in one row only across a colon. The
second is what Python does while a finger says which face was rolled: a line where one module calls
the next, as far as that leads to the rules, the state or the journal.
"""

import sys
import tempfile
import threading
import tomllib
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType

from companion.game import unfold
from companion.history import History
from companion.memory.journal import Journal
from deploy.catalogues import CHECKOUT
from kiosk.writer import Writer

PAGE = CHECKOUT / "kiosk" / "README.md"

_THREADS = {"MainThread": "the thread that draws", "writer": "the writer's thread"}
_UNTIL = {one.__code__ for one in (History.add, Writer.do, Journal.save)}
_WITHIN: dict[CodeType | None, tuple[str, ...]] = {
    unfold.__code__: ("companion/rules/", "companion/evolution.py"),
    Journal.save.__code__: ("companion/memory/journal.py", "companion/memory/database.py"),
}
"""Of what these call only that is shown."""


def layers() -> str:
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


@dataclass
class _Call:
    """A call of a function: where that stands below the checkout, and all that it called."""

    code: CodeType | None = None
    calls: list["_Call"] = field(default_factory=list)

    @property
    def path(self) -> str:
        """Where the function stands, "" where it is none of ours."""
        path = self.code.co_filename.removeprefix(f"{CHECKOUT}/") if self.code else ""
        return path if path.startswith(("companion/", "kiosk/")) else ""

    @property
    def function(self) -> str:
        """Its name, with that of its class."""
        return self.code.co_qualname.partition(".<locals>")[0] if self.code else ""

    def on_the_way(self, within: tuple[str, ...] = ()) -> list["_Call"]:
        """Its calls that lead to the rules, as they decide, to the state or to the journal."""
        kept = []
        for one in self.calls:
            one.calls = one.on_the_way(_WITHIN.get(one.code, within))
            if one.calls or one.code in _UNTIL or (within and one.path.startswith(within)):
                kept.append(one)
        return kept


class _Recorder:
    """Hears of all calls while it `hears`: in this thread, and in those that begin from now on."""

    def __init__(self) -> None:
        self.hears = False
        self.first = {name: _Call() for name in _THREADS}
        self._open = {name: [call] for name, call in self.first.items()}
        threading.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, _what: object) -> None:
        calls = self._open.get(threading.current_thread().name)
        if not self.hears or calls is None:
            return
        if event == "call":
            call = _Call(frame.f_code)
            calls[-1].calls.append(call)
            calls.append(call)
        elif event == "return" and len(calls) > 1:
            calls.pop()

    def start(self) -> None:
        """Hear, in this thread too."""
        sys.setprofile(self._note)
        self.hears = True

    def stop(self) -> None:
        """Hear nothing more."""
        self.hears = False
        sys.setprofile(None)
        threading.setprofile(None)


def touch() -> str:
    """What calls what, from the finger to the disk, a line a module."""
    # A window opens with these, and the picture of the layers needs none.
    from tests.kiosk.laid_games import (  # noqa: PLC0415
        WRITING,
        app_state_with_game,
        beginning,
    )
    from tests.kiosk.touch import Touchscreen  # noqa: PLC0415

    recorder = _Recorder()
    with tempfile.TemporaryDirectory() as folder:
        app_state = app_state_with_game(Path(folder), beginning(2), 30)
        with Touchscreen(Path(folder), app_state=app_state, at="table") as screen:
            recorder.start()
            screen.tap("face.wood")
            app_state.finish(WRITING)
            recorder.stop()
    lines = []
    for name, call in recorder.first.items():
        call.calls = call.on_the_way()
        lines += [("", _THREADS[name], ""), *_modules([call], "", 1)]
    width = max(len(indent + path) for indent, path, function in lines if function)
    return "".join(
        f"{f'{indent}{path}'.ljust(width)}   {function}".rstrip() + "\n"
        for indent, path, function in lines
    )


def _modules(calls: list[_Call], within: str, depth: int) -> Iterator[tuple[str, str, str]]:
    """Indent, path and first function of each module that these calls of one lead to."""
    others: dict[str, list[_Call]] = {}
    todo = deque(calls)
    while todo:
        for one in todo.popleft().calls:
            if one.path in ("", within):
                todo.append(one)
            else:
                others.setdefault(one.path, []).append(one)
    for path, ones in others.items():
        yield "  " * depth, path, ones[0].function
        yield from _modules(ones, path, depth + 1)


PICTURES = {"layers": layers, "touch": touch}


def drawn_into(page: str) -> str:
    """The page with the pictures as they are now."""
    for name, picture in PICTURES.items():
        begins, ends = f"<!-- {name} -->\n```text\n", f"```\n<!-- end of {name} -->"
        before, _, rest = page.partition(begins)
        _, _, after = rest.partition(ends)
        page = f"{before}{begins}{picture()}{ends}{after}"
    return page


if __name__ == "__main__":
    from tests.kiosk.touch import configure

    configure()
    PAGE.write_text(drawn_into(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
