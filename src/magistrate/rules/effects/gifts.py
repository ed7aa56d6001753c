"""Gift (CR 702.174): the opponent to whom a gift is promised as a spell is cast, and what they are given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.actions import Create, CreateKind, Draw, PlayerAction, TakeExtraTurn, TokenSpec
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType, Color
from magistrate.abilities.effects import Does
from magistrate.abilities.things import They
from magistrate.rules.decisions import Option
from magistrate.rules.effects.keyword_actions import PROCESSES, was_done
from magistrate.rules.resolution import Result, carry_out
from magistrate.rules.state import NOBODY

if TYPE_CHECKING:
    from magistrate.rules.effects.keyword_actions import Process
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

_ONE: Final = Number(1)
_TO: Final = "gift to "
_SLOT: Final = "event:player"


def _token(spec: TokenSpec, tapped: bool = False) -> PlayerAction:
    return Create((CreateKind(_ONE, spec, tapped),))


def _blue(size: int, kind: str) -> TokenSpec:
    number = Number(size)
    return TokenSpec(power=number, toughness=number, colors=(Color.BLUE,), types=(CardType.CREATURE,), subtypes=(kind,))


#: CR 702.174d-702.174i: what the chosen player does.
GIFTS: Final[dict[str, PlayerAction]] = {
    "a food": _token(TokenSpec(predefined="Food")),
    "a card": Draw(_ONE),
    "a tapped fish": _token(_blue(1, "Fish"), tapped=True),
    "an extra turn": TakeExtraTurn(),
    "a treasure": _token(TokenSpec(predefined="Treasure")),
    "an octopus": _token(_blue(8, "Octopus")),
}


def promise(game: Engine, player: int, oid: int) -> tuple[str, ...]:
    """CR 702.174a: the opponent that is chosen as the gift is promised, kept among what was paid for the spell."""
    options = [Option("player", game.st.players[other].name, other) for other in game.board.order if other != player]
    picked = game.choose(player, "player", "to whom is the gift promised?", options, source=oid, rules=("702.174a",))
    return (f"{_TO}{picked[0].thing}",) if picked else ()


def _promised_to(game: Engine, frame: Frame) -> int:
    thing = game.obj(frame.source)
    paid = thing.cast.kicked if thing.cast is not None else frame.kicked
    found = next((name for name in paid if name.startswith(_TO)), "")
    return int(found[len(_TO) :]) if found else NOBODY


def _giving(what: str) -> Process:
    effect = Does(They(slot=_SLOT), (GIFTS[what],))

    def give(game: Engine, player: int, count: int, frame: Frame) -> Result:
        """CR 702.174b, 702.174c: the chosen player is given it, if they are still in the game."""
        other = _promised_to(game, frame)
        if other == NOBODY or other not in game.board.order:
            return Result(False)
        own = frame.child()
        own.bindings[_SLOT] = (other,)
        game.note(lambda: f"{game.st.players[other].name} is given {what}", "702.174b")
        carry_out(game, effect, own)
        was_done(game, "gift", player, NOBODY, 1, frame)
        return Result(True, players=(other,))

    return give


PROCESSES.update({f"gift {what}": _giving(what) for what in GIFTS})
