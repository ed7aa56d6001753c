"""Environments for learning: PettingZoo for all seats, Gymnasium for one seat against agents (docs/environments.md).

They need the optional extra `envs`: pip install 'magistrate[envs]'.
"""

from __future__ import annotations

from importlib.util import find_spec

from magistrate.envs.missing import MissingExtra

_NEEDED = ("numpy", "gymnasium", "pettingzoo")
if _absent := [name for name in _NEEDED if find_spec(name) is None]:
    raise MissingExtra(f"magistrate.envs needs {', '.join(_absent)}: pip install 'magistrate[envs]'")

import gymnasium  # noqa: E402

from magistrate.envs.agents import PolicyAgent  # noqa: E402
from magistrate.envs.encoding import Encoder, Sizes  # noqa: E402
from magistrate.envs.free_for_all import MagistrateAEC, env, raw_env  # noqa: E402
from magistrate.envs.one_seat import MagistrateEnv  # noqa: E402

__all__ = ["Encoder", "MagistrateAEC", "MagistrateEnv", "MissingExtra", "PolicyAgent", "Sizes", "env", "raw_env"]

#: gymnasium.make("magistrate/OneSeat-v0", decks=[...], opponents="heuristic")
gymnasium.register(id="magistrate/OneSeat-v0", entry_point="magistrate.envs.one_seat:MagistrateEnv")
