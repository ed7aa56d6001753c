"""What effects and actions do: importing this package registers their meanings (rules/registry.py)."""

from __future__ import annotations

from magistrate.rules.effects import clauses, conditional, delayed, for_each, modal, registered

__all__ = ["clauses", "conditional", "delayed", "for_each", "modal", "registered"]
