"""A game being played by actions: what both environments share."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium import spaces

from magistrate.cards.decks import Deck, load_deck, sample_decks
from magistrate.envs.encoding import LIMIT, Encoder, Numbers, Sizes
from magistrate.envs.question import Mask, Question
from magistrate.errors import InputError
from magistrate.game import FIRST_OBJECT, Game
from magistrate.players.tables import check
from magistrate.reading import default_reading

if TYPE_CHECKING:
    from magistrate.game import Answer, Decision, View

#: Decisions and actions after which a game is cut off.
MAX_STEPS: Final = 20_000
WIN, LOSS, DRAW = 1.0, -1.0, 0.0
#: How a game is shown.
RENDER_MODES: Final = ("human", "ansi")

Decks = Sequence[Deck | str | Path | Sequence[str]]


class Table:
    """Some decks, the game that is played with them, and the question that waits.

    Questions and steps without a choice are answered at once.
    """

    def __init__(
        self,
        decks: Decks | None = None,
        *,
        sizes: Sizes | None = None,
        life: int | None = None,
        variant: str = "",
        max_steps: int = MAX_STEPS,
        tracing: bool = False,
    ) -> None:
        if not isinstance(max_steps, int) or max_steps < 1:
            raise InputError(f"expected one step or more, not max_steps={max_steps!r:.40}")
        if life is not None and not (isinstance(life, int) and life >= 1):
            raise InputError(f"expected a life total of 1 or more, not {life!r:.40}")
        self.decks = _read(decks)
        if not 2 <= len(self.decks) <= 6:
            raise InputError(f"a game has two to six players, not {len(self.decks)}")
        self.encoder = Encoder(len(self.decks), sizes)
        self.max_steps = max_steps
        self._options: dict[str, Any] = {"life": life, "variant": variant, "tracing": tracing}
        self.game: Game | None = None
        self.question: Question | None = None
        self.steps = 0
        self.seats = len(self.decks)

    # Copying ---------------------------------------------------------------------------------------------------------
    def __getstate__(self) -> dict[str, Any]:
        """For copies and pickles: of the question, what has been done to it."""
        return {**self.__dict__, "question": None if self.question is None else self.question.acts}

    def __setstate__(self, state: dict[str, Any]) -> None:
        acts: list[int] | None = state["question"]
        self.__dict__.update(state)
        self.question = None
        if acts is not None:
            decision = self.at.decision
            assert decision is not None
            self.question = Question(self.at.view(decision.decider), decision, self.encoder.sizes.slots)
            for action in acts:
                self.question.act(action)

    # The spaces ------------------------------------------------------------------------------------------------------
    def action_space(self) -> spaces.Discrete[np.int64]:
        """END, the slots, and turning the page."""
        return spaces.Discrete(self.encoder.sizes.slots + 2)

    def mask_space(self) -> spaces.Box:
        """A 1 for each legal action."""
        return spaces.Box(0, 1, (self.encoder.sizes.slots + 2,), np.int8)

    def vector_space(self) -> spaces.Box:
        """The flat observation."""
        return spaces.Box(-LIMIT, LIMIT, (self.encoder.size,), np.float32)

    def parts_space(self) -> dict[str, spaces.Space[Any]]:
        """The structured observation."""
        return {name: spaces.Box(-LIMIT, LIMIT, shape, np.float32) for name, shape in self.encoder.shapes.items()}

    # Playing ---------------------------------------------------------------------------------------------------------
    def begin(self, seed: int, options: Mapping[str, Any] | None = None) -> None:
        """A new game. `options`: `decks`, as many as before; `first`, the seat that begins. Others are let be, as the
        libraries' own tests want it."""
        given = options or {}
        decks = self.decks if "decks" not in given else _read(given["decks"])
        if len(decks) != self.seats:
            raise InputError(f"expected {self.seats} decks, as many as the environment was made with, not {len(decks)}")
        self.game = Game.new(decks, seed=seed, first=given.get("first"), history=False, **self._options)
        self.steps = 0
        self._ask()

    @property
    def at(self) -> Game:
        """The game. Raises InputError before the first reset."""
        if self.game is None:
            raise InputError("the environment has no game yet: reset() begins one")
        return self.game

    @property
    def decision(self) -> Decision | None:
        """What is asked; None once the game is over."""
        return self.at.decision

    @property
    def over(self) -> bool:
        """Whether the game has ended, or has been cut off."""
        return self.at.over or self.cut_off

    @property
    def cut_off(self) -> bool:
        """Whether the game went on for too long."""
        return not self.at.over and self.steps >= self.max_steps

    @property
    def in_game(self) -> tuple[int, ...]:
        """The players who have not left the game."""
        return self.view(0).seats

    def view(self, player: int) -> View:
        """The game as a player sees it."""
        return self.at.view(player)

    def reward(self, player: int) -> float:
        """What the game is worth to a player once it has ended for them."""
        result = self.at.result
        if result is None:
            return DRAW if player in self.in_game else LOSS
        return DRAW if result.draw and player not in result.losers else WIN if result.winner == player else LOSS

    def act(self, action: Any) -> None:
        """An action of the player who is asked. Raises IllegalAnswer, and nothing has changed, when it is not legal; InputError for
        what is no number."""
        question = self.question
        if question is None:
            raise InputError("the game is over: reset() begins another")
        try:
            number = operator.index(action)
        except TypeError:
            raise InputError(f"expected the number of an action, not {action!r:.40}") from None
        question.act(number)
        question.settle()
        self.steps += 1
        if question.whole:
            self.answer(question.answer)

    def answer(self, answer: Answer) -> None:
        """Answer the whole decision at once."""
        self.at.answer(answer)
        self.steps += 1
        self._ask()

    def _ask(self) -> None:
        """Go on to the next question with a choice."""
        game = self.at
        while (decision := game.decision) is not None:
            self.question = Question(game.view(decision.decider), decision, self.encoder.sizes.slots)
            self.question.settle()
            if not self.question.whole or self.steps >= self.max_steps:
                return
            game.answer(self.question.answer)
            self.steps += 1
        self.question = None

    # What is seen ----------------------------------------------------------------------------------------------------
    def question_for(self, player: int) -> Question | None:
        """The question, if it waits for that player."""
        question = self.question
        return question if question is not None and question.decision.decider == player else None

    def observe(self, player: int) -> Numbers:
        """What a player sees, as one vector."""
        return self.encoder.observe(self.view(player), self.question_for(player))

    def mask(self, player: int) -> Mask:
        """What a player may do; nothing while another one is asked."""
        question = self.question_for(player)
        if question is None or self.over:
            return np.zeros(self.encoder.sizes.slots + 2, np.int8)
        return question.mask

    def words(self) -> dict[int, str]:
        """The legal actions of the player who is asked, in words."""
        question = self.question
        if question is None:
            return {}
        made = {}
        for action in question.actions():
            meaning = question.meaning(action)
            if 0 <= meaning.thing < FIRST_OBJECT:
                named = self.at.players[meaning.thing]
            else:
                named = _name(self.view(question.decision.decider), meaning.thing)
            made[action] = meaning.words if named in meaning.words else f"{meaning.words} {named}"
        return made

    def render(self) -> str:
        """The game as everybody sees it, and what is asked, for people."""
        game = self.at
        view = game.view(self.question.decision.decider if self.question is not None else 0)
        lines = [f"turn {game.turn}, {game.players[view.active]}'s"]
        for player in view.seats:
            things = sorted(_name(view, oid) for oid in view.permanents if _controller(view, oid) == player)
            lines.append(
                f"{game.players[player]}: {view.life(player)} life, {view.size_of(player, 'hand')} in hand; {', '.join(things)}"
            )
        if self.question is not None:
            lines.append(f"{game.players[self.question.decision.decider]}: {self.question.decision.prompt}")
            lines += [f"  {action}: {words}" for action, words in self.words().items()]
        return "\n".join(lines)


def _name(view: View, thing: int) -> str:
    if thing < FIRST_OBJECT or view.chars(thing) is None:
        return ""
    return str(view.object(thing).get("name", ""))


def _controller(view: View, oid: int) -> int:
    chars = view.chars(oid)
    return chars.controller if chars is not None else -1


def check_rendering(mode: str | None) -> None:
    """Raises InputError for a way to show games that is none."""
    if mode is not None and mode not in RENDER_MODES:
        raise InputError(f"no render mode is named {mode!r}; expected {', '.join(RENDER_MODES)} or None")


def _read(decks: Decks | None) -> list[Deck]:
    """Decks whose cards can all be played. Raises InputError with the file, the line and the card that cannot."""
    if decks is None:
        return list(sample_decks())
    if isinstance(decks, str) or not isinstance(decks, Sequence):
        raise InputError(f"expected a list of decks, not {decks!r:.60}")
    read = [_deck(deck) for deck in decks]
    for deck in read:
        check(deck)
    return read


def _deck(deck: Deck | str | Path | Sequence[str]) -> Deck:
    if isinstance(deck, Deck):
        return deck
    if isinstance(deck, str | Path):
        return load_deck(deck, default_reading().store)
    if not isinstance(deck, Sequence) or not all(isinstance(card, str) for card in deck):
        raise InputError(f"expected a deck, the path of its file or a list of card names, not {deck!r:.60}")
    cards = tuple((count, card) for card, count in Counter(deck).items())
    return Deck(name="deck", main=cards, sideboard=(), commanders=())
