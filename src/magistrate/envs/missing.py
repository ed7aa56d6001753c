"""What is said when the libraries of the extra `envs` are not there."""

from __future__ import annotations

from magistrate.errors import MagistrateError


class MissingExtra(MagistrateError, ImportError):
    """A library of an optional extra is not installed: the message says which, and how to get it."""
