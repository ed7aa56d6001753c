"""Voting (CR 701.32)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from magistrate.abilities.voting import GotMoreVotes, Vote, VoteAgain, VotesFor
from magistrate.rules import statics
from magistrate.rules.decisions import Option
from magistrate.rules.effects.picking import in_turn_order, tell
from magistrate.rules.registry import carries_out, decides, evaluates
from magistrate.rules.resolution import Result

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

#: The binding of the words that were voted for, one for each vote.
_CAST: Final = "votes"


@carries_out(Vote)
def vote(game: Engine, action: Vote, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.32a: one player after another, in the order that is said, chooses one of the options; CR 701.32d: all of a
    player's votes are cast one right after the other. Each vote is told as it is cast, but those cast secretly: nobody knows of
    them until all are revealed."""
    present = in_turn_order(game, who)
    cast: tuple[str, ...] = ()
    for player in who:
        if player not in present:
            continue
        cast += (_ballot(game, action, player, frame),)
        for active in statics.active(game, VoteAgain):
            if active.frame.controller != player:
                continue
            prompt = "Vote an additional time?"
            if not active.node.may or game.may(player, prompt, source=active.frame.source, rules=("701.32d",)):
                cast += (_ballot(game, action, player, frame),)
    frame.bindings[_CAST] = cast
    if action.secretly:
        game.note(lambda: "the votes are revealed: " + ", ".join(cast), "701.32a")
    for word in action.options:
        tell(game, "701.32a", f"{word}: {cast.count(word)} votes")
    return Result(bool(cast), players=present, amount=len(cast))


def _ballot(game: Engine, action: Vote, player: int, frame: Frame) -> str:
    options = [Option("vote", word, value=word) for word in action.options]
    chosen = game.choose(player, "vote", "Vote for which?", options, source=frame.source, rules=("701.32a",))
    found: str = chosen[0].value
    if not action.secretly:
        game.note(lambda: f"{game.st.players[player].name} votes for {found}", "701.32a")
    return found


@evaluates(VotesFor)
def votes_for(game: Engine, node: VotesFor, frame: Frame) -> int:
    """CR 701.32b: how often the word was voted for."""
    cast: tuple[str, ...] = frame.bindings.get(_CAST, ())
    return cast.count(node.word)


@decides(GotMoreVotes)
def got_more_votes(game: Engine, node: GotMoreVotes, frame: Frame) -> bool:
    """CR 701.32b: whether the word got more votes than every other, or the vote is tied where that is enough."""
    cast: tuple[str, ...] = frame.bindings.get(_CAST, ())
    counts = {word: cast.count(word) for word in cast}
    most = max(counts.values(), default=0)
    first = [word for word in cast if counts[word] == most]
    if len(set(first)) != 1:
        return node.tied
    return first[0] == node.word
