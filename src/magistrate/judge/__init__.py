"""The judge: rules questions as scenario files, played and explained.

`read` and `read_one` read scenarios, `judge` plays one; `report` says what held. `scenario_of` writes a game's position down.
"""

from magistrate.judge.scenario import Scenario, read, read_one

__all__ = ["Scenario", "read", "read_one"]
