"""The book of rules beside the code: what each numbered rule is about, what carries it out, what exercises it."""
