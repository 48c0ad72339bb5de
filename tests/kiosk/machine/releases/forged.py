"""Archives that nobody may install, whoever made them, and both ways by which one comes in.

    python -m tests.kiosk.machine.releases.forged [COUNT [SEED]]

COUNT archives (300 unless told) are tampered with, resealed, foreign, forged or older: each is
given to the updater as `meduris update` does, and lies on a stick that the machine screen looks at.
Each has to be refused with one sentence, in less than two seconds of the processor's time, and
nothing may be installed.
"""

import io
import random
import resource
import sys
import tempfile
import traceback
import zipfile
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from kiosk.machine.releases import signatures
from kiosk.machine.releases.errors import ReleaseError
from kiosk.machine.releases.shelf import Shelf
from kiosk.machine.releases.updating import Updater
from kiosk.machine.requests import Machine
from tests.kiosk.machine.releases.hostile import Forger, sealed, zipped
from tests.kiosk.machine.releases.making import make_archive, make_key, public, put_wheels

MOST_SECONDS = 2.0
MOST_LETTERS = 300
PRESENT = "2.0"
OnFault = Callable[[str, Exception], None]
Tell = Callable[[int], None]


class WrongError(AssertionError):
    """An archive was not refused as it has to be; the sentence says how it was not."""


class Forgery(NamedTuple):
    """An archive's content, and what is wrong with it."""

    what: str
    content: bytes


class Forge:
    """Whoever makes them: has releases that were published, and a key, but no key that counts."""

    def __init__(self, folder: Path) -> None:
        self.trusted, self.own = make_key(folder, "trusted"), make_key(folder, "own")
        self._folder = folder
        self._published = self._made("3.0", self.trusted)

    def _made(self, version: str, *keys: Path, **more: str) -> Forger:
        return Forger(make_archive(self._folder, version, keys=keys, **more))

    def forgeries(self, chance: random.Random) -> Iterator[Forgery]:
        """All kinds, and then ever more in which something was changed by chance."""
        for what, content in self._signed_otherwise():
            yield Forgery(what, sealed(content))
        for signer, keys in (("nobody", ()), ("a stranger", (self.own,)), ("us", (self.trusted,))):
            for what, content in self._made("3.0", *keys).kinds():
                yield Forgery(f"{what}, signed by {signer}", sealed(content))
        for number in count(1):
            yield Forgery(f"changed {number}", sealed(self._changed(chance)))
            whole = sealed(self._published.content)
            yield Forgery(f"cut {number}", whole[: chance.randrange(len(whole))])

    def _signed_otherwise(self) -> Iterator[tuple[str, bytes]]:
        """Whole archives, of which nobody who is trusted has said that they may be installed."""
        yield "signed by nobody", self._made("3.0").content
        yield "signed by a stranger", self._made("3.0", self.own).content
        yield "older", self._made("1.0", self.trusted).content
        yield "for another computer", self._made("3.0", self.trusted, machine="pdp11").content
        yield "for another Python", self._made("3.0", self.trusted, python="2.7").content
        other = self._made("3.1", self.own)
        taken, given = comment_of(self._published.content), comment_of(other.content)
        armour = b"-----BEGIN SSH SIGNATURE-----\n%s\n-----END SSH SIGNATURE-----\n"
        for what, signature in (
            ("the signature of another release", taken),
            ("both signatures", given + taken),
            ("a signature over and over", (given * 20)[: signatures.MOST_BYTES]),
            ("a signature for another purpose", self._for_another_purpose(other)),
            ("a signature without content", armour % b""),
            ("a signature of rubbish", armour % (b"A" * 300)),
            ("a signature of line ends", armour % (b"\n" * 3000)),
            ("a signature that is cut", given[:-40]),
            ("a public key", self.trusted.with_suffix(".pub").read_bytes()),
            ("more than signatures have room for", b"=" * (signatures.MOST_BYTES + 1)),
            ("no signature but other bytes", b"\x00\xff" * 1000),
        ):
            yield what, with_comment(other.content, signature)

    def _for_another_purpose(self, release: Forger) -> bytes:
        with patch.object(signatures, "_PURPOSE", "file"):
            return signatures.sign(dict(release.files)["manifest.json"], [self.trusted])

    def _changed(self, chance: random.Random) -> bytes:
        """Some bytes of the manifest, of a wheel or of the signature are others."""
        parts = {**dict(self._published.files), "": comment_of(self._published.content)}
        name = chance.choice(list(parts))
        changed = bytearray(parts[name])
        for _byte in range(chance.choice((1, 1, 2, 5, 40))):
            changed[chance.randrange(len(changed))] ^= chance.randrange(1, 256)
        parts[name] = bytes(changed)
        signature = parts.pop("")
        return with_comment(zipped(list(parts.items())), signature)


def comment_of(content: bytes) -> bytes:
    """The comment of a zip file, where the signatures stand."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return packed.comment


def with_comment(content: bytes, comment: bytes) -> bytes:
    """A zip file with another comment."""
    out = io.BytesIO(content)
    with zipfile.ZipFile(out, "a") as packed:
        packed.comment = comment
    return out.getvalue()


class NeverTried:
    """Tries and restarts nothing: it never comes to that."""

    def check(self, release: Path, former: Path | None) -> str:
        raise WrongError("it was installed and tried")

    def runs(self) -> bool:
        raise WrongError("the kiosk should have been restarted")

    def restart(self) -> bool:
        raise WrongError("the kiosk was restarted")


class Bench:
    """A machine with a release on its shelf, which trusts one key, and a stick in it."""

    def __init__(self, folder: Path) -> None:
        self.forge = Forge(folder)
        self.slowest = (0.0, "")
        self._shelf = Shelf(folder / "opt", put_wheels)
        self._stick = folder / "sticks" / "one" / "release.meduris-release"
        self._stick.parent.mkdir(parents=True)
        (folder / "run").mkdir()
        keys = public(self.forge.trusted)
        self._machine = Machine(folder / "run", folder / "sticks", keys)
        never = NeverTried()
        self._updater = Updater(self._shelf, never, never, lambda _line: None, lambda: keys)
        self._shelf.put_on_trial(self._shelf.add(make_archive(folder, PRESENT)))
        self._shelf.mark_good()
        self._installed = self._on_the_shelf()

    def _on_the_shelf(self) -> set[Path]:
        return set(self._shelf.folder.rglob("*")) - {self._shelf.folder / "lock"}

    def refuse(self, forgery: Forgery) -> None:
        """Take it in by both ways. Raises WrongError, and whatever a check should not raise."""
        self._stick.write_bytes(forgery.content)
        began = _processor_seconds()
        by_updater = _refusal(lambda: self._updater.update(self._stick))
        by_screen = _refusal(lambda: _offered(self._machine))
        seconds = (_processor_seconds() - began) / 2
        self.slowest = max(self.slowest, (seconds, forgery.what))
        if seconds > MOST_SECONDS:
            raise WrongError(f"it took {seconds:.1f} s of the processor's time")
        if self._on_the_shelf() != self._installed:
            raise WrongError("something was installed")
        for sentence in (by_updater, by_screen):
            if not sentence.isprintable() or len(sentence) > MOST_LETTERS:
                raise WrongError(f"that is not one sentence: {sentence[:500]!r}")


def _refusal(way: Callable[[], None]) -> str:
    try:
        way()
    except ReleaseError as error:
        return str(error)
    raise WrongError("it was not refused")


def _offered(machine: Machine) -> None:
    offer = machine.offered_update()
    if offer is not None and offer.version >= PRESENT:
        raise WrongError(f"the screen offers version {offer.version}")
    raise ReleaseError("It is older than the present one.")


def _processor_seconds() -> float:
    """What this program, and those that it has run, have worked."""
    own, others = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def refuse_all(folder: Path, number: int, seed: int, on_fault: OnFault, tell: Tell) -> Bench:
    """Have so many refused; `on_fault` hears of what was not, `tell` how many there were so far."""
    bench = Bench(folder)
    forgeries = bench.forge.forgeries(random.Random(seed))
    for done, forgery in enumerate(islice(forgeries, number), start=1):
        try:
            bench.refuse(forgery)
        except Exception as error:  # noqa: BLE001 - nothing else may be raised, whatever it is
            on_fault(forgery.what, error)
        tell(done)
    return bench


def main() -> int:
    """Forge, and tell; returns the exit status."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    faults = 0

    def fault(what: str, error: Exception) -> None:
        nonlocal faults
        faults += 1
        sys.stderr.write(f"{what}: {error!r}\n")
        traceback.print_exception(error)

    def tell(done: int) -> None:
        if done % 50 == 0 or done == number:
            sys.stdout.write(f"{done} archives: {done - faults} refused with one sentence\n")
            sys.stdout.flush()

    with tempfile.TemporaryDirectory(prefix="meduris-") as folder:
        bench = refuse_all(Path(folder), number, seed, fault, tell)
    seconds, what = bench.slowest
    sys.stdout.write(f"the slowest took {seconds:.2f} s of the processor's time ({what})\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
