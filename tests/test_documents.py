"""The documents beside the code: what the code cites stands in them, and their examples hold."""

import ast
import json
import os
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from typing import get_args

import pytest

from companion.commands import Command, DeclineFinalOfferings
from companion.game import initial_state
from companion.memory.boards import shipped_boards
from companion.memory.exchange.plays import COLUMNS
from companion.memory.record import encode_command, parse_command, parse_header, state_as_dict
from tests.mutants import reasons

ROOT = Path(__file__).parents[1]
FOLDERS = ("companion", "hardware", "kiosk", "deploy", "tests")
MODULES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
PAGES = [
    *ROOT.glob("*.md"),
    *(path for folder in (".github", *FOLDERS) for path in (ROOT / folder).rglob("*.md")),
]
DOCUMENTS = {path.name: path for path in PAGES if path.name != "README.md"}
HEADING = re.compile(r"^#+ (?:(\d+)\. )?(.+)$", re.MULTILINE)
NAMED = re.compile(r"[\w.-]+\.md\b")
CITED = re.compile(r'\b([A-Z]+\.md)((?:(?:,| and) (?:\d+|"[^"]+"))+)')


@cache
def headings(document: str) -> frozenset[str]:
    """What a document's headings may be cited by: their text, or their number."""
    found = HEADING.findall(DOCUMENTS[document].read_text(encoding="utf-8"))
    return frozenset(name for both in found for name in both if name)


RULE_IDS = sorted(name for name in headings("RULES.md") if re.fullmatch(r"[a-z]+\.[a-z-]+", name))
FAMILIES = "|".join(sorted({rule_id.partition(".")[0] for rule_id in RULE_IDS}))
RULE_ID = re.compile(rf"(?<![\w./`])(?:{FAMILIES})\.(?:\*|[a-z][a-z-]+[a-z])(?![\w(`])")


@cache
def source_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def prose_of(path: Path) -> Iterator[str]:
    """The comments and docstrings of a module."""
    yield from re.findall(r"(?:^|  )#(?!!) ?(.+)$", source_of(path), re.MULTILINE)
    for docstring in re.findall(r'"{3}(.+?)"{3}', source_of(path), re.DOTALL):
        yield " ".join(docstring.split())


def names_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(source_of(path))):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.alias(name=name):
                yield name


def unresolved(text: str) -> Iterator[str]:
    """The citations of a docstring or comment that lead nowhere."""
    if ".md" in text:
        yield from (name for name in NAMED.findall(text) if name not in {*DOCUMENTS, "README.md"})
    for document, cited in CITED.findall(text):
        names = re.findall(r'\d+|(?<=")[^",][^"]*(?=")', cited)
        yield from (f"{document}, {name}" for name in names if name not in headings(document))
    for rule_id in RULE_ID.findall(text):
        if not any(re.fullmatch(rule_id.replace("*", ".+"), known) for known in RULE_IDS):
            yield rule_id


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_the_code_cites_stands_in_the_repository(folder: str) -> None:
    assert [
        f"{path.relative_to(ROOT)}: {citation}"
        for path in MODULES
        if path.is_relative_to(ROOT / folder) and path != Path(__file__)
        for text in prose_of(path)
        for citation in unresolved(text)
    ] == []


def leads_somewhere(page: Path, link: str, anchor: str) -> bool:
    hosted = os.path.normpath(Path("blob/main", page.relative_to(ROOT)).parent / link)
    if hosted in {"releases/latest", "issues"}:  # the project's pages where it is hosted
        return True
    target = page.parent / link if link else page
    return target.exists() and (not anchor or anchor in anchors(target))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_commands_and_paths_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([\w-]+))?\)", text)
    lost: list[object] = [link for link in links if not leads_somewhere(page, *link)]
    modules = re.findall(r"python3? -m ((?:tests|companion|kiosk)[\w.]*)", text)
    lost += [module for module in modules if find_spec(module) is None]
    paths = re.findall(r"`((?:companion|deploy|hardware|kiosk|tests)/[\w./-]*)`", text)
    lost += [path for path in paths if not (ROOT / path).exists()]
    assert lost == []


def test_readme_is_read_in_one_go() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150


def anchors(document: Path) -> set[str]:
    """The headings of a document as forges link to them."""
    found = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", name.lower()).replace(" ", "-") for name in found}


def examples(document: str, heading: str, kind: str) -> str:
    """The first block of code of that kind below a heading."""
    below = DOCUMENTS[document].read_text(encoding="utf-8").split(f"# {heading}\n", 1)[1]
    return below.split(f"```{kind}\n", 1)[1].split("```", 1)[0].strip()


def test_the_header_of_a_record_can_be_read() -> None:
    boards = {one.board.name: one.board for one in shipped_boards()}
    line = examples("RECORD.md", "Header", "json").replace("\n", "").encode()
    setup = parse_header(line, boards.get)
    assert [seat.name for seat in setup.players] == ["Ada", "Bo"]


def test_there_is_an_example_of_every_command_of_a_record() -> None:
    lines = examples("RECORD.md", "Commands", "json").splitlines()
    commands = [parse_command(line.encode(), 1) for line in lines]
    assert [json.loads(encode_command(command)) for command in commands] == list(
        map(json.loads, lines)
    )
    in_records = {kind for kind in get_args(Command) if kind is not DeclineFinalOfferings}
    assert {type(command) for command in commands} == in_records


def test_every_key_of_a_state_is_in_its_example() -> None:
    boards = {one.board.name: one.board for one in shipped_boards()}
    header = examples("RECORD.md", "Header", "json").replace("\n", "").encode()
    shown = json.loads(examples("RECORD.md", "State", "json"))
    state = json.loads(json.dumps(state_as_dict(initial_state(parse_header(header, boards.get)))))
    assert state.keys() <= shown.keys()
    assert state["players"][0].keys() == shown["players"][0].keys()
    assert state["fields"][0].keys() == shown["fields"][0].keys()
    assert state["druid"].keys() == shown["druid"].keys()


def test_the_head_of_the_table_of_games_is_that_of_the_document() -> None:
    assert examples("RECORD.md", "CSV", "csv").split(",") == list(COLUMNS)


def glossary() -> dict[str, tuple[str, ...]]:
    """The words of the glossary, each with those that are not used in its place."""
    rows = re.findall(
        r"^\| (\w+) \|.*\| ?([\w, ]*)\|$", DOCUMENTS["GLOSSARY.md"].read_text(), re.MULTILINE
    )
    return {word: tuple(re.findall(r"\w+", twins)) for word, twins in rows if word != "word"}


@cache
def words_of(path: Path) -> frozenset[str]:
    """The words of all names, docstrings and comments of a module."""
    text = " ".join((*prose_of(path), *names_in(path)))
    told = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", text)
    return frozenset(map(str.lower, told))


@cache
def lower_sources() -> dict[Path, str]:
    """The modules of the packages, and their text in lower case."""
    tests = ROOT / "tests"
    return {path: source_of(path).lower() for path in MODULES if not path.is_relative_to(tests)}


def places(word: str) -> Iterator[str]:
    """The modules of the packages that use a word."""
    for path, source in lower_sources().items():
        # Parsing takes long, and most modules do not have it at all.
        if word in source and word in words_of(path):
            yield str(path.relative_to(ROOT))


def test_the_words_of_the_glossary_are_used_and_none_in_their_place() -> None:
    assert [word for word in glossary() if not any(places(word))] == []
    twins = [twin for twins in glossary().values() for twin in twins]
    assert [(twin, [*places(twin), *places(f"{twin}s")]) for twin in twins] == [
        (twin, []) for twin in twins
    ]


def test_the_glossary_has_about_forty_words() -> None:
    assert 35 <= len(glossary()) <= 50


def test_the_functions_whose_mutants_may_live_exist() -> None:
    assert [name for name in reasons() if not callable(resolve_name(name))] == []
