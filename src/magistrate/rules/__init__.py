"""The game: one module for each chapter of the Comprehensive Rules (CR), under the CR's own names."""

from importlib.util import find_spec


def build() -> str:
    """How the rules run here: "interpreted" or "compiled" (docs/architecture.md, "The compiled build")."""
    spec = find_spec("magistrate.rules.engine")
    return "interpreted" if spec is None or (spec.origin or "").endswith(".py") else "compiled"
