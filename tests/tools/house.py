"""What the code is like, in figures: how much there is, and what would make it simpler.

    deploy/test --house
    python -m tests.tools.house [ROOT]

A table a section, in the same order each time: two reports can be compared line by line. Nothing
here is right or wrong: a module with one importer or a function used once may well have its reason.
Lines are what `wc -l` counts; code is without blank lines and comments; statements are without
what documents them, too.
"""

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby
from operator import add
from pathlib import Path
from statistics import median
from typing import NamedTuple

import grimp

PRODUCT = ("companion", "hardware", "kiosk", "deploy")
PACKAGES = ("companion", "hardware", "kiosk")
"""Those of the product whose modules import each other."""
TESTS = "tests"
_PAGES = ("kiosk", "pages")


def main() -> int:
    """Print the report; returns the exit status."""
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()
    sys.stdout.write(report(root))
    return 0


class Size(NamedTuple):
    """How much there is of something."""

    files: int = 0
    lines: int = 0
    code: int = 0
    statements: int = 0

    def __add__(self, other: "Size") -> "Size":  # type: ignore[override]
        return Size(*map(add, self, other))


class Source(NamedTuple):
    """A file of Python: its place below the root, what it means, and how much of it there is."""

    path: Path
    tree: ast.Module
    size: Size

    @property
    def module(self) -> str:
        """The name by which it is imported."""
        parts = self.path.with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def report(root: Path) -> str:
    """All tables, one below the other."""
    sources = {top: _sources(root, top) for top in (*PRODUCT, TESTS)}
    product = [source for top in PRODUCT for source in sources[top]]
    graph = _graph(root)
    pages = _pages(product)
    importers = {
        module: sorted(graph.find_modules_that_directly_import(module))
        for module in sorted(graph.modules)
        if not graph.find_children(module)
    }
    single = [[module, found[0]] for module, found in importers.items() if len(found) == 1]
    once = list(functions_used_once(product))
    several = list(names_of_several(product))
    modules, packages = circles(graph)
    sizes = {top: _total(sources[top]) for top in (*PRODUCT, TESTS)}
    whole = _sum(sizes[top] for top in PRODUCT)
    figures = [
        ["lines of the product", f"{whole.lines}"],
        ["code of the product", f"{whole.code}"],
        ["statements of the product", f"{whole.statements}"],
        ["lines of the tests", f"{sizes[TESTS].lines}"],
        ["code of the tests", f"{sizes[TESTS].code}"],
        ["statements of the tests", f"{sizes[TESTS].statements}"],
        ["pages", f"{len(pages)}"],
        ["lines of a page, median", f"{median(pages.values()) if pages else 0:g}"],
        ["lines of a page, most", f"{max(pages.values(), default=0)}"],
        ["modules with one importer", f"{len(single)}"],
        ["private functions used once", f"{len(once)}"],
        ["class names of several things", f"{len(several)}"],
        ["circles of modules", f"{len(modules)}"],
        ["circles of packages", f"{len(packages)}"],
    ]
    return "\n".join(
        (
            _table("In figures", (), figures),
            _table("Lines a folder", ("", *Size._fields), _folders(sources)),
            _table("Lines a page", ("", "lines"), [[name, f"{n}"] for name, n in pages.items()]),
            _table("Modules with one importer", ("module", "its importer"), single),
            _table("Private functions of a module used once", ("module", "function"), once),
            _table("Class names that stand for several things", ("name", "modules"), several),
            _table("Circles of modules", (), modules),
            _table("Circles of packages and modules beside each other", (), packages),
        )
    )


def _sources(root: Path, top: str) -> list[Source]:
    found = []
    for path in sorted((root / top).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        found.append(Source(path.relative_to(root), tree, _size(text, tree)))
    return found


def _size(text: str, tree: ast.Module) -> Size:
    code = {
        number
        for number, line in enumerate(text.split("\n"), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    }
    told = {
        number
        for node in ast.walk(tree)
        if _documents(node)
        for number in range(node.lineno, node.end_lineno + 1)
    }
    return Size(1, text.count("\n"), len(code), len(code - told))


def _documents(node: ast.AST) -> bool:
    """Whether it is a text that stands alone, and so only documents."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _sum(sizes: Iterable[Size]) -> Size:
    return reduce(add, sizes, Size())


def _total(sources: Iterable[Source]) -> Size:
    return _sum(source.size for source in sources)


def _folders(sources: Mapping[str, Sequence[Source]]) -> Iterator[list[str]]:
    """Each folder with all below it; its own folders are listed one level deep."""

    def row(name: str, size: Size) -> list[str]:
        return [name, *map(str, size)]

    for top in (*PRODUCT, TESTS):
        if not sources[top]:
            continue
        yield row(top, _total(sources[top]))
        inner = [source for source in sources[top] if len(source.path.parts) > 2]
        for name, below in groupby(
            sorted(inner, key=lambda source: source.path.parts[:2]),
            key=lambda source: source.path.parts[1],
        ):
            yield row(f"  {name}", _total(below))
        if top == PRODUCT[-1]:
            yield row("the product", _sum(_total(sources[one]) for one in PRODUCT))


def _pages(sources: Iterable[Source]) -> dict[str, int]:
    """The lines of each page, whether it is a folder or a file."""
    found: Counter[str] = Counter()
    for source in sources:
        parts = source.path.with_suffix("").parts
        if parts[: len(_PAGES)] == _PAGES and parts[len(_PAGES)] != "__init__":
            found[parts[len(_PAGES)]] += source.size.lines
    return dict(sorted(found.items()))


def functions_used_once(sources: Iterable[Source]) -> Iterator[list[str]]:
    """The private functions of each module that are named once outside their definition."""
    for source in sources:
        defined = {
            node.name: node
            for node in source.tree.body
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and node.name.startswith("_")
        }
        named = _names(source.tree)
        for name, node in sorted(defined.items()):
            if named[name] - _names(node)[name] == 1:
                yield [source.module, name]


def _names(tree: ast.AST) -> Counter[str]:
    return Counter(
        node.id if isinstance(node, ast.Name) else node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Name | ast.Attribute)
    )


def names_of_several(sources: Iterable[Source]) -> Iterator[list[str]]:
    """The names of classes that are defined more than once, each with the modules that do."""
    found = defaultdict(list)
    for source in sources:
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(source.module)
    for name, modules in sorted(found.items()):
        if len(modules) > 1:
            yield [name, " ".join(sorted(modules))]


def _graph(root: Path) -> grimp.ImportGraph:
    packages = [name for name in PACKAGES if (root / name / "__init__.py").exists()]
    sys.path.insert(0, str(root))
    try:
        return grimp.build_graph(*packages, cache_dir=None)
    finally:
        sys.path.remove(str(root))


def circles(graph: grimp.ImportGraph) -> tuple[list[list[str]], list[list[str]]]:
    """What imports itself by way of others: modules, and what lies side by side in a package.

    There whatever is below a package belongs to it.
    """
    modules: dict[str, set[str]] = defaultdict(set)
    beside: dict[str, set[str]] = defaultdict(set)
    for importer in graph.modules:
        for imported in graph.find_modules_directly_imported_by(importer):
            modules[importer].add(imported)
            one, other = _apart(importer, imported)
            if one and other:
                beside[one].add(other)
    return _circles(modules), _circles(beside)


def _apart(one: str, other: str) -> tuple[str, str]:
    """Two modules as far as their names lead apart; empty where one lies in the other."""
    first, second = one.split("."), other.split(".")
    for depth, (left, right) in enumerate(zip(first, second, strict=False), start=1):
        if left != right:
            return ".".join(first[:depth]), ".".join(second[:depth])
    return "", ""


def _circles(imports: Mapping[str, set[str]]) -> list[list[str]]:
    """The groups in which everything leads to everything, a line each."""
    reached = {module: _reached(module, imports) for module in imports}
    found = {
        tuple(sorted(other for other in reached[module] if module in reached.get(other, ())))
        for module in imports
        if module in reached[module]
    }
    return [[" ".join(group)] for group in sorted(found)]


def _reached(start: str, imports: Mapping[str, set[str]]) -> set[str]:
    """All that is imported by a module or by what it imports, and so on."""
    found: set[str] = set()
    ahead = [start]
    while ahead:
        for imported in imports.get(ahead.pop(), ()):
            if imported not in found:
                found.add(imported)
                ahead.append(imported)
    return found


def _table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Columns as wide as they have to be, numbers to the right; the last one is never filled up."""
    lines = [tuple(row) for row in rows]
    shown = [tuple(heads), *lines] if heads and lines else lines
    columns = list(zip(*shown, strict=True))
    widths = [max(map(len, column)) for column in columns]
    numbers = [all(cell.isdigit() for cell in column) for column in zip(*lines, strict=True)]
    parts = [f"{title}\n{'=' * len(title)}"]
    for row in shown:
        cells = (
            cell.rjust(width) if number else cell.ljust(width)
            for cell, width, number in zip(row, widths, numbers, strict=True)
        )
        parts.append("  ".join(cells).rstrip())
    if not lines:
        parts.append("none")
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.exit(main())
