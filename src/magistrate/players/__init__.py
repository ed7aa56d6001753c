"""Agents: whoever chooses for a player. They see a view and a decision, and nothing else."""
