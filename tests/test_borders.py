"""Borders inside the project that import-linter cannot express."""

import ast
import re
import tomllib
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
REACHING = {"open", "input", "print", "exec", "eval", "__import__", "breakpoint"}


def path_of(module: str) -> Path:
    place = ROOT / module.replace(".", "/")
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def test_modules_that_claim_to_be_free_of_kivy_do_not_import_it() -> None:
    def claims_so(module: str) -> bool:
        path = path_of(module)
        docstring = path.read_text().split('"""')[1:2] if path.exists() else []
        return re.search(r"(?i)\bno\s+Kivy\b|free\s+of\s+Kivy", "".join(docstring)) is not None

    graph = grimp.build_graph("kiosk", include_external_packages=True, cache_dir=None)
    free = {module for module in graph.modules if claims_so(module)}
    assert free
    assert {module for module in free if graph.find_shortest_chain(module, "kivy")} == set()


def test_the_rules_use_no_built_in_that_reaches_files_terminals_or_other_code() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (purity,) = (one for one in config["contracts"] if one["id"] == "purity")
    modules: list[Path] = []
    for name in purity["source_modules"]:
        path = path_of(name)
        modules += path.parent.glob("*.py") if path.name == "__init__.py" else [path]
    assert modules
    used = {
        (module.name, node.id)
        for module in modules
        for node in ast.walk(ast.parse(module.read_text()))
        if isinstance(node, ast.Name) and node.id in REACHING
    }
    assert used == set()
