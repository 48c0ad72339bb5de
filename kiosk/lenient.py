"""Lenient reading of settings files from other releases or edited by hand. Free of Kivy.

Usable values are applied, and unusable values are reported.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar, get_args

import msgspec

AnyStruct = TypeVar("AnyStruct", bound=msgspec.Struct)


class InvalidValue(NamedTuple):
    """Key of an unusable value in a file ("" for the whole file), and why it is unusable."""

    key: str
    reason: str


def read_leniently(
    found: Mapping[str, object], kind: type[AnyStruct]
) -> tuple[AnyStruct, tuple[InvalidValue, ...]]:
    """Return the settings in `found`, and a list of the unusable values.

    Unusable values are replaced by defaults, unknown keys are ignored, and nested structures are
    read in the same way.
    """
    good: dict[str, Any] = {}
    wrong: list[InvalidValue] = []
    for field in msgspec.structs.fields(kind):
        if field.name not in found:
            continue
        value, inner = found[field.name], _struct_in(field.type)
        if inner is not None and isinstance(value, Mapping):
            good[field.name], within = read_leniently(value, inner)
            wrong += [InvalidValue(f"{field.name}.{one.key}", one.reason) for one in within]
            continue
        try:
            good[field.name] = msgspec.convert(value, field.type)
        except (msgspec.ValidationError, RecursionError) as error:
            wrong.append(InvalidValue(field.name, str(error)))
    return kind(**good), tuple(wrong)


def unknown_keys(found: Mapping[str, object], kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """Return the top-level keys of `found` for which `kind` has no field."""
    return tuple(key for key in found if key not in kind.__struct_fields__)


def merge_with_unknown_keys(found: object, new: object) -> object:
    """Return `new` with the keys that only `found` has, at all levels of nested objects."""
    if not (isinstance(found, Mapping) and isinstance(new, Mapping)):
        return new
    both = {key: merge_with_unknown_keys(found.get(key), value) for key, value in new.items()}
    return {**{key: value for key, value in found.items() if key not in new}, **both}


def _struct_in(kind: Any) -> type[msgspec.Struct] | None:
    """Return the structure type of a field, even if the field is optional; None for other types."""
    for one in (kind, *get_args(kind)):
        if isinstance(one, type) and issubclass(one, msgspec.Struct):
            return one
    return None
