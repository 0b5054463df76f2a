"""How the bot's infantry holds and takes installations: the garrison keeps the bottom level; attackers go there when nobody holds it, and then
do nothing else until launchers and generators are gone."""

from scales.centurion.ground import installation_capture, installations
from scales.centurion.state import PARITY, BattleState, Installation, Squad
from scales.engine import Json, Option
from scales.hexes import Hex, distance

NEAR = 6
"""Hexes within which infantry on foot makes for an open installation."""
WANTED, KEPT = 1000, 500


def waits(state: BattleState, id: str) -> bool:
    """Does a squad destroy more by doing nothing this turn than by firing or painting?"""
    squad = state.squads.get(id)
    return squad is not None and installation_capture.can_take(state, squad) and not squad.moved


def idle(state: BattleState, orders: dict[str, Json]) -> dict[str, Json]:
    """The orders of a fire or painting segment, without those of squads that are taking an installation."""
    return {id: {} if waits(state, id) else order for id, order in orders.items()}


def squad_score(state: BattleState, squad: Squad, option: Option) -> int | None:
    """What a move is worth to a squad that holds an installation or can take one; None if it has to do with none."""
    base = installations.at(state, squad.hex)
    if squad.type == "vehicle_crew" or squad.hex is None:
        return None
    if base is not None and squad.level and base.side == squad.side:
        return _keeps(state, base, squad, option)
    if base is not None and is_open(state, base, squad.side):
        return _takes(squad, option)
    return _makes_for(state, squad, squad.hex, option)


def is_open(state: BattleState, base: Installation, side: str) -> bool:
    """Is it an enemy installation with something to lose and no squad of its own on the bottom level?"""
    guards = [s for s in installation_capture.on_the_bottom(state, base) if s.side == base.side and not s.concealed]
    return base.side != side and installations.has_spoils(base) and installations.levels(state, base)[0] > 0 and not guards


def _keeps(state: BattleState, base: Installation, squad: Squad, option: Option) -> int:
    """Somebody stays on the bottom level, everybody stays inside."""
    guarded = any(s.side == base.side and s.id != squad.id for s in installation_capture.on_the_bottom(state, base))
    if option.order.get("kind") == "storey" and option.order["level"] == squad.level - 1 and squad.level > 1:
        return 0 if guarded else WANTED
    return KEPT if option.order == {"kind": "stay"} else 0


def _takes(squad: Squad, option: Option) -> int:
    """Down to the bottom level, and then no move at all."""
    if squad.level == installation_capture.BOTTOM:
        return WANTED if option.order == {"kind": "stay"} else 0
    goes = option.order.get("kind") == "storey" and option.order["level"] == max(installation_capture.BOTTOM, squad.level - 1)
    return WANTED if goes else 0


def _makes_for(state: BattleState, squad: Squad, hex: Hex, option: Option) -> int | None:
    """On foot toward the nearest installation that is open."""
    near = [b.hex for b in state.installations.values() if is_open(state, b, squad.side) and distance(b.hex, hex, PARITY) <= NEAR]
    if not near or squad.level:
        return None
    column, row = option.info["at"]
    goal = min(near, key=lambda h: (distance(h, hex, PARITY), h))
    stays = 1 if option.order.get("kind") == "march" else 0
    return KEPT - 20 * distance(Hex(column, row), goal, PARITY) + stays if option.info["stop"] < 4 else 0
