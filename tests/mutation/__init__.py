"""Mutants of the rules: how many small faults in `src/magistrate/rules` do the scenarios notice? Run as `python -m tests.mutation`."""
