"""How Hypothesis runs here: the same examples every time, unless one goes hunting on purpose.

`HYPOTHESIS_PROFILE=hunt python -m pytest tests/companion` tries new ones and many more.
"""

import os

from hypothesis import Phase, settings

PHASES = (Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink)
"""Without `explain`, which traces every line and takes minutes over a whole game."""

settings.register_profile("steady", deadline=None, derandomize=True, max_examples=40, phases=PHASES)
settings.register_profile("hunt", deadline=None, max_examples=1000, phases=PHASES)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
