"""Where to find what: the package's own docstring."""

import re
from pathlib import Path

from companion import memory


def test_every_module_is_listed_by_what_it_is_for_once():
    modules = sorted(path.stem for path in Path(memory.__file__).parent.glob("[!_]*.py"))
    assert sorted(re.findall(r"`(\w+)`", memory.__doc__)) == modules
