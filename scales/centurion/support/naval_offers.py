"""Which calls for naval fire are offered: the hexes worth it, with who calls, when it lands, what is rolled and what it does (R-LEV-46)."""

from scales.centurion.state import PARITY, BattleState
from scales.centurion.support import calls, naval_fire
from scales.centurion.support.naval_calls import best_caller, callers, kinds_of, order_faults, salvos
from scales.engine import Decision, Json, Option, Slot
from scales.hexes import Hex, distance
from scales.messages import Bay, FireSupport

MOST_HEXES, MOST_BARRAGES = 8, 2
"""Hexes offered for a ship's bays, and for its missiles."""


def offers(state: BattleState, decision: Decision) -> list[Slot]:
    """For each ship: no call, all bays on one hex, or the bays spread over the best hexes; no call for one that is gone meanwhile."""
    return [_slot(state, decision.data["side"], id) for id in decision.data["slots"]]


def _slot(state: BattleState, side: str, id: str) -> Slot:
    ship = state.ships.get(id)
    if ship is None:
        return Slot(id, "out of reach", [Option({}, "no call")])
    return Slot(id, f"{ship.ship_name} fires", _options(state, side, ship))


def _options(state: BattleState, side: str, ship: FireSupport) -> list[Option]:
    found = [Option({}, "no call")]
    if not callers(state, side):
        return found
    kinds = kinds_of(state, ship)
    soon = naval_fire.mission(kinds[0], best_caller(state, ship, {"kind": kinds[0]})[2])[1] if kinds else 1
    best = calls.clusters(state, side, soon, MOST_HEXES)
    if "laser" in kinds:
        found += _laser_options(ship, best)
    if "missiles" in kinds:
        found += [_barrage_option(state, side, ship, hex) for hex, _ in best[:MOST_BARRAGES]]
    legal = [option for option in found if not option.order or not order_faults(state, ship, option.order)]
    for option in legal:
        if option.order:
            _reckon(state, ship, option)
    return legal


def _laser_options(ship: FireSupport, best: list[tuple[Hex, int]]) -> list[Option]:
    """The bays spread over the best hexes, or all of them on one."""
    found = [_spread(ship, best)] if len(best) > 1 and len(ship.bays) > 1 else []
    for hex, score in best:
        order: Json = {"hexes": {bay.id: hex.label for bay in ship.bays}}
        info = {"score": score, "bays": len(ship.bays), "hex": hex.label, "at": [hex.column, hex.row]}
        what = "fires all bays" if len(ship.bays) > 1 else "fires"
        found.append(Option(order, f"{ship.ship_name} {what} on hex {hex.label}", info))
    return found


def _reckon(state: BattleState, ship: FireSupport, option: Option) -> None:
    """Adds who calls, when it lands, what it costs, and what is rolled: for a barrage once, else for each bay with its damage."""
    kind, (caller, _, officer) = option.order.get("kind", "laser"), best_caller(state, ship, option.order)
    base, delay = naval_fire.mission(kind, officer)
    option.info |= {"caller": caller, "officer": officer, "lands": state.turn + delay, "costs": _cost(state, ship, kind)}
    option.info |= {"scatter": "a miss scatters a hex or more in any direction", **naval_fire.reckoned(base, ship, kind=kind).info()}
    if kind == "laser":
        aims = option.order["hexes"]
        option.info["weapons"] = [_bay_line(state, ship, bay, aims[bay.id], base) for bay in ship.bays if bay.id in aims]
    option.label += f", landing in turn {state.turn + delay} of the battle on {option.info['to_hit']} or less"


def _cost(state: BattleState, ship: FireSupport, kind: str) -> str:
    """What is used up by a call."""
    once = "minute" if naval_fire.by_simple_tables(state, ship) else "Leviathan turn"
    return f"the ship's one mission of that {once}" + (f" and one of {salvos(state, ship)} salvos" if kind == "missiles" else "")


def _bay_line(state: BattleState, ship: FireSupport, bay: Bay, label: str, base: int) -> Json:
    does = naval_fire.effect(state, ship, bay)
    return {
        "bay": bay.id,
        "name": bay.name,
        "hex": label,
        "damage": bay.damage,
        **does,
        **naval_fire.reckoned(base, ship, bay.to_hit).info(),
    }


def _barrage_option(state: BattleState, side: str, ship: FireSupport, hex: Hex) -> Option:
    """A barrage on a hex; friends in its reach count three times against it."""
    destroyed, reach, shaken = naval_fire.full_reach(state, ship)
    near = [u for u in state.in_play() if u.hex is not None and distance(u.hex, hex, PARITY) <= reach]
    score = sum(10 if u.side != side else -30 for u in near)
    info = {"score": score, "hex": hex.label, "at": [hex.column, hex.row], "radii": [destroyed, reach, shaken]}
    return Option({"kind": "missiles", "hex": hex.label}, f"{ship.ship_name} fires a barrage on hex {hex.label}", info)


def _spread(ship: FireSupport, best: list[tuple[Hex, int]]) -> Option:
    aims = {bay.id: best[i % len(best)][0].label for i, bay in enumerate(ship.bays)}
    score = sum(best[i % len(best)][1] for i in range(len(ship.bays))) // len(ship.bays)
    where = sorted(set(aims.values()))
    return Option({"hexes": aims}, f"{ship.ship_name} spreads its bays over {len(where)} hexes", {"score": score, "hexes": where})
