"""Collect the sentences to translate into catalogues, and compile the catalogues.

    .venv/bin/python deploy/catalogues.py update     add new sentences, remove unused ones
    .venv/bin/python deploy/catalogues.py compile    compile catalogues newer than their .mo files
    .venv/bin/python deploy/catalogues.py missing    list untranslated sentences; status 1 if any

Needs Babel. To add a language: kiosk/words/locale/README.md.
"""

import argparse
import ast
import os
import re
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

CHECKOUT = Path(__file__).resolve().parents[1]
LOCALES = CHECKOUT / "kiosk" / "words" / "locale"
TEMPLATE = LOCALES / "meduris.pot"
CONTENT = CHECKOUT / "companion" / "content"
"""Folder of texts that are in no catalogue, because each file has all languages."""
DOMAIN = "meduris"
_BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
"""Creation date written into the files; it is fixed, so that unchanged catalogues stay equal."""
_FOLDERS = ("companion", "hardware", "kiosk")
_NOTE = "# For translators:"
"""Beginning of a comment that translators see with the sentence below it."""


class MarkerArgumentPositions(NamedTuple):
    """Argument positions of a marker: a function that marks a sentence for translation.

    The arguments are the sentence, its plural (`plural`) and its `context`. Positions count from 0;
    None stands for an argument that the marker does not have.
    """

    sentence: int
    plural: int | None = None
    context: int | None = None


MARKERS = {
    "mark": MarkerArgumentPositions(0),
    "N_": MarkerArgumentPositions(0),
    "_": MarkerArgumentPositions(0),
    "translate_in_context": MarkerArgumentPositions(1, context=0),
    "mark_in_context": MarkerArgumentPositions(1, context=0),
    "plural": MarkerArgumentPositions(0, plural=1),
    "Sentence": MarkerArgumentPositions(0, plural=2),
    "RuleViolation": MarkerArgumentPositions(1),
    "HiddenHandViolation": MarkerArgumentPositions(1),
    "_problem": MarkerArgumentPositions(0),
    "_wrong": MarkerArgumentPositions(1),
    "make_config_problem": MarkerArgumentPositions(0),
}
"""All functions that mark a sentence for translation, with the positions of their arguments."""
_BARE_MARKS = ("N_", "mark")
"""Markers that return their text unchanged."""
_FRENCH = re.compile(r'^[\w.-]*\bfr = ("""\n.*?"""|\[.*?\]|".*?")$', re.MULTILINE | re.DOTALL)
"""Pattern of a French text in a content file."""
_MARKED = re.compile(rf"\b(?:{'|'.join(MARKERS)})\s*\(")
"""Pattern of a call that marks a sentence; modules without a match are skipped."""


class SourceSentence(NamedTuple):
    """A sentence to translate, and the file that contains it.

    `plural` is the plural. `context` tells apart equal sentences with different meanings. `note` is
    the comment for translators above the sentence.
    """

    file: str
    sentence: str
    plural: str | None = None
    context: str | None = None
    note: str | None = None

    @property
    def message_id(self) -> str | tuple[str, str]:
        """Key of the sentence in a catalogue: the sentence, or a pair of it and its plural."""
        return self.sentence if self.plural is None else (self.sentence, self.plural)


def collect_sentences() -> Iterator[SourceSentence]:
    """Yield every sentence marked for translation, file by file."""
    for folder in _FOLDERS:
        for path in sorted((CHECKOUT / folder).rglob("*.py")):
            name = str(path.relative_to(CHECKOUT))
            yield from sentences_in_source(path.read_text(encoding="utf-8"), name)


@cache
def sentences_in_source(source: str, name: str) -> tuple[SourceSentence, ...]:
    """Return the sentences marked for translation in the source of the module `name`."""
    return tuple(_marked(source, name)) if _MARKED.search(source) else ()


def _marked(source: str, name: str) -> Iterator[SourceSentence]:
    lines = source.splitlines()
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    # Marks around the text of another call; `_text` reads them there.
    within = {
        id(inner)
        for call in calls
        if _called(call) in MARKERS
        for inner in call.args
        if isinstance(inner, ast.Call) and _called(inner) in _BARE_MARKS
    }
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        marker = MARKERS.get(_called(call))
        sentence = None if marker is None else _text(call, marker.sentence)
        if marker is None or sentence is None or id(call) in within:
            continue
        yield SourceSentence(
            name,
            sentence,
            None if marker.plural is None else _text(call, marker.plural),
            None if marker.context is None else _text(call, marker.context),
            _note_above(lines, call.lineno),
        )


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _text(call: ast.Call, place: int) -> str | None:
    if place >= len(call.args):
        return None
    given = call.args[place]
    if isinstance(given, ast.Call) and _called(given) in _BARE_MARKS:
        return _text(given, 0)
    if isinstance(given, ast.Constant) and isinstance(given.value, str):
        return given.value
    return None


def _note_above(lines: list[str], number: int) -> str | None:
    told: list[str] = []
    for line in reversed(lines[: number - 1]):
        text = line.strip()
        if not text.startswith("#"):
            return None
        told.insert(0, text.removeprefix(_NOTE).removeprefix("#").strip())
        if text.startswith(_NOTE):
            return " ".join(told)
    return None


def build_template() -> Catalog:
    """Return a catalogue of all sentences, without translations."""
    catalog = Catalog(project="Meduris Companion", charset="utf-8", creation_date=_BEGINNING)
    for one in collect_sentences():
        catalog.add(
            one.message_id,
            locations=[(one.file, None)],  # type: ignore[list-item]
            auto_comments=[one.note] if one.note else [],
            context=one.context,
        )
    return catalog


def catalogue_paths() -> tuple[Path, ...]:
    return tuple(sorted(LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po")))


def language_of(path: Path) -> str:
    return path.parents[1].name


def read_catalogue(path: Path) -> Catalog:
    """Read a .po file. Raises PoFileError if the file is invalid."""
    with path.open("rb") as file:
        return read_po(file, locale=language_of(path), domain=DOMAIN, abort_invalid=True)


def update_catalogues() -> None:
    """Add new sentences to the template and to every catalogue, and remove unused ones.

    Also apply `french_typography` to the French catalogue and to the French texts in `CONTENT`.
    """
    found = build_template()
    _write(TEMPLATE, found)
    for path in catalogue_paths():
        catalog = read_catalogue(path)
        catalog.update(found, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        if language_of(path) == "fr":
            for message in catalog:
                message.string = french_typography(message.string or "")
        _write(path, catalog)

    for path in CONTENT.glob("*.toml"):
        path.write_text(
            toml_with_french_typography(path.read_text(encoding="utf-8")), encoding="utf-8"
        )


def toml_with_french_typography(source: str) -> str:
    """Apply `french_typography` to the French texts in `source`, a TOML file with all languages."""
    return _FRENCH.sub(lambda found: str(french_typography(found[0])), source)


def french_typography(text: str | Sequence[str]) -> str | tuple[str, ...]:
    """Return French text with typographic apostrophes and no-break spaces.

    No-break spaces are inserted beside the punctuation marks : ; ? ! « ».
    """
    if not isinstance(text, str):
        return tuple(str(french_typography(part)) for part in text or ())
    text = re.sub(r"(?<=[^\W\d_])'(?=[^\W\d_])", "\N{RIGHT SINGLE QUOTATION MARK}", text)
    return re.sub(r" (?=[:;?!»])|(?<=«) ", "\N{NO-BREAK SPACE}", text)


def _write(path: Path, catalog: Catalog) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=100, omit_header=path == TEMPLATE, include_lineno=False)


def compile_catalogues() -> None:
    """Compile every catalogue that is newer than its .mo file or has no .mo file.

    Raises PoFileError for an invalid catalogue.
    """
    for path in catalogue_paths():
        compiled = path.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime_ns >= path.stat().st_mtime_ns:
            continue
        catalog = read_catalogue(path)
        draft = compiled.with_suffix(f".{os.getpid()}.new")
        with draft.open("wb") as file:
            write_mo(file, catalog)
        draft.replace(compiled)


def untranslated_sentences() -> list[str]:
    """Return a line for each missing or fuzzy translation, with its language and sentence."""
    return [
        f"{language_of(path)}: {one.id if isinstance(one.id, str) else one.id[0]}"
        f"{f' (in the context of {one.context!r})' if one.context else ''}"
        for path in catalogue_paths()
        for one in read_catalogue(path)
        if one.id and (one.fuzzy or not one.string or not all(one.string))
    ]


def _print_untranslated() -> None:
    found = untranslated_sentences()
    sys.stdout.writelines(f"{line}\n" for line in found)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    commands = {
        "update": update_catalogues,
        "compile": compile_catalogues,
        "missing": _print_untranslated,
    }
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=commands)
    commands[parser.parse_args().command]()
