"""Reports SQLite's disk operations call by call in advance; a call may be made to fail.

SQLite accesses a disk through a table of functions, its "VFS", and each open file through another
(https://www.sqlite.org/vfs.html). Here both are the ordinary ones, except that those with changes
call a watcher first. All connections opened by this process in the meantime are watched.
"""

import _sqlite3
import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from itertools import count
from pathlib import Path

DO_IT = 0
_MADE = 0x4
_BESIDE_A_DATABASE = 0x800 | 0x80000
"""SQLite's flags: create the file if missing; it is a rollback journal or a WAL."""

_Open = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_Delete = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
_Sleep = CFUNCTYPE(c_int, c_void_p, c_int)
_Sync = CFUNCTYPE(c_int, c_void_p, c_int)


class _Methods(ctypes.Structure):
    """`sqlite3_io_methods`: operations on an open file."""

    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", _Write),
        ("truncate", _Truncate),
        ("sync", _Sync),
        ("others", c_void_p * 13),
    )


class _File(ctypes.Structure):
    """`sqlite3_file`: its methods, followed by private data."""

    _fields_ = (("methods", POINTER(_Methods)),)


class System(ctypes.Structure):
    """`sqlite3_vfs`: operations on a disk."""

    _fields_ = (
        ("version", c_int),
        ("file_bytes", c_int),
        ("longest_name", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", _Open),
        ("delete", _Delete),
        ("others", c_void_p * 7),
        ("sleep", _Sleep),
        ("more", c_void_p * 3),
        ("set_system_call", CFUNCTYPE(c_int, c_void_p, c_char_p, c_void_p)),
        ("get_system_call", CFUNCTYPE(c_void_p, c_void_p, c_char_p)),
        ("next_system_call", c_void_p),
    )


class Watcher:
    """Receives each operation in advance; returns `DO_IT`, or the SQLite code of a failure."""

    def opened(self, path: Path, opening: int, *, syncs_folder: bool) -> None:
        """A file was opened, and created if missing.

        With `syncs_folder` the first `sync` by this opening makes the names in its folder last.
        """

    def write(self, _opening: int, _offset: int, _content: bytes) -> int:
        return DO_IT

    def truncate(self, _opening: int, _size: int) -> int:
        return DO_IT

    def sync(self, _opening: int) -> int:
        return DO_IT

    def delete(self, _path: Path, *, syncs_folder: bool) -> int:
        return DO_IT

    def sleeps(self) -> None:
        """A connection waits for another one, which is writing."""


def plain_system() -> System:
    """Return SQLite's own default functions."""
    find = ctypes.CDLL(_sqlite3.__file__).sqlite3_vfs_find
    find.restype = POINTER(System)
    found: System = find(None).contents
    return found


class _WatchedSystem:
    """SQLite's ordinary functions with a watcher between; lives as long as the process."""

    def __init__(self) -> None:
        self._watcher: Watcher | None = None
        self._library = ctypes.CDLL(_sqlite3.__file__)
        self._plain = plain_system()
        self._own = System.from_buffer_copy(self._plain)
        self._own.name = b"watched"
        self._own.open, self._own.delete = _Open(self._open), _Delete(self._delete)
        self._own.sleep = _Sleep(self._sleep)
        self._methods: dict[int, _Methods] = {}
        self._openings: dict[int, int] = {}
        self._numbers = count(1)

    @contextmanager
    def watched_by(self, watcher: Watcher) -> Iterator[None]:
        self._watcher = watcher
        self._library.sqlite3_vfs_register(ctypes.byref(self._own), 1)
        try:
            yield
        finally:
            self._library.sqlite3_vfs_unregister(ctypes.byref(self._own))
            self._watcher = None

    def _open(self, system: int, path: int | None, file: int, flags: int, out: int | None) -> int:
        code = self._plain.open(system, path, file, flags, out)
        if code == DO_IT and path is not None and self._watcher is not None:
            opened = _File.from_address(file)
            plain = ctypes.cast(opened.methods, c_void_p).value or 0
            opened.methods = ctypes.pointer(self._instead_of(plain))
            number = self._openings[file] = next(self._numbers)
            syncs = bool(flags & _MADE and flags & _BESIDE_A_DATABASE)
            place = Path(ctypes.string_at(path).decode())
            self._watcher.opened(place, number, syncs_folder=syncs)
        return int(code)

    def _delete(self, system: int, path: bytes, syncs: int) -> int:
        if self._watcher is not None:
            told = self._watcher.delete(Path(path.decode()), syncs_folder=bool(syncs))
            if told != DO_IT:
                return told
        return int(self._plain.delete(system, path, syncs))

    def _sleep(self, system: int, microseconds: int) -> int:
        if self._watcher is not None:
            self._watcher.sleeps()
        return int(self._plain.sleep(system, microseconds))

    def _instead_of(self, address: int) -> _Methods:
        """Return the given methods, with ours in place of some; each only once."""
        if address not in self._methods:
            plain = _Methods.from_address(address)
            own = _Methods.from_buffer_copy(plain)

            def write(file: int, content: int, size: int, offset: int) -> int:
                told = DO_IT
                if self._watcher is not None:
                    written = ctypes.string_at(content, size)
                    told = self._watcher.write(self._openings[file], offset, written)
                return told or int(plain.write(file, content, size, offset))

            def truncate(file: int, size: int) -> int:
                told = DO_IT
                if self._watcher is not None:
                    told = self._watcher.truncate(self._openings[file], size)
                return told or int(plain.truncate(file, size))

            def sync(file: int, flags: int) -> int:
                told = DO_IT
                if self._watcher is not None:
                    told = self._watcher.sync(self._openings[file])
                return told or int(plain.sync(file, flags))

            own.write, own.truncate, own.sync = _Write(write), _Truncate(truncate), _Sync(sync)
            self._methods[address] = own
        return self._methods[address]


_system: list[_WatchedSystem] = []


def why_not() -> str | None:
    """Return why watching is impossible, if so: Python may have an SQLite of its own built in."""
    try:
        ctypes.CDLL(_sqlite3.__file__).sqlite3_vfs_find  # noqa: B018 - looked up, not called
    except AttributeError:
        return "this Python has its SQLite built in, where nobody can watch what it does"
    return None


@contextmanager
def watched_by(watcher: Watcher) -> Iterator[None]:
    """Report to a watcher; connections opened inside must be closed inside."""
    if not _system:
        _system.append(_WatchedSystem())
    with _system[0].watched_by(watcher):
        yield
