"""Reads settings that another release, or a hand, may have written: what is good of them counts.

Knows no Kivy.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar, get_args

import msgspec

_MOST_LISTED = 40
_MOST_OTHERS = 10
_LONGEST_LISTED = 1500
"""Of a listing of structures: how many are read, how many of those that cannot be are left alone,
and how long one is at most, in bytes. So many have room in a small file.
"""
AnyStruct = TypeVar("AnyStruct", bound=msgspec.Struct)


class Wrong(NamedTuple):
    """One value that cannot be used: where it stands, and why; "" for what is no setting at all."""

    key: str
    reason: str


def taken(
    found: Mapping[str, object], kind: type[AnyStruct]
) -> tuple[AnyStruct, tuple[Wrong, ...]]:
    """The settings that can be used, all others as usual, and what is wrong with these.

    Keys that `kind` does not know are left out; structures in it are read in the same way. Of a
    listing of structures those are left out that cannot be read, as a later release may know them.
    """
    good: dict[str, Any] = {}
    wrong: list[Wrong] = []
    for field in msgspec.structs.fields(kind):
        if field.name not in found:
            continue
        value, inner = found[field.name], _struct_in(field.type)
        if isinstance(value, list) and _is_listing(field.type):
            good[field.name] = sorted_out(value, field.type)[0]
            continue
        if inner is not None and isinstance(value, Mapping):
            good[field.name], within = taken(value, inner)
            wrong += [Wrong(f"{field.name}.{one.key}", one.reason) for one in within]
            continue
        try:
            good[field.name] = msgspec.convert(value, field.type)
        except (msgspec.ValidationError, RecursionError) as error:
            wrong.append(Wrong(field.name, str(error)))
    return kind(**good), tuple(wrong)


def sorted_out(found: Sequence[object], kind: Any) -> tuple[tuple[Any, ...], tuple[object, ...]]:
    """What can be read of a listing, as `kind`, a tuple of structures, says, and what cannot.

    Only its newest members are looked at, which stand last; what is long for one is none.
    """
    good: list[object] = []
    others: list[object] = []
    for one in found[-_MOST_LISTED:]:
        try:
            if len(msgspec.json.encode(one)) > _LONGEST_LISTED:
                continue
            good += msgspec.convert([one], kind)
        except RecursionError:
            continue
        except msgspec.ValidationError:
            others.append(one)
    return tuple(good), tuple(others[-_MOST_OTHERS:])


def unknown(found: Mapping[str, object], kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The keys that `kind` does not know, at the top."""
    return tuple(key for key in found if key not in kind.__struct_fields__)


def written_over(found: object, new: object) -> object:
    """What to write: `new`, and of a mapping that was found also what the new one does not have."""
    if not (isinstance(found, Mapping) and isinstance(new, Mapping)):
        return new
    both = {key: written_over(found.get(key), value) for key, value in new.items()}
    return {**{key: value for key, value in found.items() if key not in new}, **both}


def _is_listing(kind: Any) -> bool:
    """Whether a field holds any number of structures."""
    members = get_args(kind)
    return len(members) == 2 and members[1] is Ellipsis and _struct_in(members[0]) is not None


def _struct_in(kind: Any) -> type[msgspec.Struct] | None:
    """The structure that a field holds, if it holds one or none."""
    for one in (kind, *get_args(kind)):
        if isinstance(one, type) and issubclass(one, msgspec.Struct):
            return one
    return None
