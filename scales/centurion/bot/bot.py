"""The bot of the Initiative and Movement Phases: it moves last, its farthest platoon first, and each unit to the end that `moving` likes best."""

from collections.abc import Sequence
from dataclasses import dataclass

from scales.centurion.bot import bot_errands, installation_tactics, moving, on_foot
from scales.centurion.bot.moving import Foe, Mover, Scene
from scales.centurion.bot.nearest import enemy_places, nearest_of
from scales.centurion.ground.terrain import terrain_of
from scales.centurion.movement import grav
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.centurion.view import View
from scales.dice import Dice
from scales.engine import Decision, Json, Option, Orders, Slot

ERRAND = 1000
"""How much more what the scenario asks of a unit counts than the fight."""
AMBUSH, LEAST_AMBUSH = 5, 2
"""The part of a battle, and the least number of turns, that hidden units lie in wait."""
SQUAD_MINED = 300
"""What a squad fears each known minefield on its way for."""


def choose(view: View, decision: Decision, offers: Sequence[Slot], dice: Dice) -> Orders:
    """Orders for the decisions of the first two phases."""
    if decision.kind in ("initiative", "initiative_order"):
        return Orders({slot.id: slot.options[-1].order for slot in offers})
    if decision.kind == "move_platoon":
        return Orders({slot.id: _platoon(view.state, slot.options) for slot in offers})
    about = moving.scene(view.state, view.side)
    return Orders({slot.id: _best(view.state, about, slot, dice) for slot in offers})


def _platoon(state: BattleState, options: Sequence[Option]) -> Json:
    """The platoon farthest from the enemy moves first: what moves last sees most. Passing is never wanted."""
    terrain = terrain_of(state)

    def near(option: Option) -> int:
        platoon = state.platoons.get(str(option.order.get("platoon", "")))
        if platoon is None:
            return -1
        foes = enemy_places(state, platoon.side)
        places = [terrain.index(u.hex) for i in platoon.units if (u := state.unit(i)) is not None and u.hex is not None]
        finder = nearest_of(terrain, foes)
        return min((finder(place)[0] for place in places), default=0) if foes else 0

    return max(options, key=near).order


def _best(state: BattleState, about: Scene, slot: Slot, dice: Dice) -> Json:
    """The option with the best score; equals are drawn."""
    unit = state.unit(slot.id)
    if unit is None or len(slot.options) == 1:
        return slot.options[0].order
    if _waits(state, unit):
        return _in_ambush(slot.options)
    if isinstance(unit, Squad):
        squads = [(_squad_worth(state, about, unit, option), option) for option in slot.options]
        top = max(score for score, _ in squads)
        return dice.pick([option for score, option in squads if score == top], f"move of {unit.name}").order
    return _best_end(state, about, unit, slot.options, dice)


def _waits(state: BattleState, unit: Vehicle | Squad) -> bool:
    """Does a hidden unit still lie in wait? Squads in sneak suits may go unseen."""
    sneaks = isinstance(unit, Squad) and unit.sneak_suit
    return unit.hidden and not sneaks and state.turn <= max(LEAST_AMBUSH, state.turn_limit // AMBUSH)


def _in_ambush(options: Sequence[Option]) -> Json:
    """A hidden unit stays where it is, and watches if it can; it does not wait all battle for an enemy who does not come."""
    quiet = [o for o in options if not o.info.get("reveals")] or list(options)
    return next((o for o in quiet if o.info.get("watch")), quiet[0]).order


def _squad_worth(state: BattleState, about: Scene, squad: Squad, option: Option) -> int:
    """What a squad has to do with an installation comes first."""
    held = installation_tactics.squad_score(state, squad, option)
    return (on_foot.squad_score(about, squad, option) if held is None else held) - moving.mines(option) * SQUAD_MINED


# --- vehicles -------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class End:
    """An option with its worth, and the enemy that the vehicle is best placed against there."""

    option: Option
    worth: int
    target: Foe | None = None


def _best_end(state: BattleState, about: Scene, vehicle: Vehicle, options: Sequence[Option], dice: Dice) -> Json:
    """The best end from which the vehicle can go on; the friends that move after it know where it is and at whom it will fire."""
    own = moving.mover(vehicle)
    ends = _safe(about, vehicle, [_end(state, about, own, option) for option in options])
    top = max(end.worth for end in ends)
    best = dice.pick([end for end in ends if end.worth == top], f"move of {vehicle.name}")
    if best.target is not None:
        best.target.aimed += 1
    about.crowd.append(int(best.option.info.get("place", -1)))
    return best.option.order


def _end(state: BattleState, about: Scene, own: Mover, option: Option) -> End:
    """What an option is worth by the scenario, else in the fight."""
    errand = bot_errands.worth(state, own.vehicle, option)
    return End(option, *moving.score(about, own, option)) if errand is None else End(option, errand * ERRAND)


def _safe(about: Scene, vehicle: Vehicle, ends: list[End]) -> list[End]:
    """Only the best end from which the vehicle can go on next turn without striking the ground, and its equals at rest."""
    effects = vehicle.effects
    vanes = tuple(vane not in effects and vane not in vehicle.shorted for vane in ("left_vane", "right_vane"))
    ends.sort(key=lambda end: -end.worth)
    for best in ends:
        info = best.option.info
        velocity = int(info.get("velocity", 0))
        how = grav.Handling(False, vanes[0], vanes[1], "tsr" in effects, info.get("flight", "nf"))
        if not velocity or grav.reach(about.terrain, info["place"], info["facing"], velocity, how).ends:
            return [end for end in ends if end.worth == best.worth and (end is best or not end.option.info.get("velocity"))]
    return ends
