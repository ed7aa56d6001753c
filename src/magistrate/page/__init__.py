"""The page of a card: how it is read, what the rules make of it, and what would be read where it is refused."""
