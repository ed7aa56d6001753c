"""Magistrate: a rules engine for Magic: The Gathering that reads cards from their Oracle text."""

__version__ = "0.1.0"
