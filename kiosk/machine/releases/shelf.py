"""The installed releases, each in a folder of its own, and the links that say which one runs.

    releases/ID/     a release, named after its manifest's sum: its Python environment and, written
                     last, its manifest
    incoming/        only during an update: its archive
    current          the release that is started
    previous         the one to go back to
    before           only while `current` has not yet shown that it starts: the one before it

All three are links, and every change of one is a single renaming: at each moment, even when the
power fails, `current` leads to a whole release. The unit of the kiosk renames `before` as well:
to `previous` once the screen is up, and to `current` when the kiosk failed instead.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from kiosk.machine.releases import archive
from kiosk.machine.releases.errors import ReleaseError
from kiosk.machine.releases.manifest import Manifest

_MANIFEST = "manifest.json"
_INCOMING = "incoming"
_ROOM = 6
"""A copy of an archive and what is installed of it take less than so many times its bytes,"""
_ROOM_FOR_PIP = 60_000_000
"""and so many bytes for the environment's own tools."""

_SECONDS_FOR_PIP = 1200
"""A slow card takes some minutes; what takes longer than this hangs."""

MakeEnvironment = Callable[[Path, list[Path]], None]


def make_environment(folder: Path, wheels: list[Path]) -> None:
    """Make a Python environment with these wheels, byte code compiled, without any network.

    It sees the system's packages too: lgpio may come from there. Raises ReleaseError.
    """
    _run("/usr/bin/python3", "-m", "venv", "--system-site-packages", str(folder))
    _run(
        *(str(folder / "bin/python"), "-I", "-m", "pip", "install", "--quiet", "--no-input"),
        *("--no-index", "--no-deps", "--ignore-installed", "--compile"),
        *(str(wheel) for wheel in wheels),
    )


def _run(*command: str) -> None:
    environment = {"PATH": "/usr/bin:/bin", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "HOME": "/"}
    try:
        ended = subprocess.run(  # noqa: S603 - our own commands
            command,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=_SECONDS_FOR_PIP,
        )
    except subprocess.TimeoutExpired as error:
        raise ReleaseError(
            "The release could not be installed: {reason}",
            reason=f"{command[0]}: {_SECONDS_FOR_PIP} s",
        ) from error
    if ended.returncode:
        said = (ended.stderr or ended.stdout).strip().splitlines()[-1:] or ["?"]
        raise ReleaseError("The release could not be installed: {reason}", reason=said[0])


class Shelf:
    """The folder that holds the releases; changing anything needs permission to write there."""

    def __init__(self, folder: Path, environment: MakeEnvironment = make_environment) -> None:
        self.folder = folder
        self._releases = folder / "releases"
        self._make_environment = environment

    @property
    def current(self) -> Path | None:
        """The release that is started; None where none is installed."""
        return self._led_to("current")

    @property
    def previous(self) -> Path | None:
        """The release to go back to."""
        return self._led_to("previous")

    @property
    def before(self) -> Path | None:
        """The release before the current one, while that has not yet shown that it starts."""
        return self._led_to("before")

    def _led_to(self, link: str) -> Path | None:
        release = self._folder_behind(link)
        return release if release is not None and is_whole(release) else None

    def _folder_behind(self, link: str) -> Path | None:
        try:
            return self._releases / (self.folder / link).readlink().name
        except OSError:
            return None

    def _is_linked(self, release: Path) -> bool:
        """Whether a link leads there, though its list be gone: it may be the one that runs."""
        return release in map(self._folder_behind, ("current", "previous", "before"))

    @contextmanager
    def held(self) -> Iterator[None]:
        """Locks the shelf. Raises ReleaseError while another process holds it."""
        self._releases.mkdir(parents=True, exist_ok=True)
        with (self.folder / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise ReleaseError(
                    "Another update is under way: wait until it has ended."
                ) from error
            yield

    @contextmanager
    def copied(self, path: Path) -> Iterator[Path]:
        """A copy of an archive for as long as it is looked at and installed.

        Nobody else can change it, as a stick could. Releases that are no longer needed make room
        first. Raises ReleaseError.
        """
        incoming = self.folder / _INCOMING
        self.prune()
        try:
            self._check_room(path.stat().st_size)
            # What an update that was killed has left.
            shutil.rmtree(incoming, ignore_errors=True)
            incoming.mkdir(parents=True)
            copy = incoming / path.name
            archive.copy(path, copy)
            yield copy
        except OSError as error:
            raise ReleaseError(
                "The release could not be installed: {reason}", reason=error.strerror
            ) from error
        finally:
            shutil.rmtree(incoming, ignore_errors=True)

    def add(self, path: Path) -> Path:
        """Install the archive beside the others and return its folder; nothing is started.

        A release that is there already is left as it is, and so is a damaged one that a link leads
        to: it is installed beside that once more. Raises ReleaseError; then nothing of the archive
        stays.
        """
        manifest = archive.inspect(path)
        release = self._place_of(manifest)
        if is_whole(release):
            return release
        self._releases.mkdir(parents=True, exist_ok=True)
        self.prune()
        self._check_room(path.stat().st_size)
        try:
            self._install(path, release)
        except BaseException as error:
            shutil.rmtree(release, ignore_errors=True)
            if isinstance(error, OSError):
                raise ReleaseError(
                    "The release could not be installed: {reason}", reason=error.strerror
                ) from error
            raise
        return release

    def _place_of(self, manifest: Manifest) -> Path:
        for number in count():
            release = self._releases / (manifest.id + (f".{number}" if number else ""))
            if _is_sound(release) or not self._is_linked(release):
                break
        self._discard_damaged(release)
        return release

    def _discard_damaged(self, release: Path) -> None:
        if is_whole(release) and not _is_sound(release):
            self.discard(release)

    def _install(self, path: Path, release: Path) -> None:
        wheels = release / "wheels"
        wheels.mkdir(parents=True)
        manifest = archive.unpack(path, wheels)
        self._make_environment(
            release / "venv", [wheels / name for name in sorted(manifest.wheels)]
        )
        shutil.rmtree(wheels)
        # The manifest says that the release is whole, so all the rest has to be on the disk.
        os.sync()
        draft = release / f"{_MANIFEST}.new"
        draft.write_bytes(manifest.encode())
        _to_disk(draft)
        draft.replace(release / _MANIFEST)
        _to_disk(release)
        _to_disk(self._releases)

    def _check_room(self, size: int) -> None:
        needed = _ROOM * size + _ROOM_FOR_PIP
        free = shutil.disk_usage(self.folder).free
        if free < needed:
            raise ReleaseError(
                "There is not enough room under {folder}: {needed} MB are needed and {free} MB are "
                "free.",
                folder=self.folder,
                needed=needed // 1_000_000,
                free=free // 1_000_000,
            )

    def put_on_trial(self, release: Path) -> None:
        """Let `release` be the one that is started next, and remember the last one that started."""
        former = self.current
        if self.before is None and former is not None and former != release:
            self._link("before", former)
        self._link("current", release)

    def mark_good(self) -> None:
        """The current release has shown that it starts."""
        if self.before == self.current:
            (self.folder / "before").unlink(missing_ok=True)
        elif self.before is not None:
            self._rename("before", "previous")

    def go_back(self) -> None:
        """Let the release before the current one be started again, if that was on trial."""
        if self.before is not None:
            self._rename("before", "current")

    def discard(self, release: Path) -> None:
        """Remove a release, unless a link leads to it."""
        if not self._is_linked(release):
            # Once its manifest is gone it counts as not there, however far this comes.
            (release / _MANIFEST).unlink(missing_ok=True)
            shutil.rmtree(release, ignore_errors=True)

    def prune(self) -> None:
        """Remove releases that no link leads to, and what an interrupted update left."""
        for release in self._releases.iterdir():
            self.discard(release)

    def leftovers(self) -> tuple[Path, ...]:
        """What an interrupted update has left here; nothing while an update is under way."""
        if self._is_held():
            return ()
        begun = [path for path in sorted(self._releases.glob("*")) if self._is_begun(path)]
        incoming = self.folder / _INCOMING
        return (*begun, incoming) if incoming.exists() else tuple(begun)

    def clear_leftovers(self) -> None:
        """Remove what an interrupted update has left. Raises ReleaseError and OSError."""
        with self.held():
            for path in filter(self._is_begun, self._releases.glob("*")):
                shutil.rmtree(path)
            if (self.folder / _INCOMING).exists():
                shutil.rmtree(self.folder / _INCOMING)

    def _is_begun(self, release: Path) -> bool:
        return not is_whole(release) and not self._is_linked(release)

    def _is_held(self) -> bool:
        try:
            with (self.folder / "lock").open() as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            # No update was ever begun.
            return False
        return False

    def _link(self, name: str, release: Path) -> None:
        draft = self.folder / f".{name}"
        draft.unlink(missing_ok=True)
        draft.symlink_to(Path("releases") / release.name)
        draft.replace(self.folder / name)
        _to_disk(self.folder)

    def _rename(self, name: str, new_name: str) -> None:
        (self.folder / name).replace(self.folder / new_name)
        _to_disk(self.folder)


def is_whole(release: Path) -> bool:
    """Whether a release was installed to its end."""
    return (release / _MANIFEST).is_file()


def manifest_of(release: Path) -> Manifest:
    """What an installed release says about itself.

    Raises ReleaseError where that is not what its folder is named after: the list is damaged, or
    another one.
    """
    damaged = ReleaseError(
        "The installed release {release} is damaged: its {file} is not as it was written. Another "
        "release, or this one installed anew, takes its place.",
        release=release,
        file=_MANIFEST,
    )
    try:
        with (release / _MANIFEST).open("rb") as file:
            text = file.read(archive.MOST_BYTES_OF_A_LIST + 1)
        if hashlib.sha256(text).hexdigest()[:8] != id_of(release).rpartition("-")[2]:
            raise damaged
        return Manifest.decode(text)
    except (OSError, ReleaseError) as error:
        raise damaged from error


def version_of(release: Path) -> str:
    """The version of an installed release, by its folder's name: true of a damaged one, too."""
    return release.name.partition("-")[0]


def id_of(release: Path) -> str:
    """The `Manifest.id` of an installed release, by its folder's name."""
    version, _, mark = release.name.partition("-")
    return f"{version}-{mark.partition('.')[0]}"


def _is_sound(release: Path) -> bool:
    try:
        manifest_of(release)
    except ReleaseError:
        return False
    return True


def _to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
