"""Piles (CR 700.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import ChoosePile, SeparatePiles
from magistrate.abilities.things import OnePile, ThatPile
from magistrate.rules import zones
from magistrate.rules.decisions import ARRANGE, Decision, Option
from magistrate.rules.effects.picking import frame_of, in_turn_order, live, names_of, option_of, pick
from magistrate.rules.registry import carries_out, selects
from magistrate.rules.resolution import Result

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

#: The bindings of the two piles, and of the one that was chosen.
PILES, CHOSEN = "piles", "pile:chosen"
_NAMES: Final = ("first pile", "second pile")


@carries_out(SeparatePiles)
def separate(game: Engine, action: SeparatePiles, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 700.3, 700.3c, 700.3d: each of the objects goes into one of the piles, which may be empty (CR 700.3b); they
    stay where they are (CR 700.3a)."""
    parted: tuple[int, ...] = ()
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        things = live(game, pick(game, player, action.what, own, "choose"))
        options = [option_of(game, "pile", thing, player) for thing in things]
        answer = game.ask(
            Decision(
                player, "choose", "Separate into two piles", options, len(options), len(options),
                shape=ARRANGE, piles=_NAMES, source=frame.source, rules=("700.3",),
            )
        )  # fmt: skip
        piles = tuple(tuple(things[index] for index in pile) for pile in answer)
        if action.face_down:
            zones.show(game, piles[1], zones.everyone(game))
        frame.bindings[PILES] = piles
        game.note(lambda: "two piles: " + " | ".join(names_of(game, pile) for pile in frame.bindings[PILES]), "700.3")
        parted += things
    return Result(True, parted, amount=len(parted))


def _choose(game: Engine, player: int, frame: Frame) -> tuple[int, ...]:
    """CR 700.3: a player chooses one of the piles."""
    piles: tuple[tuple[int, ...], ...] = frame.bindings.get(PILES, ((), ()))
    options = [
        Option("pile", f"{name} ({len(pile)})", value=number)
        for number, (name, pile) in enumerate(zip(_NAMES, piles, strict=True))
    ]
    chosen = game.choose(player, "choose", "Choose a pile", options, source=frame.source, rules=("700.3",))
    pile: tuple[int, ...] = piles[chosen[0].value]
    frame.bindings[CHOSEN] = pile
    return pile


@carries_out(ChoosePile)
def choose_pile(game: Engine, action: ChoosePile, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 700.3: what is done with it comes later; nothing has happened to its objects yet."""
    for player in in_turn_order(game, who)[:1]:
        _choose(game, player, frame)
    return Result(True)


@selects(OnePile)
def one_pile(game: Engine, node: OnePile, frame: Frame) -> tuple[int, ...]:
    """CR 700.3: whoever does something with one of the piles chooses which."""
    player = frame.bindings.get("subject", (frame.controller,))[0]
    return live(game, _choose(game, player, frame))


@selects(ThatPile)
def that_pile(game: Engine, node: ThatPile, frame: Frame) -> tuple[int, ...]:
    """The pile that was chosen."""
    return live(game, frame.bindings.get(CHOSEN, ()))
