"""Many games at once: match-ups, statistics, and what they find."""
