"""The zones that a text names (CR 400.1) as the numbers by which the state knows them."""

from __future__ import annotations

from typing import Final

from magistrate.abilities.characteristics import Zone
from magistrate.rules.state import BATTLEFIELD, COMMAND, EXILE, GRAVEYARD, HAND, LIBRARY, STACK

ZONE_NUMBER: Final[dict[Zone, int]] = {
    Zone.LIBRARY: LIBRARY,
    Zone.HAND: HAND,
    Zone.BATTLEFIELD: BATTLEFIELD,
    Zone.GRAVEYARD: GRAVEYARD,
    Zone.STACK: STACK,
    Zone.EXILE: EXILE,
    Zone.COMMAND: COMMAND,
}
#: The other way round, by number.
ZONES: Final = tuple(sorted(ZONE_NUMBER, key=ZONE_NUMBER.__getitem__))
