"""Archives that somebody made in order to do harm, each under a seal that fits."""

import hashlib
import io
import json
import struct
import zipfile
from collections.abc import Iterator
from pathlib import Path

_MANIFEST = "manifest.json"
_LOCAL, _CENTRAL, _END = b"PK\3\4", b"PK\1\2", b"PK\5\6"
_FIRST_LOCAL_FLAGS, _CENTRAL_FLAGS = 6, 8

Files = list[tuple[str, bytes]]


def sealed(content: bytes) -> bytes:
    """The content under a seal that fits."""
    seal = f"meduris-release 1 {hashlib.sha256(content).hexdigest()} {len(content)}\n"
    return seal.encode() + content


def zipped(files: Files, compression: int = zipfile.ZIP_STORED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as packed:
        for name, content in files:
            packed.writestr(zipfile.ZipInfo(name), content, compression)
    return out.getvalue()


class Forger:
    """Makes hostile zip files out of a good release."""

    def __init__(self, good: Path) -> None:
        self.content = good.read_bytes().split(b"\n", 1)[1]
        with zipfile.ZipFile(io.BytesIO(self.content)) as packed:
            self.files = [(name, packed.read(name)) for name in packed.namelist()]
        self.told = json.loads(dict(self.files)[_MANIFEST])
        self.wheels = [file for file in self.files if file[0] != _MANIFEST]

    def with_list(self, text: bytes) -> bytes:
        return zipped([(_MANIFEST, text), *self.wheels])

    def telling(self, **changed: object) -> bytes:
        return self.with_list(json.dumps({**self.told, **changed}).encode())

    def patched(self, mark: bytes, place: int, value: bytes) -> bytes:
        """Every record with this mark gets the value at that place."""
        content = bytearray(self.content)
        at = content.find(mark)
        while at >= 0:
            content[at + place : at + place + len(value)] = value
            at = content.find(mark, at + 4)
        return bytes(content)

    def encrypted(self) -> bytes:
        content = bytearray(self.patched(_LOCAL, _FIRST_LOCAL_FLAGS, b"\1\0"))
        at = content.find(_CENTRAL)
        while at >= 0:
            content[at + _CENTRAL_FLAGS] |= 1
            at = content.find(_CENTRAL, at + 4)
        return bytes(content)

    def with_large_end(self) -> bytes:
        at = self.content.rfind(_END)
        count = 1 << 40
        record = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, 1 << 45, 0)
        locator = struct.pack("<4sLQL", b"PK\6\7", 0, at, 1)
        return self.content[:at] + record + locator + self.content[at:]

    def kinds(self) -> Iterator[tuple[str, bytes]]:
        """Each kind of harm by its name."""
        deep, long = b"[" * 30_000, "9" * 100_000
        wheel = {"sha256": "0" * 64, "bytes": 1}
        yield "a list that is nested deeply", self.with_list(deep)
        yield "a list nested deeply in a name", self.with_list(b'{"format":' + deep)
        yield "a list of a megabyte", self.with_list(b" " * 1_000_000)
        yield "a list that is no text", self.with_list(b"\xff\xfe\x00")
        yield "a number of thousands of digits", self.with_list(b'{"format":' + b"1" * 9000 + b"}")
        yield "a number without end", self.with_list(b'{"format": 1e999}')
        yield "a version of 100,000 digits", self.telling(version=long)
        yield "a version that is a number", self.telling(version=10**300)
        yield "a version with a line end", self.telling(version="1.0\n")
        yield "a kind of computer with control signs", self.telling(machine="\x1b[2J")
        yield "a Python of 100,000 digits", self.telling(python=f"3.{long}")
        yield "wheels that are a row", self.telling(wheels=[1, 2])
        yield "wheels without facts", self.telling(wheels={"a-1-py3-none-any.whl": None})
        yield (
            "wheels with too many facts",
            self.telling(wheels={"a-1-py3-none-any.whl": {**wheel, "path": "/"}}),
        )
        yield "a wheel in another folder", self.telling(wheels={"../a-1-py3-none-any.whl": wheel})
        yield "a wheel with a long name", self.telling(wheels={f"a-1-py3-none-{'a' * 999}": wheel})
        yield (
            "a thousand wheels",
            self.telling(wheels={f"a{number}-1-py3-none-any.whl": wheel for number in range(1000)}),
        )
        yield "nothing at all", b""
        yield "an empty zip file", zipped([])
        yield "no list", zipped(self.wheels)
        yield "a list alone", zipped([file for file in self.files if file[0] == _MANIFEST])
        twice = zipped([self.files[0], ("manifest.jsom", b"{}"), *self.wheels])
        yield "the list twice", twice.replace(b"manifest.jsom", _MANIFEST.encode())
        yield "a file more", zipped([*self.files, ("/etc/passwd", b"root")])
        yield "10,000 files", zipped([(f"{number}", b"") for number in range(10_000)])
        for compression in (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
            yield f"compression {compression}", zipped(self.files, compression)
        bomb = [(name, b"\0" * 5_000_000) for name, _ in self.wheels]
        yield "a bomb", zipped([self.files[0], *bomb], zipfile.ZIP_DEFLATED)
        yield "unknown compression", self.patched(_CENTRAL, 10, b"\x63\0")
        yield "encryption", self.encrypted()
        yield "a later form of zip", self.patched(_CENTRAL, 6, b"\xff\0")
        unicode = self.patched(_CENTRAL, _CENTRAL_FLAGS, b"\0\x08")
        yield "names in no known writing", unicode.replace(b"gpiozero-2", b"\xff\xfeiozero-2")
        yield "patches", self.patched(_CENTRAL, _CENTRAL_FLAGS, b"\x20\0")
        yield "wrong sums", self.patched(_CENTRAL, 16, b"\1\2\3\4")
        yield "files longer than all", self.patched(_CENTRAL, 20, b"\xff\xff\xff\x7f" * 2)
        yield "files of four gigabytes", self.patched(_CENTRAL, 20, b"\xff\xff\xff\xff" * 2)
        yield "files that lie over each other", self.patched(_CENTRAL, 42, b"\0\0\0\0")
        yield "files that lie nowhere", self.patched(_CENTRAL, 42, b"\xff\xff\xff\x7f")
        yield "a list that lies nowhere", self.patched(_END, 16, b"\xff\xff\xff\x7f")
        yield "a list longer than all", self.patched(_END, 12, b"\xff\xff\xff\x7f")
        yield "an end for large files", self.with_large_end()
        yield "no end", self.content[:-22]
        yield "a long comment", self.content[:-2] + b"\xff\xff" + b"x" * 0xFFFF
        yield "a comment cut short", self.content[:-2] + b"\6\0hello"
        yield "something behind the end", self.content + b"\0" * 70_000
