"""Announcements at the end of movement: up to the Leviathan board, landing, attacks on ground battles (centurion: Interceptor Integration)."""

from collections import Counter
from typing import Any

from scales.engine import Decision
from scales.interceptor.board import AIR, board
from scales.interceptor.damage.condition import (
    air_limit,
    fire_modifiers,
    gunnery,
    is_helpless,
    is_working,
    obeys_ground,
    shield,
    shots_allowed,
)
from scales.interceptor.damage.condition import kind as kind_of
from scales.interceptor.damage.damage import P
from scales.interceptor.landing import dropping, ground_time
from scales.interceptor.orders import read
from scales.interceptor.state import Battle, Craft, Mount, State
from scales.interceptor.tables import damage_at, weapons
from scales.interceptor.transfers.going_up import go_up, land
from scales.messages import GroundAttack

GROUND = {"strafing": "centurion: Strafing", "dive_bombing": "centurion: Dive Bombing"}
NOT_AT_GROUND = ("npc", "epc")
"""Families that cannot strafe; a LEPC strafes with its laser (centurion: Strafing)."""
LANDING_VELOCITY = 2


def decision(seat: str, craft: list[str]) -> Decision:
    return Decision(f"announce:{seat}", seat, "announce", "Who leaves, lands or attacks the ground?", craft, True)


def ask(play: P) -> list[Decision]:
    """Ask every seat at once, sealed; then carry the announcements out."""
    state = play.state
    wanted = state.by_seat(lambda side: choosers(state, side))
    keys = {f"announce:{seat}": seat for seat in wanted}
    if keys and not any(key in play.answers for key in keys):
        return [decision(seat, wanted[seat]) for seat in keys.values()]
    for key in keys:
        given = play.answers.pop(key).choices if key in play.answers else {}
        for id in wanted[keys[key]]:
            if id in given:
                _announce(play, state.craft[id], read("announce", given[id]))
    return []


def choosers(state: State, side: str) -> list[str]:
    """Craft of a side that may do something else than stay."""
    return [c.id for c in state.flying() if c.side == side and len(choices(state, c)) > 1]


def battles_at(state: State, craft: Craft) -> list[Battle]:
    """Ground battles in the craft's hex."""
    return [b for _, b in sorted(state.battles.items()) if (b.column, b.row) == (craft.column, craft.row)]


def ground_guns(craft: Craft, turn: int) -> dict[str, int]:
    """Turret and forward weapons that may strafe, with their number, the strongest ones that the craft still can fire; a DFM may be fired
    along (centurion: Strafing)."""
    usable = [mount.weapon for mount in craft.mounts if mount.arc in ("bow", "turret") and _strafes(craft, mount, turn)]
    best = sorted(usable, key=lambda id: (-damage_at(weapons()[id].damage, 1), id))[: shots_allowed(craft, turn)]
    found = dict(Counter(best))
    if found and craft.missiles.get("dfm"):
        found["dfm"] = 1
    return dict(sorted(found.items()))


def _strafes(craft: Craft, mount: Mount, turn: int) -> bool:
    return is_working(craft, mount, turn) and weapons()[mount.weapon].family not in NOT_AT_GROUND


def choices(state: State, craft: Craft) -> list[dict[str, Any]]:
    """Everything a craft may announce now; staying is always the first."""
    found: list[dict[str, Any]] = [{"do": "stay"}]
    zone = board(state.layout).zone(craft.hex)
    if craft.where != "board" or is_helpless(craft) or craft.wild:
        return found
    if craft.unit and zone != "ground" and board(state.layout).leviathan:
        found.append({"do": "up"})
    if craft.squadron and craft.home == board(state.layout).label(craft.hex) and craft.velocity <= LANDING_VELOCITY:
        found.append({"do": "land"})
    if zone in AIR and obeys_ground(craft) and not craft.tumbling and air_limit(craft):
        found += [c for b in battles_at(state, craft) for c in _attacks(state, craft, b)]
    makers = (dropping.choices, ground_time.choices)
    return found + [c for b in battles_at(state, craft) for choose in makers for c in choose(state, craft, b.id)]


def _attacks(state: State, craft: Craft, battle: Battle) -> list[dict[str, Any]]:
    """Fighters dive, and patrol craft strafe as they do (centurion: Strafing, Dive Bombing)."""
    bombs = craft.bombs and not kind_of(craft).is_patrol
    kinds = [k for k, able in (("dive_bombing", bombs), ("strafing", ground_guns(craft, state.at.turn))) if able]
    return [{"do": kind, "battle": battle.id} for kind in kinds]


def may_announce(state: State, craft: Craft, order: Any) -> bool:
    """Can the craft do that from where it is?"""
    is_open = any(c["do"] == order.do and c.get("battle", order.battle) == order.battle for c in choices(state, craft))
    return is_open and (dropping.fits(state, craft, order.units) if order.do == "drop" else not order.units)


def _announce(play: P, craft: Craft, order: Any) -> None:
    if not may_announce(play.state, craft, order):
        return
    if order.do == "up":
        go_up(play, craft)
    elif order.do == "land":
        land(play, craft)
    elif order.do == "drop":
        dropping.drop(play, craft, order.battle, order.units)
    elif order.do == "touch_down":
        ground_time.touch_down(play, craft, order.battle)
    elif order.do in GROUND:
        _attack(play, craft, order.battle, order.do)


def _attack(play: P, craft: Craft, battle: str, attack: str) -> None:
    turn = play.state.at.turn
    craft.where, craft.battle, craft.attack = "ground_attack", battle, attack
    words = "begins a strafing run over" if attack == "strafing" else "dives to bomb"
    text = f"{craft.name} {words} the battlefield in {board(play.state.layout).label(craft.hex)}."
    index = play.tell("ground_attack", text, GROUND[attack], units=[craft.id], data={"battle": battle, "attack": attack})
    guns = ground_guns(craft, turn) if attack == "strafing" else {}
    bombs = dict(craft.bombs) if attack == "dive_bombing" else {}
    shields = {side: shield(craft, side, turn) for side in craft.armor}
    painting = "painting_laser" in craft.pods
    own = dict(fire_modifiers(craft, 1)) if attack == "strafing" else {}
    message = GroundAttack(
        craft.id, craft.name, craft.type, craft.side, battle, attack, gunnery(craft), guns, bombs, shields, painting, own
    )
    play.send("ground_attack", message, event=index, battle=battle)
