"""System calls that fail or take long inside a `with` block.

This covers all calls by which SQLite changes or reads a file, through its table of them
(`xSetSystemCall`, https://www.sqlite.org/c3ref/vfs.html), its syncs, and those by which Python's
own functions open, sync and name files.
"""

import ctypes
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from ctypes import CFUNCTYPE, c_char_p, c_int, c_int64, c_size_t, c_ssize_t, c_void_p
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.companion.memory.watched_disk import DO_IT, Watcher, plain_system, watched_by

Ask = Callable[[str], int]
"""Receives the name of a call; returns 0 for success, or the errno of a failure.

"sleep", while SQLite waits for another connection, cannot fail.
"""

_IO_ERROR = 10
_SYNC_FAILS = _IO_ERROR | 4 << 8
"""SQLite's codes. It returns the second one for any failing sync."""
_BYTES = (c_ssize_t, c_int, c_void_p, c_size_t)
_CALLS: dict[str, tuple[Any, ...]] = {
    "open": (c_int, c_char_p, c_int, c_int),
    "read": _BYTES,
    "pread": (*_BYTES, c_int64),
    "pread64": (*_BYTES, c_int64),
    "write": _BYTES,
    "pwrite": (*_BYTES, c_int64),
    "pwrite64": (*_BYTES, c_int64),
    "ftruncate": (c_int, c_int, c_int64),
    "unlink": (c_int, c_char_p),
}
"""Calls of SQLite's table: result and parameters."""
_PYTHONS = ("open", "mkdir", "rename", "replace")


@contextmanager
def asked(folder: Path, ask: Ask) -> Iterator[None]:
    """Call `ask` before each of these calls, in any thread, inside the block.

    Of Python's own only those about `folder`. Connections that are opened inside must be closed
    inside.
    """
    with ExitStack() as stack:
        stack.enter_context(watched_by(_Syncs(ask)))
        stack.enter_context(_sqlite_asks(ask))
        for where, name in (*((os, name) for name in _PYTHONS), (Path, "open")):
            call = _asking_within(folder, ask, name, getattr(where, name))
            stack.enter_context(patch.object(where, name, call))
        stack.enter_context(patch.object(os, "fsync", _asking(ask, "fsync", os.fsync)))
        yield


class _Syncs(Watcher):
    """SQLite's table has no call that syncs: this hooks into the level above."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def sync(self, _opening: int) -> int:
        return _SYNC_FAILS if self._ask("fsync") else DO_IT

    def sleeps(self) -> None:
        self._ask("sleep")


@contextmanager
def _sqlite_asks(ask: Ask) -> Iterator[None]:
    system = plain_system()
    own = {}
    for name, (returned, *taken) in _CALLS.items():
        address = system.get_system_call(ctypes.byref(system), name.encode())
        kind = CFUNCTYPE(returned, *taken, use_errno=True)
        if address is not None:  # missing on machines that do without it
            own[name] = kind(_failing(ask, name, kind(address)))
    try:
        for name, call in own.items():
            system.set_system_call(ctypes.byref(system), name.encode(), ctypes.cast(call, c_void_p))
        yield
    finally:
        system.set_system_call(ctypes.byref(system), None, None)


def _failing(ask: Ask, name: str, call: Callable[..., int]) -> Callable[..., int]:
    def asks_first(*words: object) -> int:
        failure = ask(name)
        if failure:
            ctypes.set_errno(failure)
            return -1
        return call(*words)

    return asks_first


def _asking(ask: Ask, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
    def asks_first(*words: Any, **named: Any) -> Any:
        failure = ask(name)
        if failure:
            raise OSError(failure, os.strerror(failure))
        return call(*words, **named)

    return asks_first


def _asking_within(
    folder: Path, ask: Ask, name: str, call: Callable[..., Any]
) -> Callable[..., Any]:
    asking = _asking(ask, name, call)

    def asks_within(path: Any, *words: Any, **named: Any) -> Any:
        is_within = Path(path).is_relative_to(folder)
        return (asking if is_within else call)(path, *words, **named)

    return asks_within
