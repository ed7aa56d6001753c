"""Villainous choices (CR 701.53)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.numbering import actions_in
from magistrate.abilities.villainous import FacesChoiceAgain, FaceVillainousChoice
from magistrate.rules import exercised, registry, selecting, statics
from magistrate.rules.decisions import Option
from magistrate.rules.effects.clauses import restore
from magistrate.rules.effects.picking import in_turn_order, tell
from magistrate.rules.registry import carries_out
from magistrate.rules.resolution import carry_out
from magistrate.rules.results import Result

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

#: The binding of the player who faces the choice.
_FACING: Final = "facing"
_LABELS: Final = ("the first option", "the second option")


@carries_out(FaceVillainousChoice)
def face_villainous_choice(game: Engine, effect: FaceVillainousChoice, frame: Frame) -> Result:
    """CR 701.53a, 701.53d: one player after another in APNAP order chooses an option, and all of it is done before the
    next player chooses."""
    before = frame.bindings.get(_FACING)
    at = frame.at
    who = in_turn_order(game, selecting.players(game, effect.who, frame))
    done = False
    for player in who:
        frame.bindings[_FACING] = (player,)
        for _ in range(1 + _more_times(game, player)):
            frame.at = at
            done = _choose(game, effect, player, frame) or done
    frame.at = at + actions_in(effect)
    restore(frame, _FACING, before)
    return Result(done, players=who)


def _more_times(game: Engine, player: int) -> int:
    """CR 701.53c: how many more times a player faces a choice than the instruction says."""
    more = 0
    for active in statics.active(game, FacesChoiceAgain):
        if player in selecting.players(game, active.node.who, active.frame):
            more += 1
            if registry.EXERCISED is not None:
                exercised.note(active.node)
    return more


def _choose(game: Engine, effect: FaceVillainousChoice, player: int, frame: Frame) -> bool:
    """CR 701.53b: an option that is impossible may be chosen too; as much of it is done as can be."""
    options = [Option("choose", label, value=number) for number, label in enumerate(_LABELS)]
    picked: int = game.choose(
        player, "choose", "Face a villainous choice: which?", options, source=frame.source, rules=("701.53a",)
    )[0].value
    tell(game, "701.53a", f"{{}} chooses {_LABELS[picked]}", player)
    if picked:
        frame.at += actions_in(effect.first)
    return carry_out(game, effect.second if picked else effect.first, frame).done
