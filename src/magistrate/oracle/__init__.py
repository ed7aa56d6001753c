"""English to trees and back: the normaliser, the lexer, the two-way phrase grammar, the binder and the compiler of
cards."""
