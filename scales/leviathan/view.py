"""What one seat may know. Everything in space is in the open; orders not yet revealed, how power is shared out, duties over the ground, hidden
units there, the other side's pilots and what its fighters are loaded for are not."""

from dataclasses import dataclass
from functools import lru_cache

from msgspec.structs import replace

from scales.engine import At, Json
from scales.leviathan import catalog
from scales.leviathan.state import FighterUnit, Ground, Ship, State


@dataclass(slots=True)
class View:
    """A seat's view: `state` without sealed orders, mail, and unspotted enemies on the ground."""

    seat: str
    side: str
    state: State


def view(state: State, seat: str) -> View:
    """The view of a seat; a stranger's side is ''."""
    side = state.side_of_seat(seat)
    things = {k: replace(t, spotted={s: v for s, v in t.spotted.items() if s == side})
              for k, t in state.ground.things.items() if t.side == side or side in t.spotted or t.in_battle}  # fmt: skip
    ground = Ground(state.ground.known, things, dict(state.ground.battles))
    at = At(phase=state.at.phase, stage=state.at.stage, turn=state.at.turn, memo=_order_of_movement(state.at))
    ships = {k: s if s.side == side else _enemy(s, side) for k, s in state.ships.items()}
    fighters = {k: f if f.side == side else _enemy_fighters(f) for k, f in state.fighters.items()}
    return View(seat, side, replace(state, designs={}, craft={}, at=at, ground=ground, ships=ships, fighters=fighters))


def _enemy_fighters(unit: FighterUnit) -> FighterUnit:
    """Another side's fighters: who flies them, what they are up to, and whether they are loaded for the ground, is not known."""
    loaded = _missile_attack(unit.size, tuple(unit.fighters.items())) if unit.mission == "ground" else unit.missile_attack
    return replace(unit, pilots=[], loads={}, stores=[], ramming="", ground_target="", mission="fighters", missile_attack=loaded)


@lru_cache(maxsize=1000)
def _missile_attack(size: str, fighters: tuple[tuple[str, int], ...]) -> int:
    """What a unit of these fighters carries when it is not loaded for the ground."""
    return catalog.convert(size, dict(fighters)).missile_attack


def _enemy(ship: Ship, side: str) -> Ship:
    """Another side's ship: rams and translations are declared, how hard it rams and where T-space takes it is not known."""
    ftl = ship.ftl if side in ship.ftl.get("known_to", []) else {}
    return replace(
        ship, ground_target="", bound="", support="", weapons=1, maneuver=1, shield_power=1, ordered_power=[], ordered_shields={}, power_marks=[],
        repairs=[], spare_bays=[], spare_shields=[], faces=[], ram_change=0, ram_damage=0, ftl=ftl, sheet_below={}, cargo=[]
    )  # fmt: skip


def _order_of_movement(at: At) -> Json:
    """Who has moved and who is still to move; everybody sees that. Which unit a side has chosen and not yet moved stays with it."""
    return {name: at.memo[name] for name in ("sequence", "left", "moved") if name in at.memo and at.phase == "movement"}
