"""Keyword actions with processes of their own (CR 701): explore, amass, manifest, investigate, populate, connive,
discover, …"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from magistrate import keywords
from magistrate.abilities.actions import Become, Explore, KeywordAction, TokenSpec
from magistrate.abilities.amounts import Number
from magistrate.abilities.characteristics import CardType, Color, Comparison, Measure
from magistrate.abilities.groups import Group, Noun, WithMeasure
from magistrate.abilities.things import Exactly, Some
from magistrate.rules import continuous, restrictions, selecting, statics, target_phrases, zones
from magistrate.rules.decisions import Option
from magistrate.rules.definitions import CREATURE, LAND
from magistrate.rules.effects import library, moving, predefined
from magistrate.rules.effects.counters import proliferate_once, put_now, putting, time_travel
from magistrate.rules.effects.destroying import is_permanent, sacrificeable, sacrificing
from magistrate.rules.effects.drawing import discarding, draw_cards
from magistrate.rules.effects.moving import moved, moving_to, reposition, result_of
from magistrate.rules.effects.picking import amount_for, frame_of, in_turn_order, name_of, tell
from magistrate.rules.effects.searching import reveal_cards
from magistrate.rules.effects.spells import cast_card, copy_spell
from magistrate.rules.effects.tokens import copy_token, create_now, creating, described
from magistrate.rules.effects.undertaking import undertake
from magistrate.rules.events import EXILE, PUT, Designated, Done, GameEvent, SpellCast, ZoneChange
from magistrate.rules.registry import Unsupported, carries_out
from magistrate.rules.resolution import Result
from magistrate.rules.state import BATTLEFIELD, FIRST_OBJECT, GRAVEYARD, HAND, LIBRARY, NOBODY, TOKEN
from magistrate.rules.state import EXILE as EXILE_ZONE

if TYPE_CHECKING:
    from magistrate.rules.engine import Engine
    from magistrate.rules.frames import Frame

Process = Callable[["Engine", int, int, "Frame"], Result]


def was_done(game: Engine, what: str, player: int, thing: int, amount: int, frame: Frame) -> None:
    """Record that a keyword action has been done, after its process is complete: one that nothing replaces
    (`executable`); see `undertake` for the others."""
    event = Done(what, player, thing, amount, source=frame.source)
    event.cause = frame.controller
    game.happen([event])


# Said of players -----------------------------------------------------------------------------------------------------
def investigate(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 701.36a."""
    return create_now(game, [creating(game, player, predefined.definition(game, "Clue"), max(1, count), frame)])


def populate(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 701.30, 701.30b: a creature token that the player controls is chosen and copied; without one nothing is
    created."""
    tokens = tuple(
        oid
        for oid in zones.permanents(game)
        if game.obj(oid).kind == TOKEN and game.chars(oid).controller == player and game.chars(oid).types & CREATURE
    )
    chosen = selecting.pick(game, player, "populate", tokens, 1, 1, frame)
    return copy_token(game, player, chosen[0], frame) if chosen else Result(False)


def proliferate(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 701.27."""
    for _ in range(max(1, count)):
        proliferate_once(game, player, frame)
    return Result(True, amount=count)


def creatures_of(game: Engine, player: int, subtype: str = "") -> tuple[int, ...]:
    """The creatures that a player controls, of a subtype where one is named."""
    found = []
    for oid in zones.permanents(game):
        values = game.chars(oid)
        if values.types & CREATURE and values.controller == player and (not subtype or subtype in values.subtypes):
            found.append(oid)
    return tuple(found)


def bolster(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 701.33a: counters on a creature with the least toughness among those the player controls."""
    mine = creatures_of(game, player)
    if not mine:
        return Result(False)
    least = min(game.chars(oid).toughness for oid in mine)
    weakest = tuple(oid for oid in mine if game.chars(oid).toughness == least)
    chosen = selecting.pick(game, player, "choose", weakest, 1, 1, frame)
    return (
        put_now(game, [putting(game, chosen[0], "+1/+1", count, player, frame)]) if count > 0 else Result(False, chosen)
    )


def monstrosity(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 701.31a: if this permanent isn't monstrous, it gets counters and becomes monstrous."""
    oid = frame.source
    if not is_permanent(game, oid) or game.obj(oid).marks.get("monstrous"):
        return Result(False)
    if count > 0:
        put_now(game, [putting(game, oid, "+1/+1", count, player, frame)])
    if game.st.live(oid) is not None:
        game.st.put(game.obj(oid), "marks", "monstrosity X", count)  # CR 701.31c
    event = Designated(oid, "monstrous", frame.source)
    event.cause = player
    game.happen([event])
    return Result(True, (oid,), amount=count)


def adapt(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 701.43a: if this permanent has no +1/+1 counters on it, it gets some."""
    oid = frame.source
    if not is_permanent(game, oid) or game.obj(oid).counters.get("+1/+1"):
        return Result(False)
    return put_now(game, [putting(game, oid, "+1/+1", count, player, frame)]) if count > 0 else Result(False)


def ascend(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.131a: ascend of an instant or sorcery, as the spell resolves."""
    return Result(statics.earn_blessing(game, player))


def fateseal(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 701.22a: the player looks at the top cards of an opponent's library and puts any of them on the bottom."""
    opponents = tuple(other for other in in_turn_order(game, game.board.order) if other != player)
    chosen = selecting.pick(game, player, "player", opponents, 1, 1, frame)
    if not chosen or count <= 0:
        return Result(False)
    owner = game.st.players[chosen[0]]
    cards = owner.library[:count]
    if cards:
        top, bottom = library.arrange(game, player, cards, ("top", "bottom"), f"Fateseal {count}")
        zones.arrange_library(game, chosen[0], top + owner.library[len(cards) :] + bottom)
    return Result(True, players=chosen, amount=len(cards))


def manifest(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 701.34a, 701.34e: the top card is put onto the battlefield face down, a 2/2 creature; several one at a
    time."""
    return _face_down(game, player, max(1, count), "manifest", frame)


def cloak(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 701.56a, 701.56e: as manifesting, with ward {2}."""
    return _face_down(game, player, max(1, count), "cloak", frame)


def _face_down(game: Engine, player: int, count: int, how: str, frame: Frame) -> Result:
    made: tuple[int, ...] = ()
    for _ in range(count):
        library_now = game.st.players[player].library
        if not library_now:
            break
        made += put_face_down(game, player, library_now[0], how, frame)
    return Result(bool(made), made, amount=len(made))


def put_face_down(game: Engine, player: int, oid: int, how: str, frame: Frame) -> tuple[int, ...]:
    """Put a card onto the battlefield face down (CR 701.34a, 708.2)."""
    event = moving_to(game, oid, BATTLEFIELD, PUT, frame)
    event.controller = player
    event.face_down = how
    game.note(lambda: f"{game.st.players[player].name} puts a card onto the battlefield face down ({how})", "701.34a")
    return moved(game, [event]).objects


def manifest_dread(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 701.60a: of the top two cards one is manifested and the other goes to the graveyard."""
    cards = game.st.players[player].library[:2]
    zones.show(game, cards, 1 << player)
    chosen = selecting.pick(game, player, "choose", cards, 1, 1, frame)
    made = put_face_down(game, player, chosen[0], "manifest", frame) if chosen else ()
    left = [oid for oid in cards if oid not in chosen and game.st.live(oid) is not None]
    moved(game, [moving_to(game, oid, GRAVEYARD, PUT, frame) for oid in left])
    return Result(bool(made), made, amount=len(made))


_cheap: Final[dict[int, Some]] = {}


def _spell_of(most: int) -> Some:
    """A spell with at most that mana value, which a card is cast as or not at all (CR 701.55a, 702.85a)."""
    kept = _cheap.get(most)
    if kept is None:
        cheap = WithMeasure(Measure.MANA_VALUE, Comparison.AT_MOST, Number(most))
        kept = _cheap[most] = Some(Group((), Noun.SPELL, (cheap,)), Exactly(Number(1)))
    return kept


def discover(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 701.55a, 701.55b, 701.55c: exile cards from the top until a nonland card that costs little enough; cast it
    for free, as a spell that costs little enough too, or keep it."""
    hit, exiled = _exile_until(game, player, count, frame)
    if hit != NOBODY:
        casts = game.may(player, f"Cast {name_of(game, hit)} without paying its mana cost?", source=frame.source)
        cast = casts and cast_card(game, player, hit, True, frame, _spell_of(count)) != NOBODY
        if not cast and game.st.live(hit) is not None:
            moved(game, [moving_to(game, hit, HAND, PUT, frame)])
    rest = moving.arranged(game, player, tuple(oid for oid in exiled if game.st.live(oid) is not None), "random", "")
    put_on_bottom(game, rest, frame)
    was_done(game, "discover", player, hit, count, frame)
    return Result(True, (hit,) if hit != NOBODY else (), amount=count)


def storm(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.40a: a copy for each other spell that was cast before this one this turn, each with new targets if its
    controller likes."""
    before = 0
    for event in game.st.history[game.st.turn_marks[-1] if game.st.turn_marks else 0 :]:
        if isinstance(event, SpellCast):
            if event.object == frame.source:
                break
            before += 1
    made = tuple(copy_spell(game, frame.source, player, True, frame) for _ in range(before))
    return Result(bool(made), made, amount=len(made))


def cascade(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 702.85a: exile cards from the top until a nonland card of lesser mana value than the spell; it may be cast for
    free as a spell of lesser mana value, and the rest goes to the bottom in a random order."""
    below = game.chars(frame.source).mana_value
    hit, exiled = _exile_until(game, player, below - 1, frame)
    if hit != NOBODY:
        exiled.append(hit)
        if game.may(player, f"Cast {name_of(game, hit)} without paying its mana cost?", source=frame.source):
            cast_card(game, player, hit, True, frame, _spell_of(below - 1))
    left = tuple(oid for oid in exiled if game.st.live(oid) is not None and game.obj(oid).zone == EXILE_ZONE)
    put_on_bottom(game, moving.arranged(game, player, left, "random", ""), frame)
    return Result(True, (hit,) if hit != NOBODY else ())


def _exile_until(game: Engine, player: int, most: int, frame: Frame) -> tuple[int, list[int]]:
    """Exile cards from the top of a library until a nonland card of at most that mana value: it, and those before it."""
    exiled: list[int] = []
    while game.st.players[player].library:
        oid = game.st.players[player].library[0]
        happened = result_of(game.happen([moving_to(game, oid, EXILE_ZONE, EXILE, frame)]), {oid})
        if not happened.objects:
            break
        card = happened.objects[0]
        values = game.chars(card)
        if not values.types & LAND and values.mana_value <= most:
            return card, exiled
        exiled.append(card)
    return NOBODY, exiled


def put_on_bottom(game: Engine, cards: tuple[int, ...], frame: Frame) -> None:
    """Put cards on the bottom of their owners' libraries, in this order."""
    events: list[GameEvent] = []
    for oid in cards:
        event = moving_to(game, oid, LIBRARY, PUT, frame)
        event.position = "bottom"
        events.append(event)
    moved(game, events)


def incubate(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 701.51a, 701.51b, 701.51: an Incubator token that enters with counters."""
    event = creating(game, player, predefined.definition(game, "Incubator"), 1, frame)
    if count > 0:
        event.kinds[0][2].counters = {"+1/+1": count}
    return create_now(game, [event])


def clash(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 701.23, 701.23a, 701.23b, 701.23c, 701.23d: the player and an opponent reveal the top card; "done" when the
    player wins."""
    opponents = tuple(other for other in in_turn_order(game, game.board.order) if other != player)
    chosen = selecting.pick(game, player, "player", opponents, 1, 1, frame)
    clashing = in_turn_order(game, (player, *chosen))
    shown = {p: game.st.players[p].library[0] for p in clashing if game.st.players[p].library}
    for p, oid in shown.items():
        reveal_cards(game, p, (oid,), frame)
    values = {p: game.chars(oid).mana_value for p, oid in shown.items()}
    down = [
        p for p, oid in shown.items() if game.may(p, f"Put {name_of(game, oid)} on the bottom?", source=frame.source)
    ]
    for p in down:
        reposition(game, p, (shown[p],), "bottom")
    won = player in values and all(values[player] > value for p, value in values.items() if p != player)
    was_done(game, "clash", player, NOBODY, 1 if won else 0, frame)
    return Result(won, players=clashing)


def _foods(game: Engine, player: int) -> tuple[int, ...]:
    return tuple(oid for oid in sacrificeable(game, player) if "Food" in game.chars(oid).subtypes)


def forage(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 701.59a: exile three cards from your graveyard or sacrifice a Food."""
    foods = _foods(game, player)
    graveyard = game.st.players[player].graveyard
    options = []
    if len(graveyard) >= 3:
        options.append(Option("choose", "exile three cards from your graveyard", value="exile"))
    if foods:
        options.append(Option("choose", "sacrifice a Food", value="sacrifice"))
    if not options:
        return Result(False)
    how = game.choose(player, "choose", "Forage how?", options, source=frame.source, rules=("701.59a",))[0].value
    if how == "sacrifice":
        food = selecting.pick(game, player, "sacrifice", foods, 1, 1, frame)
        return moved(game, sacrificing(game, player, food, frame.source))
    chosen = selecting.pick(game, player, "exile", graveyard, 3, 3, frame)
    return moved(game, [moving_to(game, oid, EXILE_ZONE, EXILE, frame) for oid in chosen])


def learn(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """CR 701.45a: the player may discard a card to draw one. No cards are outside the game here
    (docs/open-questions.md), so
    there is no Lesson to reveal."""
    hand = game.st.players[player].hand
    if not hand:
        return Result(False)
    chosen = selecting.pick(game, player, "discard", hand, 0, 1, frame)
    if not chosen or not moved(game, discarding(game, player, chosen, frame.source, frame.controller)).done:
        return Result(False)
    cards = draw_cards(game, player, 1, frame.source, frame.controller)
    return Result(True, cards, amount=len(cards))


def amass(game: Engine, player: int, count: int, frame: Frame, subtype: str = "Zombie") -> Result:
    """CR 701.44a, 701.44c: counters on an Army that the player controls, created first where there is none; it
    becomes of the subtype."""
    if not creatures_of(game, player, "Army"):
        spec = _army_of(subtype)
        create_now(game, [creating(game, player, described(game, spec, frame), 1, frame)])
    armies = creatures_of(game, player, "Army")
    chosen = selecting.pick(game, player, "choose", armies, 1, 1, frame)
    if not chosen:
        return Result(False)
    if count > 0:
        put_now(game, [putting(game, chosen[0], "+1/+1", count, player, frame)])
    if game.st.live(chosen[0]) is not None and subtype not in game.chars(chosen[0]).subtypes:
        becomes = Become(subtypes=(subtype,), in_addition=True)
        continuous.add_effect(game, frame, chosen, (becomes,), None)
    return Result(True, chosen, amount=count)


_armies: Final[dict[str, TokenSpec]] = {}


def _army_of(subtype: str) -> TokenSpec:
    kept = _armies.get(subtype)
    if kept is None:
        kept = _armies[subtype] = TokenSpec(
            power=Number(0),
            toughness=Number(0),
            colors=(Color.BLACK,),
            types=(CardType.CREATURE,),
            subtypes=(subtype, "Army"),
        )
    return kept


def _blighted(game: Engine, player: int) -> tuple[int, ...]:
    return tuple(oid for oid in creatures_of(game, player) if not restrictions.cant_get_counters(game, oid, "-1/-1"))


def blight(game: Engine, player: int, count: int, frame: Frame) -> Result:
    """newer: blight. The player puts that many -1/-1 counters on a creature they control; for a cost, on one on which they can be
    put (CR 614.17b)."""
    among = _blighted(game, player) if "paying" in frame.bindings else creatures_of(game, player)
    chosen = selecting.pick(game, player, "choose", among, 1, 1, frame)
    if not chosen or count <= 0:
        return Result(False)
    return put_now(game, [putting(game, chosen[0], "-1/-1", count, player, frame)])


PROCESSES: Final[dict[str, Process]] = {
    "investigate": investigate,
    "populate": populate,
    "proliferate": proliferate,
    "bolster": bolster,
    "monstrosity": monstrosity,
    "adapt": adapt,
    "fateseal": fateseal,
    "manifest": manifest,
    "cloak": cloak,
    "manifest dread": manifest_dread,
    "discover": discover,
    "cascade": cascade,
    "storm": storm,
    "incubate": incubate,
    "clash": clash,
    "forage": forage,
    "learn": learn,
    "blight": blight,
    "ascend": ascend,
    "time travel": time_travel,
}
#: Keyword actions whose own process records that they were done.
RECORDED: Final = ["proliferate", "discover", "cascade", "storm", "clash"]


def possible(game: Engine, name: str, player: int) -> bool:
    """CR 118.3: whether a player has what a keyword action of a cost takes: a creature to blight, a Food or three cards to
    forage (CR 701.59a)."""
    if name == "blight":
        return bool(_blighted(game, player))
    if name == "forage":
        return len(game.st.players[player].graveyard) >= 3 or bool(_foods(game, player))
    return True


def has_rules(name: str) -> bool:
    """Whether a keyword action of that name can be carried out."""
    return name in PROCESSES or name == "support" or name.split(" ")[0] == "amass"


def _process(name: str) -> Process:
    process = PROCESSES.get(name)
    if process is not None:
        return process
    if name == "amass":
        return amass
    if name.startswith("amass "):
        subtype = name[6:].removesuffix("s").capitalize()
        return lambda game, player, count, frame: amass(game, player, count, frame, subtype)
    raise Unsupported(f"701 {name}")


def _rule_of(name: str, process: Process) -> str:
    """The rule of a keyword action: that of the keyword ability of its name, or the first that the function cites that carries it
    out."""
    rule = keywords.rule_of(name)
    if rule:
        return rule
    cited = re.search(r"\d{3}\.\d+[a-z]?", process.__doc__ or "")
    return cited[0] if cited else "701.1"


def _support(game: Engine, action: KeywordAction, frame: Frame) -> Result:
    """CR 701.35a: a +1/+1 counter on each of the targets."""
    phrase = target_phrases.supported(action)
    wanted = target_phrases.all_phrases(target_phrases.effects_of(game, frame.stack_object), frame.modes)
    at = next((i for i, one in enumerate(wanted) if one is phrase), -1)
    chosen = frame.targets[at] if 0 <= at < len(frame.targets) else ()
    player = frame.controller
    return put_now(game, [putting(game, oid, "+1/+1", 1, player, frame) for oid in chosen if oid in game.st.objects])


@carries_out(KeywordAction)
def keyword_action(game: Engine, action: KeywordAction, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701: by its name; each player in turn order (CR 608.2e-f), so many times one after the other."""
    if action.name == "support":
        return _support(game, action, frame)
    process = _process(action.name)
    objects: tuple[int, ...] = ()
    amount = 0
    done = False
    for player in in_turn_order(game, who):
        own = frame_of(game, player, who, frame)
        count = 0 if action.number is None else amount_for(game, action.number, player, who, own)
        for _ in range(amount_for(game, action.times, player, who, own)):
            carried_out = partial(_carried_out, game, action.name, process, player, own)
            if action.name in RECORDED:
                result = carried_out(count)
            else:
                result = undertake(game, action.name, player, NOBODY, count, own, carried_out)
            objects += result.objects
            amount += result.amount
            done = done or result.done
    return Result(done, objects, amount=amount)


def _carried_out(game: Engine, name: str, process: Process, player: int, frame: Frame, count: int) -> Result:
    tell(game, _rule_of(name, process), f'{{}} does what "{name}" says', player)
    return process(game, player, count, frame)


# Said of permanents --------------------------------------------------------------------------------------------------
def explore_once(game: Engine, oid: int, frame: Frame) -> None:
    """CR 701.40: a permanent explores, unless something else happens instead."""
    player = _who_does(game, oid)
    undertake(game, "explore", player, oid, 0, frame, lambda _: _explored(game, oid, player, frame))


def _who_does(game: Engine, oid: int) -> int:
    """The controller of a permanent; of what has left, as it last was (CR 701.40c, 701.47c)."""
    controller = game.chars(oid).controller
    return controller if controller != NOBODY else game.obj(oid).owner


def _explored(game: Engine, oid: int, player: int, frame: Frame) -> Result:
    """CR 701.40a: its controller reveals the top card: a land goes to the hand, else a counter on it and maybe the
    graveyard."""
    game.note(lambda: f"{name_of(game, oid)} explores", "701.40a")
    cards = game.st.players[player].library[:1]
    reveal_cards(game, player, cards, frame)
    if cards and game.chars(cards[0]).types & LAND:
        moved(game, [moving_to(game, cards[0], HAND, PUT, frame)])
    else:
        if is_permanent(game, oid):
            put_now(game, [putting(game, oid, "+1/+1", 1, player, frame)])
        if cards and game.may(player, f"Put {name_of(game, cards[0])} into your graveyard?", source=frame.source):
            moved(game, [moving_to(game, cards[0], GRAVEYARD, PUT, frame)])
    return Result(True, (oid,))


@carries_out(Explore)
def explore(game: Engine, action: Explore, who: tuple[int, ...], frame: Frame) -> Result:
    """CR 701.40; one after the other. What has left explores all the same (CR 701.40c)."""
    exploring = tuple(oid for oid in who if oid >= FIRST_OBJECT)
    for oid in exploring:
        for _ in range(amount_for(game, action.times, frame.controller, who, frame)):
            explore_once(game, oid, frame)
    return Result(bool(exploring), exploring, amount=len(exploring))


def connive_once(game: Engine, oid: int, count: int, frame: Frame) -> None:
    """CR 701.47: a permanent connives, unless something else happens instead."""
    player = _who_does(game, oid)
    undertake(game, "connive", player, oid, count, frame, lambda number: _connived(game, oid, player, number, frame))


def _connived(game: Engine, oid: int, player: int, count: int, frame: Frame) -> Result:
    """CR 701.47a, 701.47e: its controller draws, then discards as many; a counter for each nonland card discarded."""
    draw_cards(game, player, count, frame.source, frame.controller)
    hand = game.st.players[player].hand
    chosen = selecting.pick(game, player, "discard", hand, min(count, len(hand)), count, frame) if count else ()
    happened = game.happen(discarding(game, player, chosen, frame.source, frame.controller)) if chosen else []
    nonland = sum(
        1
        for event in happened
        if isinstance(event, ZoneChange) and event.object in chosen and not game.chars(event.object).types & LAND
    )
    if nonland and is_permanent(game, oid):
        put_now(game, [putting(game, oid, "+1/+1", nonland, player, frame)])
    return Result(True, (oid,))
