"""The examples that the computer's and the panel's writing of the same rules are both held to."""

import json
from pathlib import Path

FOLDER = Path(__file__).parent
WIRE = json.loads((FOLDER / "wire_vectors.json").read_text(encoding="utf-8"))
BUTTON = json.loads((FOLDER / "button_vectors.json").read_text(encoding="utf-8"))


def as_bytes(text: str) -> bytes:
    return text.encode("latin-1")


def named(vectors: list) -> dict:
    return {"argvalues": vectors, "ids": [vector["name"] for vector in vectors]}
