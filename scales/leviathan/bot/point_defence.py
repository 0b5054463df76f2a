"""What turrets fire at: salvos until they are probably shot down, then ships that ram, then fighters, those first that can be finished, with no point wasted."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from scales.engine import Decision, Json, Orders, Slot
from scales.leviathan.combat.missiles import POINTS_PER_FACTOR
from scales.leviathan.combat.turrets import MISSILES
from scales.leviathan.slots import salvos_of
from scales.leviathan.state import FighterUnit
from scales.leviathan.view import View


@dataclass(slots=True)
class Defence:
    """Tenths of points still wanted: to shoot down each salvo and to finish each fighter unit."""

    units: dict[str, FighterUnit]
    wanted: dict[str, int] = field(default_factory=dict)

    def need(self, target: str) -> int:
        """Points that would finish a target, by what is expected of the turrets that have chosen it."""
        if target not in self.wanted:
            self.wanted[target] = 10 * self.units[target].boxes_left
        return (self.wanted[target] + 5) // 10

    def take(self, target: str, points: int, chance: int) -> None:
        self.wanted[target] -= points * chance


def defend(view: View, decision: Decision, offers: Sequence[Slot]) -> Orders:
    defence = Defence(view.state.fighters)
    defence.wanted = {MISSILES + s.ship: 10 * s.strength // POINTS_PER_FACTOR for s in salvos_of(decision)}
    return Orders({slot.id: {"shares": _shares(slot, defence, may_split=not _of_patrol(view, slot))} for slot in offers})


def _of_patrol(view: View, slot: Slot) -> bool:
    """Is it one turret of a patrol ship, which fires at one target only?"""
    ship = view.state.ships.get(slot.unit)
    return ship is not None and ship.card.is_patrol


def _shares(slot: Slot, defence: Defence, *, may_split: bool) -> dict[str, int]:
    shots = [
        shot for option in slot.options if len(option.info["shots"]) == 1 and option.info["value"] > 0 for shot in option.info["shots"]
    ]
    salvos = [s for s in shots if s["target"].startswith(MISSILES) and defence.need(s["target"]) > 0]
    if salvos:
        best = max(salvos, key=lambda s: (s["expected_tenths"], defence.need(s["target"]), s["target"]))
        defence.take(best["target"], best["damage"] // POINTS_PER_FACTOR, best["chance"] // 10)
        return {best["target"]: 100}
    rammers = [s["target"] for s in shots if s["target"] not in defence.units and not s["target"].startswith(MISSILES)]
    if rammers:
        return {rammers[0]: 100}
    return _split([s for s in shots if s["target"] in defence.units and s["damage"]], defence, may_split=may_split)


def _split(shots: Sequence[Json], defence: Defence, *, may_split: bool) -> dict[str, int]:
    """Shares in percent: one target after the other gets the points that finish it; the last one gets what is over."""
    shares: dict[str, int] = {}
    left = 100
    for shot in sorted(shots, key=lambda s: (-_worth(s, defence), s["target"])):
        points = min(defence.need(shot["target"]), shot["damage"] * left // 100)
        if points <= 0:
            continue
        percent = -(-100 * points // shot["damage"])
        shares[shot["target"]], left = percent, left - percent
        defence.take(shot["target"], points, shot["chance"] // 10)
        if not may_split:
            break
    if shares:
        shares[next(reversed(shares))] += left
    return shares


def _worth(shot: Json, defence: Defence) -> int:
    """A box of the unit, half as much again when the shot can finish it."""
    unit = defence.units[shot["target"]]
    box: int = shot["chance"] * (20 + max(unit.cra[unit.row], unit.lra[unit.row])) // max(1, unit.boxes_left if len(unit.rows) == 1 else 6)
    return box * 3 // 2 if defence.need(shot["target"]) <= shot["damage"] else box
