"""The public face: a game, its decisions, its past.

game = Game.new([deck_a, deck_b], seed=7)
while not game.over:
    d = game.decision
    game.answer(agent.choose(game.view(d.player), d))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from magistrate import following, saves
from magistrate.cards.decks import Deck, load_deck
from magistrate.errors import InputError
from magistrate.following import CannotFollow
from magistrate.positions import build
from magistrate.reading import Reading, default_reading
from magistrate.redeal import redeal
from magistrate.rules import decisions, starting
from magistrate.rules.characteristics import Characteristics
from magistrate.rules.decisions import Answer, Decision, Option
from magistrate.rules.definitions import COLOR_BIT, DUNGEON, SUPERTYPE_BIT, TYPE_BIT, CardDefinition
from magistrate.rules.engine import Engine, IllegalAnswer, TraceLine
from magistrate.rules.result import GameResult
from magistrate.rules.state import EMPTY, FIRST_OBJECT
from magistrate.rules.steps import STEPS
from magistrate.setup import VARIANTS, Placed, Seat, Setup, check, from_json
from magistrate.views import Status, View

#: What of the engine's switches decides which questions are asked: it is part of a save.
_SWITCHES = ("ask_every_window", "offer_concede", "offer_mana_abilities", "manual_payment")

__all__ = [
    "COLOR_BIT", "FIRST_OBJECT", "STEPS", "SUPERTYPE_BIT", "TYPE_BIT", "Answer", "Characteristics", "Decision", "Game",
    "GameResult", "IllegalAnswer", "Option", "Status", "TraceLine", "View", "decisions",
]  # fmt: skip


class Game:
    """A game of Magic: it stands at a `decision`, and `answer` goes on to the next.

    A game can be answered from any thread (one at a time) and pickled (by its save; a determinised copy has none).
    """

    def __init__(
        self, engine: Engine, setup: Setup | None, ids: Mapping[str, int], past: tuple[Answer, ...] = ()
    ) -> None:
        self._engine = engine
        self._setup = setup
        #: object ids at the start, by the setup's `id`
        self.ids = dict(ids)
        self._past = past

    def __del__(self) -> None:
        # A game that is not finished is suspended in the midst of the rules: what it holds is let go with it.
        engine = getattr(self, "_engine", None)
        if engine is not None:
            engine.close()

    # Beginning -------------------------------------------------------------------------------------------------------
    @classmethod
    def new(
        cls,
        decks: Sequence[Deck | str | Path | Sequence[str]],
        *,
        seed: int = 0,
        names: Sequence[str] = (),
        life: int | None = None,
        first: int | None = None,
        mulligans: bool = True,
        variant: str = "",
        history: bool = True,
        tracing: bool = False,
        reading: Reading | None = None,
    ) -> Game:
        """A game between decks (a Deck, a file's path, or a list of card names), one a player, in turn order.

        `first` begins (None: decided at random, CR 103.1). With `history` every answer can be undone; without, less memory is
        used. `tracing` keeps `trace`. Raises InputError when a deck cannot be read or holds a card that cannot be played.
        """
        setup = setup_of(decks, seed=seed, names=names, life=life, first=first, mulligans=mulligans, variant=variant)
        return cls.from_setup(setup, history=history, tracing=tracing, reading=reading)

    @classmethod
    def from_setup(
        cls,
        setup: Setup,
        *,
        history: bool = True,
        tracing: bool = False,
        reading: Reading | None = None,
        every_window: bool = False,
        prepare: Callable[[Engine], None] | None = None,
    ) -> Game:
        """A game from a setup, at its first decision. `every_window`: priority is asked even where one can only pass.

        `prepare` may set the engine's switches before the game begins.
        """
        check(setup)
        reader = reading or default_reading()
        state, ids = build(setup, reader.definition)
        engine = Engine(state, keep_history=history, tracing=tracing)
        engine.ask_every_window = every_window
        engine.mulligans = setup.mulligans
        engine.compile_text = reader.values_of_text
        engine.dungeons = dungeons_of(setup, reader)
        engine.reference = reader
        engine.forced_coins = setup.coins
        engine.forced_dice = setup.dice
        if setup.kind == "game":
            starting.begin(engine, setup.first)
        else:
            starting.begin_from_position(engine, setup.first or 0)
        state.forget()
        if prepare is not None:
            prepare(engine)
        engine.start()
        return cls(engine, setup, ids)

    @classmethod
    def from_scenario(cls, source: str | Path | Mapping[str, Any], **options: Any) -> Game:
        """The position of a scenario (a file's path, its text, or its data), with the first player's turn 1 about to begin."""
        from magistrate.judge.scenario import read_one

        return cls.from_setup(read_one(source).setup, **options)

    @classmethod
    def load(cls, text: str, *, history: bool = True, tracing: bool = False, reading: Reading | None = None) -> Game:
        """The game that `save` wrote, at the same decision. Raises InputError when the text is no save, CannotFollow when it plays
        otherwise now.

        The replay of a failure (it has the key `failure`) may do without a digest; a save may not.
        """
        data = saves.parse(text)
        switches = data.get("switches", {})
        manual = switches.get("manual_payment", [])
        if not isinstance(manual, list) or any(type(player) is not int for player in manual):
            raise InputError("not a save: expected `manual_payment` to be a list of players")

        def prepare(engine: Engine) -> None:
            for name in _SWITCHES:
                if name in switches:
                    setattr(
                        engine, name, frozenset(switches[name]) if name == "manual_payment" else bool(switches[name])
                    )

        setup = from_json(data["setup"])
        asked = following.unpacked(data)
        game = cls.from_setup(setup, history=history, tracing=tracing, reading=reading, prepare=prepare)

        def otherwise(what: str) -> CannotFollow:
            why = following.changes(data, setup, reading or default_reading())
            return CannotFollow(f"the save does not play as it did: {what} ({why})")

        for number, answer in enumerate(data["answers"]):
            other = following.difference(asked[number] if asked else None, game.decision)
            if other:
                raise otherwise(f"at answer {number + 1}, in turn {game.turn}, {other}")
            try:
                game.answer(saves.answer_of(answer))
            except InputError as problem:
                raise otherwise(f"answer {number + 1}, in turn {game.turn}: {problem}") from None
        if data["digest"] and game.digest() != data["digest"]:
            raise otherwise("it stands otherwise at its end")
        return game

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        """An independent game at the same decision: `copy`."""
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return (Game.load, (self.save(),))

    # Where it stands -------------------------------------------------------------------------------------------------
    @property
    def decision(self) -> Decision | None:
        """What is asked, and of whom; None once the game is over."""
        return self._engine.decision

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._engine.board.result is not None

    @property
    def result(self) -> GameResult | None:
        """How the game ended; None while it goes on."""
        found: GameResult | None = self._engine.board.result
        return found

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, in turn order."""
        return tuple(player.name for player in self._engine.st.players)

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self._engine.board.turn

    @property
    def trace(self) -> list[TraceLine]:
        """What happened so far, with rule numbers; empty unless tracing was asked for."""
        return list(self._engine.trace or ())

    @property
    def engine(self) -> Engine:
        """The rules at work, for tools that look inside (the judge). Its state is only for reading."""
        self._engine.refresh()
        return self._engine

    def view(self, player: int | str | None) -> View:
        """The game as that player (number or name) sees it; None sees everything."""
        if isinstance(player, str):
            if player not in self.players:
                raise InputError(f"no player is named {player}; there are {', '.join(self.players)}")
            player = self.players.index(player)
        if player is not None and (type(player) is not int or not 0 <= player < len(self.players)):
            raise InputError(f"no player has the number {player!r}; there are {len(self.players)}, the first is 0")
        return View(self._engine, player)

    # Going on --------------------------------------------------------------------------------------------------------
    def answer(self, answer: Answer | list[Any]) -> None:
        """Answer the decision and play on to the next one. Raises IllegalAnswer, and nothing has changed, when it is not allowed."""
        self._engine.resume(_frozen(answer))

    def undo(self) -> None:
        """Take back the last answer. Raises IllegalAnswer when there is none (a copy begins its own past)."""
        self._engine.undo()

    def copy(self) -> Game:
        """An independent game at the same decision, in the middle of a resolution too."""
        past = self._past + tuple(self._engine.answers[: self._engine.checkpoints[-1].answers])
        return Game(self._engine.copy(), self._setup, self.ids, past)

    @property
    def seed(self) -> int:
        """The seed of the game's setup; 0 for an imagined game, which has none."""
        return 0 if self._setup is None else self._setup.seed

    def determinise(self, view: View | int, seed: int = 0) -> Game:
        """A copy in which the cards that the viewer does not know are dealt again, in a way that agrees with what they know.

        It can be played, copied and undone, but neither saved nor pickled: no setup and answers lead to it. Both raise InputError.
        """
        player = view.player if isinstance(view, View) else view
        if player is None:
            raise InputError("a view that sees everything leaves nothing to deal again")
        return Game.imagined(self._engine, player, seed, self.ids)

    @classmethod
    def imagined(cls, engine: Engine, player: int, seed: int, ids: Mapping[str, int] = EMPTY) -> Game:
        """What `determinise` makes of the rules at work (for `View.imagine`)."""
        return cls(redeal(engine, player, seed), None, ids)

    # Keeping ---------------------------------------------------------------------------------------------------------
    def save(self) -> str:
        """The game as text. Raises InputError for a determinised copy, which never began as a game of its own."""
        return saves.dump({**self.bare_save(), "digest": self.digest()})

    def bare_save(self) -> dict[str, Any]:
        """The data of a save without the digest, which needs a game that can be looked at (for reports of failures)."""
        if self._setup is None:
            raise InputError("a determinised copy cannot be saved: it has no beginning of its own")
        answers = [saves.plain(answer) for answer in (*self._past, *self._engine.answers)]
        data: dict[str, Any] = {"setup": self._setup.to_json(), "answers": answers, "digest": ""}
        switches = {name: kept for name in _SWITCHES if (kept := getattr(self._engine, name))}
        if "manual_payment" in switches:
            switches["manual_payment"] = sorted(self._engine.manual_payment)
        if switches:
            data["switches"] = switches
        return data

    def digest(self) -> str:
        """A fingerprint of everything that can be seen of the game."""
        return saves.digest(self.view(None).snapshot())

    def to_scenario(self, name: str = "A position") -> dict[str, Any]:
        """The position as a scenario (data for YAML), for `magistrate judge` and bug reports."""
        from magistrate.judge.export import scenario_of

        return scenario_of(self, name)


def dungeons_of(setup: Setup, reader: Reading) -> Callable[[int], Sequence[CardDefinition]]:
    """The dungeon cards that a player has outside the game (CR 309.2): their own, or those of the card store.

    Raises InputError when one of them cannot be read or is no dungeon.
    """
    own = [tuple(reader.definition(placed) for placed in seat.dungeons) for seat in setup.seats]
    for definition in (one for several in own for one in several):
        if not definition.faces[0].types & DUNGEON:
            raise InputError(f"{definition.name} is no dungeon: it cannot be among a player's dungeons")

    def known(player: int) -> Sequence[CardDefinition]:
        return own[player] or reader.dungeons()

    return known


def setup_of(
    decks: Sequence[Deck | str | Path | Sequence[str]],
    *,
    seed: int = 0,
    names: Sequence[str] = (),
    life: int | None = None,
    first: int | None = None,
    mulligans: bool = True,
    variant: str = "",
) -> Setup:
    """The setup of a game between decks, as `Game.new` takes them. Raises InputError when a deck cannot be read (CR
    103.2a, 401.1, 903.2, 903.6, 119.1c, 400.11a, 103.2c, 103.4c)."""
    if not isinstance(decks, Sequence) or isinstance(decks, str):
        raise InputError(f"expected a list of decks, not {decks!r:.60}")
    if not 2 <= len(decks) <= 6:
        raise InputError(f"a game has two to six players, not {len(decks)}")
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise InputError(f"expected a list of the players' names, not {names!r:.60}")
    if len(names) > len(decks):
        raise InputError(f"expected at most {len(decks)} names for {len(decks)} players, got {len(names)}")
    if variant and variant not in VARIANTS:
        raise InputError(f"unknown variant {variant!r:.60}; expected one of {', '.join(VARIANTS)}")
    if variant == "two-player" and len(decks) != 2:
        raise InputError(f"a two-player game has two players, not {len(decks)}: the variant may be free-for-all")
    seats = []
    for index, deck in enumerate(decks):
        name = names[index] if index < len(names) else chr(ord("A") + index)
        lists = _deck_of(deck)
        start = life if life is not None else 40 if lists.commanders else 20
        library = tuple(Placed(card=card) for count, card in lists.main for _ in range(count))
        commanders = tuple(Placed(card=card) for count, card in lists.commanders for _ in range(count))
        seats.append(Seat(name, start, library=library, commanders=commanders))
    kind = variant or ("two-player" if len(decks) == 2 else "free-for-all")
    return Setup("game", tuple(seats), seed, kind, first, mulligans)


def _frozen(answer: Any) -> Any:
    return tuple(_frozen(part) for part in answer) if isinstance(answer, list | tuple) else answer


def _deck_of(deck: Deck | str | Path | Sequence[str]) -> Deck:
    if isinstance(deck, Deck):
        return deck
    if isinstance(deck, str | Path):
        return load_deck(deck)
    if not isinstance(deck, Sequence):
        raise InputError(f"expected a deck, the path of its file or a list of card names, not {deck!r:.60}")
    for card in deck:
        if not isinstance(card, str):
            raise InputError(f"expected the names of cards in a deck, not {card!r:.60}")
    return Deck(name="", main=tuple((1, card) for card in deck), sideboard=(), commanders=())
