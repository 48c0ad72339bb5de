"""What mypy is told of Kivy is there in Kivy."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import kiosk

STUBS = Path(kiosk.__file__).parent / "stubs"
MODULES = sorted(STUBS.rglob("*.pyi"))


def module_of(stub: Path) -> str:
    name = ".".join(stub.relative_to(STUBS).with_suffix("").parts)
    return name.removesuffix(".__init__")


def missing(of: object, body: list[ast.stmt], name: str = "") -> Iterator[str]:
    """What a stub has that is not there; what only an object has once it is made cannot be seen."""
    for node in body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef) or node.name.startswith("_"):
            continue
        found = getattr(of, node.name, None)
        if found is None:
            yield f"{name}{node.name}"
        elif isinstance(node, ast.ClassDef):
            yield from missing(found, node.body, f"{node.name}.")


@pytest.mark.parametrize("stub", MODULES, ids=module_of)
def test_what_a_stub_tells_of_is_there(stub: Path) -> None:
    tree = ast.parse(stub.read_text(encoding="utf-8"))
    assert list(missing(import_module(module_of(stub)), tree.body)) == []
