"""What ships fire at: missiles first, then bays and mounts, one ship after the other, each bay where it is worth most."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from scales.engine import Json, Option, Orders, Slot
from scales.hexes import Hex
from scales.leviathan.bot.claims import Claims
from scales.leviathan.state import State
from scales.leviathan.view import View

MISSILE_WORTH = 800
"""A salvo is spent when it promises at least this much."""


def fire_all(view: View, offers: Sequence[Slot]) -> Orders:
    """Every ship its best fire, with what others already do to its targets in mind."""
    claims = Claims(view.state)
    struck: dict[Hex, int] = {}
    missiles = {slot.id: _salvo(slot, claims, struck) for slot in offers if slot.id.endswith("/missiles")}
    bays = {slot.id: _guns(slot, claims) for slot in offers if slot.id not in missiles}
    return Orders({slot.id: (missiles | bays)[slot.id] for slot in offers})


# ---- missiles ------------------------------------------------------------------------------------------------------


def _salvo(slot: Slot, claims: Claims, struck: dict[Hex, int]) -> Json:
    """The hex where a salvo tells most; one that is struck already is worth a third."""

    def left(option: Option) -> int:
        value: int = option.info["value"]
        return value // (1 + 2 * struck.get(Hex(*option.info["at"]), 0)) if "at" in option.info else MISSILE_WORTH

    best = max(slot.options, key=left)
    if "at" in best.info:
        at = Hex(*best.info["at"])
        struck[at] = struck.get(at, 0) + 1
        _claim_fighters(claims.state, claims, at, best)
    return best.order


def _claim_fighters(state: State, claims: Claims, at: Hex, option: Option) -> None:
    """Whatever flies there is as good as gone."""
    for unit in state.fighters.values():
        if unit.on_map and unit.hex == at:
            claims.on_fighters[at] = claims.on_fighters.get(at, 0) + 10 * min(unit.boxes_left, int(option.info["strength"]))


# ---- bays and mounts -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Aimed:
    """One bay at one target: damage, chances in ten, the side struck, what its order says."""

    target: str
    points: int
    chance: int
    side: str
    order: Json


@dataclass(slots=True)
class Use:
    """One use of a ship's power: an order without its bays, every bay with what it may fire at, the shot of the mount."""

    order: Json
    bays: dict[int, list[Aimed]] = field(default_factory=dict)
    mount: Aimed | None = None


def _guns(slot: Slot, claims: Claims) -> Json:
    """The use of power that gains most, each of its bays at the target that it gains most on."""
    best: tuple[int, Json, list[Aimed]] = (0, slot.options[0].order, [])
    for use in _uses(slot).values():
        gain, order, shots = _share_out(use, claims)
        if gain > best[0]:
            best = gain, order, shots
    for shot in best[2]:
        claims.take(claims.find(shot.target), shot.points, shot.chance, shot.side)
    return best[1]


def _uses(slot: Slot) -> dict[str, Use]:
    """What the options say, sorted by the use of power."""
    found: dict[str, Use] = {}
    for option in slot.options:
        order = option.order
        if not (order.get("bays") or order.get("spinal")):
            continue
        rest = {k: v for k, v in order.items() if k != "bays"}
        use = found.setdefault(str(rest), Use(rest))
        for shot in option.info["shots"]:
            if "bays" in shot:
                _add(use, order, shot)
            else:
                use.mount = Aimed(shot["target"], shot["damage"] * 3 // 2, shot["chance"] // 10, shot["side"], {})
    return found


def _add(use: Use, order: Json, shot: Json) -> None:
    for index, points in zip(shot["bays"], shot["each"], strict=True):
        aims = use.bays.setdefault(index, [])
        if all((a.target, a.side) != (shot["target"], shot["side"]) for a in aims):
            aims.append(Aimed(shot["target"], points, shot["chance"] // 10, shot["side"], order["bays"][str(index)]))


def _share_out(use: Use, claims: Claims) -> tuple[int, Json, list[Aimed]]:
    """(gain, order, shots) with the heaviest bays choosing first."""
    trial = claims.copy()
    shots, bays, total = [], {}, 0
    if use.mount:
        total += _take(trial, use.mount)
        shots.append(use.mount)
    for index, aims in sorted(use.bays.items(), key=lambda item: (-max(a.points for a in item[1]), item[0])):
        best = max(aims, key=lambda a: (_gain(trial, a), a.target))
        total += _take(trial, best)
        shots.append(best)
        bays[str(index)] = best.order
    return total, use.order | ({"bays": bays} if bays else {}), shots


def _gain(claims: Claims, shot: Aimed) -> int:
    return claims.gain(claims.find(shot.target), shot.points, shot.chance, shot.side)


def _take(claims: Claims, shot: Aimed) -> int:
    gain = _gain(claims, shot)
    claims.take(claims.find(shot.target), shot.points, shot.chance, shot.side)
    return gain
