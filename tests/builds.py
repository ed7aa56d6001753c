"""Which build of the rules is tested."""

from __future__ import annotations

import pytest

from magistrate.rules import engine

#: The rules were compiled (MAGISTRATE_COMPILE=1).
COMPILED = not engine.__file__.endswith(".py")

#: For what looks into Python's own functions, of which compiled rules have none.
interpreted_only = pytest.mark.skipif(COMPILED, reason="looks into interpreted functions; the rules are compiled")
