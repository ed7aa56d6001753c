"""The vocabulary: one small frozen type for each thing a card can say.

Modules are subjects: `characteristics` (types, colours, zones, steps), `amounts`, `things` (objects and players),
`groups` (descriptions of objects; `combat_qualities`, `designations`), `events`, `conditions`, `durations`, `costs`,
`mana`, `actions` (verb phrases of players and of objects), `effects` (clauses and how they are joined), `kinds` (the
kinds of abilities).
"""
