"""The layers of CR 613.1 and the sublayers of 613.4, in order."""

from __future__ import annotations

from typing import Final

COPY: Final = 1
CONTROL: Final = 2
TEXT: Final = 3
TYPE: Final = 4
COLOR: Final = 5
ABILITY: Final = 6
CDA_PT: Final = 7
SET_PT: Final = 8
MODIFY_PT: Final = 9
SWITCH: Final = 10
LAYERS: Final = 11  # how many, with an unused 0

#: What they are called.
NAMES: Final = ("", "1", "2", "3", "4", "5", "6", "7a", "7b", "7c", "7d")

#: Their numbers in the rules, for explanations.
RULES: Final = ("", "613.1a", "613.1b", "613.1c", "613.1d", "613.1e", "613.1f", "613.4a", "613.4b", "613.4c", "613.4d")
