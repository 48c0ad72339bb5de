"""The content of a disk after a power cut, from all of SQLite's operations on it.

Synced writes survive. Of the others each sector of 512 bytes survives or not, in any order. Names
are created and removed in order, as on a file system with a journal, but may be lost before their
folder is synced.
"""

import random
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from tests.companion.memory.watched_disk import DO_IT, Watcher

SECTOR = 512


class Write(NamedTuple):
    file: int
    offset: int
    content: bytes


class Truncate(NamedTuple):
    file: int
    size: int


class Sync(NamedTuple):
    file: int


class Named(NamedTuple):
    """A file gets a name, or a name is removed."""

    name: str
    file: int | None


class NamesLast(NamedTuple):
    """The folder is synced."""


Deed = Write | Truncate | Sync | Named | NamesLast


class Recorder(Watcher):
    """Records all operations on the files of one folder, which is empty at first."""

    def __init__(self, folder: Path) -> None:
        self.deeds: list[Deed] = []
        self._folder = folder
        self._files: dict[str, int] = {}
        self._opened: dict[int, int] = {}
        self._sync_folder: set[int] = set()

    def opened(self, path: Path, opening: int, *, syncs_folder: bool) -> None:
        if path.parent != self._folder:
            raise ValueError(f"only {self._folder} is watched, not {path}")
        if path.name not in self._files:
            self._files[path.name] = opening
            self.deeds.append(Named(path.name, opening))
        self._opened[opening] = self._files[path.name]
        if syncs_folder:
            self._sync_folder.add(opening)

    def write(self, opening: int, offset: int, content: bytes) -> int:
        self.deeds.append(Write(self._opened[opening], offset, content))
        return DO_IT

    def truncate(self, opening: int, size: int) -> int:
        self.deeds.append(Truncate(self._opened[opening], size))
        return DO_IT

    def sync(self, opening: int) -> int:
        self.deeds.append(Sync(self._opened[opening]))
        if opening in self._sync_folder:
            self._sync_folder.remove(opening)
            self.deeds.append(NamesLast())
        return DO_IT

    def delete(self, path: Path, *, syncs_folder: bool) -> int:
        if self._files.pop(path.name, None) is not None:
            self.deeds.append(Named(path.name, None))
        if syncs_folder:
            self.deeds.append(NamesLast())
        return DO_IT


class Disk:
    """The operations so far: the lasting ones, and those that may be lost."""

    def __init__(self) -> None:
        self._contents: dict[int, bytearray] = {}
        self._names: dict[str, int] = {}
        self._unsynced: dict[int, list[Write | Truncate]] = {}
        self._renamed: list[Named] = []

    def do(self, deed: Deed) -> None:
        """Add one operation."""
        match deed:
            case Write() | Truncate():
                self._unsynced.setdefault(deed.file, []).append(deed)
            case Sync(file):
                for unsynced in self._unsynced.pop(file, ()):
                    _change(self._content(file), unsynced)
            case Named():
                self._renamed.append(deed)
            case NamesLast():
                self._name(len(self._renamed))

    def _content(self, file: int) -> bytearray:
        return self._contents.setdefault(file, bytearray())

    def _name(self, number: int) -> None:
        for deed in self._renamed[:number]:
            if deed.file is None:
                self._names.pop(deed.name, None)
            else:
                self._names[deed.name] = deed.file
        del self._renamed[:number]

    def cut(self, chance: random.Random) -> dict[str, bytes]:
        """Cut the power; return the surviving files by their names."""
        after = deepcopy(self)
        after._name(chance.randint(0, len(after._renamed)))
        share = chance.choice((0, 1, chance.random()))
        for file, deeds in after._unsynced.items():
            for deed in deeds:
                for part in _parts(deed):
                    if chance.random() < share:
                        _change(after._content(file), part)
        return {name: bytes(after._content(file)) for name, file in after._names.items()}


def _change(content: bytearray, deed: Write | Truncate) -> None:
    if isinstance(deed, Truncate):
        del content[deed.size :]
        return
    end = deed.offset + len(deed.content)
    content.extend(bytes(max(0, end - len(content))))
    content[deed.offset : end] = deed.content


def _parts(deed: Write | Truncate) -> list[Write | Truncate]:
    """Split an operation into parts that survive as a whole or not at all."""
    if isinstance(deed, Truncate):
        return [deed]
    first, end = deed.offset, deed.offset + len(deed.content)
    edges = [first, *range(first - first % SECTOR + SECTOR, end, SECTOR), end]
    return [
        Write(deed.file, begin, deed.content[begin - first : stop - first])
        for begin, stop in pairwise(edges)
    ]
