"""The examples that the computer's and the panel's writing of the same rules are both held to."""

import json
from pathlib import Path

FOLDER = Path(__file__).parent
WIRE = json.loads((FOLDER / "wire_vectors.json").read_text(encoding="utf-8"))
BUTTON = json.loads((FOLDER / "button_vectors.json").read_text(encoding="utf-8"))


def as_bytes(text: str) -> bytes:
    """The bytes that a vector writes as characters 0 to 255."""
    return text.encode("latin-1")


def named(vectors: list) -> dict:
    """How a vector is called in the list of tests."""
    return {"argvalues": vectors, "ids": [vector["name"] for vector in vectors]}
