"""Changing from one release to another, so that one that works is always there."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from kiosk.machine.releases import archive, signatures
from kiosk.machine.releases.errors import ErrorMessage, ReleaseError, message_of
from kiosk.machine.releases.manifest import Manifest, this_machine, this_python
from kiosk.machine.releases.shelf import Shelf, manifest_of, version_of
from kiosk.machine.releases.trial import Trial
from kiosk.machine.releases.unit import KioskUnit

Tell = Callable[[ErrorMessage], None]
Keys = Callable[[], Sequence[str]]


class Updater:
    """Installs, tries, switches, restarts and goes back; says each step through `tell`.

    `keys` are the public keys of those whose releases may be installed.
    """

    def __init__(
        self,
        shelf: Shelf,
        trial: Trial,
        service: KioskUnit,
        tell: Tell,
        keys: Keys = signatures.trusted_keys,
    ) -> None:
        self._shelf = shelf
        self._trial = trial
        self._service = service
        self._tell = tell
        self._keys = keys

    def update(self, path: Path, *, unsigned: bool = False, older: bool = False) -> None:
        """Change to the release in the archive at `path`.

        It has to be signed by somebody who is trusted, unless `unsigned`, and newer than the
        present one, unless `older`: a later version, or a later build of the same. Raises
        ReleaseError; then the release that was used before is used again.
        """
        inspected(path)
        with self._shelf.held(), self._shelf.copied(path) as copy:
            manifest = inspected(copy)
            if not unsigned:
                check_signed(copy, self._keys())
            self._change_to_new(manifest, copy, older=older)

    def _change_to_new(self, manifest: Manifest, path: Path, *, older: bool) -> None:
        former = self._shelf.current
        present = None if former is None else manifest_in_use(former, manifest, self._tell)
        if present == manifest:
            self._tell(
                message_of(
                    "Version {version} of this archive is in use already.", version=manifest.version
                )
            )
            return
        if present is not None and not older:
            refuse_older(manifest, present)
        self._tell(message_of("The archive is whole: version {version}.", version=manifest.version))
        release = self._shelf.add(path)
        self._tell(message_of("It is installed beside the present one."))
        try:
            self._tell(self._trial.check(release, former))
        except BaseException:
            self._shelf.discard(release)
            raise
        self._change_to(release)

    def roll_back(self) -> None:
        """Change to the release before the current one. Raises ReleaseError."""
        with self._shelf.held():
            release = self._shelf.previous
            if release is None:
                raise ReleaseError("There is no former version to go back to.")
            self._tell(self._trial.check(release, self._shelf.current))
            self._change_to(release)

    def _change_to(self, release: Path) -> None:
        version = version_of(release)
        former = self._shelf.current
        self._shelf.put_on_trial(release)
        if not self._service.runs():
            self._tell(
                message_of(
                    "Version {version} is started with the next start of the kiosk.",
                    version=version,
                )
            )
            return
        if self._service.restart() and self._shelf.current == release:
            self._shelf.mark_good()
            self._tell(message_of("Version {version} is running.", version=version))
            return
        self._shelf.go_back()
        came_back = self._service.restart()
        if former is None:
            raise ReleaseError(
                "Version {version} did not show its screen in time, and there is none to go back "
                "to. `journalctl -u meduris` tells more.",
                version=version,
            )
        kept = version_of(former)
        if came_back:
            raise ReleaseError(
                "Version {version} did not show its screen in time: version {kept} is running "
                "again. `journalctl -u meduris` tells more.",
                version=version,
                kept=kept,
            )
        raise ReleaseError(
            "Version {version} did not show its screen in time: version {kept} is in place again, "
            "but does not start either. `journalctl -u meduris` tells more.",
            version=version,
            kept=kept,
        )


def manifest_in_use(
    former: Path, new: Manifest, tell: Callable[[ErrorMessage], None] = lambda _told: None
) -> Manifest:
    """What the present release is; of a damaged one, which is told, only the version counts."""
    try:
        return manifest_of(former)
    except ReleaseError as error:
        tell(error.message)
        return replace(new, version=version_of(former), build=-1)


def refuse_older(manifest: Manifest, present: Manifest) -> None:
    """See that a release is newer than the present one. Raises ReleaseError."""
    if manifest.is_newer_than(present):
        return
    if present.is_newer_than(replace(manifest, build=present.build)):
        raise ReleaseError(
            "This release has version {version}, which is older than the present {present}: "
            "whoever wants to go back does so at a terminal, with `sudo meduris rollback`, or "
            "`sudo meduris update --older FILE`.",
            version=manifest.version,
            present=present.version,
        )
    raise ReleaseError(
        "This is build {build} of version {version}, no newer than build {present}, which is in "
        "use: whoever wants it all the same installs it at a terminal, with `sudo meduris update "
        "--older FILE`.",
        version=manifest.version,
        build=manifest.build,
        present=present.build,
    )


def inspected(path: Path) -> Manifest:
    """What is in an archive that can be used here. Raises ReleaseError; writes nothing."""
    manifest = archive.inspect(path)
    manifest.refuse_other_machines(this_python(), this_machine())
    return manifest


def check_signed(path: Path, keys: Sequence[str]) -> None:
    """Raises ReleaseError unless the archive at `path` is signed with one of the keys."""
    text, found = archive.signed(path)
    signatures.check(text, found, keys)
