"""Variant Ramming in Centurion: declared before the move, rolled for after the Combat Phase, and carried out if the higher roll says so.

An enemy vehicle is rammed by who ends its move in its hex, in the same mode of flight, at a velocity over 0 (of a ground vehicle: the hexes it
drove). If either is gone by then, nothing comes of it.
"""

from collections.abc import Sequence

from scales.centurion import switches
from scales.centurion.catalog import vehicle_type
from scales.centurion.combat import aim, damage, effects, hit_location
from scales.centurion.combat.weapons import table
from scales.centurion.ground import installations
from scales.centurion.movement import flight, grav, ground_move, withdrawal
from scales.centurion.movement.track import because
from scales.centurion.state import BattleState, Vehicle
from scales.engine import Check, Decision, Fault, Json, Modifier, Option, Orders, Slot
from scales.hexes import Hex
from scales.play import Play

RULE = "centurion-variants: Variant Ramming in Centurion"
SKILL = 5
"""Piloting Skill of every driver."""
BEST, WORST = {"ram": True}, {"ram": False}


def is_played(state: BattleState) -> bool:
    return switches.is_on(state, "ramming")


# --- declaring ------------------------------------------------------------------------------------------------------------------


def targets(state: BattleState, vehicle: Vehicle) -> list[Vehicle]:
    """Enemy vehicles that may be rammed wherever they stand, by id."""
    found = [v for _, v in sorted(state.vehicles.items()) if v.side != vehicle.side and aim.in_play(v)]
    return [v for v in found if not (v.under_water or installations.is_turret(v))]


def objections(state: BattleState, vehicle: Vehicle, target: str, end: Hex, velocity: int, mode: str = "nf") -> list[str]:
    """What is against declaring to ram a target by a move that ends in a hex at a velocity and in a mode of flight."""
    if not target:
        return []
    if not is_played(state):
        return [because("cannot ram: ramming is not played in this battle", RULE)]
    found = next((v for v in targets(state, vehicle) if v.id == target), None)
    if found is None:
        return [because(f"cannot ram {target[:60]}: only an enemy vehicle on the board is rammed", RULE)]
    out = []
    if found.hex != end:
        out.append(because(f"cannot ram {found.name}: it ends its move in hex {end.label}, not in that of its target", RULE))
    if velocity <= 0:
        out.append(because(f"cannot ram {found.name}: it has to end its move at a velocity over 0", RULE))
    if not _level(found, mode):
        out.append(because(f"cannot ram {found.name}: they fly at different heights", RULE))
    return out


def _level(target: Vehicle, mode: str) -> bool:
    """Is a target where who flies in a mode could strike it?"""
    return (target.mode if flight.is_high(target) else "nf") == (mode if mode in ("ttf", "laf") else "nf")


def declare(play: Play[BattleState], vehicle: Vehicle, target: str) -> None:
    """Say before the move whom it is to ram."""
    vehicle.ramming = target
    if target:
        found = play.state.vehicles[target]
        play.tell("ram_declared", f"{vehicle.name} is going to ram {found.name}.", RULE, units=[vehicle.id, target])


# --- the contest ----------------------------------------------------------------------------------------------------------------


def speed(vehicle: Vehicle) -> int:
    """The velocity of a rammer; what drives has the hexes it drove."""
    return vehicle.velocity if vehicle_type(vehicle.type).grav else vehicle.hexes_moved


def thrust(vehicle: Vehicle) -> int:
    """Thrust, or movement points, as they stand."""
    return grav.thrust_of(vehicle) if vehicle_type(vehicle.type).grav else ground_move.points_of(vehicle)


def advantage(vehicle: Vehicle, other: Vehicle) -> list[Modifier]:
    """The bonus of the one with the higher thrust."""
    more = thrust(vehicle) - thrust(other)
    return [Modifier("higher thrust", more, RULE)] if more > 0 else []


def total(roll: int, modifiers: Sequence[Modifier]) -> int:
    """Die, Piloting Skill and modifiers."""
    return roll + SKILL + sum(m.value for m in modifiers)


def attacker_wins(attacker: int, defender: int) -> bool:
    """The higher total says what becomes of the ram, the defender on a tie."""
    return attacker > defender


def is_immobile(vehicle: Vehicle) -> bool:
    """Can it not get out of the way?"""
    grounded = vehicle_type(vehicle.type).grav and (vehicle.mode == "grounded" or not grav.has_drive(vehicle))
    return grounded or not grav.is_steered(vehicle) or bool({"engine", "mobility"} & set(vehicle.effects))


def resolve(play: Play[BattleState]) -> Sequence[Decision]:
    """After the Combat Phase: rolls for all rams, then the winners say what becomes of them. `memo` keeps who won, '' for nobody asked."""
    memo: Json = play.state.at.memo
    if "winners" not in memo:
        rammers = [v for _, v in sorted(play.state.vehicles.items()) if v.ramming]
        memo["winners"] = {v.id: _contest(play, v) for v in rammers if _meets(play, v)}
        if pending := ask(play.state, memo["winners"]):
            return pending
    for id, winner in sorted(memo["winners"].items()):
        answer = play.answers.get(f"ram:{id}")
        strikes = winner == id if answer is None else bool(answer.choices.get(winner, {}).get("ram", winner == id))
        _end(play, play.state.vehicles[id], is_hit=strikes or winner == CERTAIN)
    return ()


CERTAIN = "certain"
"""In place of a winner: the target could not get out of the way, and nobody is asked."""


def _touch(vehicle: Vehicle, target: Vehicle) -> bool:
    """Are both on the board and in one hex?"""
    return aim.in_play(vehicle) and aim.in_play(target) and vehicle.hex == target.hex


def _meets(play: Play[BattleState], vehicle: Vehicle) -> bool:
    """Are both still there, and does the rammer still move? If not, nothing comes of it."""
    target = play.state.vehicles[vehicle.ramming]
    if _touch(vehicle, target) and speed(vehicle) > 0 and _level(target, vehicle.mode):
        return True
    play.tell("ram_lapsed", f"{vehicle.name} does not come to ram {target.name}.", RULE, units=[vehicle.id, target.id])
    vehicle.ramming = ""
    return False


def _contest(play: Play[BattleState], vehicle: Vehicle) -> str:
    """The rolls; returns the unit that says what becomes of the ram, `CERTAIN`, or '' when it fails by itself."""
    target = play.state.vehicles[vehicle.ramming]
    withdrawal.note_attack(play.state, vehicle.id, target.id)
    if is_immobile(target):
        roll = play.dice.d10(f"ramming: {vehicle.name} at {target.name}, which cannot move")
        check = Check("ramming what cannot move", 2, [], 2, roll, roll > 1, RULE)
        _tell(play, vehicle, target, f"{target.name} cannot get out of the way", [check])
        return CERTAIN if check.passed else ""
    sides = ((vehicle, target), (target, vehicle))
    rolls = [(play.dice.d10(f"ramming: {one.name}"), advantage(one, other)) for one, other in sides]
    sums = [total(roll, modifiers) for roll, modifiers in rolls]
    wins = attacker_wins(sums[0], sums[1])
    checks = [
        Check(f"ramming: {one.name}", SKILL, modifiers, sums[n] - roll, roll, (n == 0) == wins, RULE)
        for n, ((one, _), (roll, modifiers)) in enumerate(zip(sides, rolls, strict=True))
    ]
    _tell(play, vehicle, target, f"{vehicle.name} has {sums[0]}, {target.name} has {sums[1]}", checks)
    return vehicle.id if wins else target.id


def _tell(play: Play[BattleState], vehicle: Vehicle, target: Vehicle, what: str, checks: list[Check]) -> None:
    play.tell("ramming", f"{vehicle.name} tries to ram {target.name}: {what}.", RULE, units=[vehicle.id, target.id], checks=checks)


# --- what becomes of it ---------------------------------------------------------------------------------------------------------


def points(velocity: int) -> tuple[int, int]:
    """Damage of the rammed and of the rammer."""
    figures = table("variants")["ramming"]
    return figures["rammed"] * velocity, figures["rammer"] * velocity


def _end(play: Play[BattleState], vehicle: Vehicle, *, is_hit: bool) -> None:
    """The ram strikes or misses."""
    target = play.state.vehicles[vehicle.ramming]
    vehicle.ramming = ""
    if not (is_hit and _touch(vehicle, target)):
        play.tell("ram_missed", f"{vehicle.name} misses {target.name}.", RULE, units=[vehicle.id, target.id])
        return
    found = aim.aim(play.state, vehicle, target, declared=True)
    facing = hit_location.facing_of(found.location, play.dice.d10(f"ramming: location on {target.name}"), 1, found.facing)
    struck, own = points(speed(vehicle))
    lost = [_hurt(play, target, facing, struck, vehicle.id), _hurt(play, vehicle, "front", own, "")]
    text = f"{vehicle.name} rams {target.name}: {struck} points on its {facing}, {lost[0]} boxes lost; {own} on its own front, {lost[1]} boxes."
    data = {"facing": facing, "points": struck, "own_points": own}
    play.tell("rammed", text, RULE, units=[vehicle.id, target.id], data=data)
    effects.all_take_effect(play)


def _hurt(play: Play[BattleState], vehicle: Vehicle, facing: str, amount: int, by: str) -> int:
    """Damage along the rows as that of grounding; returns the boxes lost."""
    boxes = damage.across(vehicle, facing, amount, by, "ramming").boxes
    vehicle.turn_damaged = play.state.last_damage = play.state.turn
    effects.riders_hit(play, vehicle, "ramming", by)
    return boxes


# --- the decision ---------------------------------------------------------------------------------------------------------------


def ask(state: BattleState, winners: dict[str, str]) -> list[Decision]:
    """Who had the higher total is asked."""
    out = []
    for id, winner in sorted(winners.items()):
        unit = state.vehicles.get(winner)
        if unit is not None:
            vehicle = state.vehicles[id]
            prompt = f"Does {vehicle.name} ram {state.vehicles[vehicle.ramming].name}?"
            data = {"side": unit.side, "units": [winner], "rammer": id, "target": vehicle.ramming}
            out.append(Decision(f"ram:{id}", state.seat(unit.side), "ram", prompt, [winner], data=data))
    return out


def offers(state: BattleState, decision: Decision) -> list[Slot]:
    """It strikes with its damage, or it misses; `score` says which is better for the one who is asked."""
    vehicle, target = state.vehicles[decision.data["rammer"]], state.vehicles[decision.data["target"]]
    struck, own = points(speed(vehicle))
    hit = Option(
        BEST, f"it strikes: {struck} points on {target.name}, {own} on the front of {vehicle.name}", {"points": struck, "own_points": own}
    )
    miss = Option(WORST, "it misses", {"points": 0, "own_points": 0})
    asked = decision.data["units"][0]
    wants = own < struck if asked == vehicle.id else False
    for option, score in ((hit, int(wants)), (miss, int(not wants))):
        option.info["score"] = score
    return [Slot(asked, decision.prompt, [hit, miss], asked)]


def check(_state: BattleState, decision: Decision, orders: Orders) -> list[Fault]:
    """The only orders are that it strikes and that it misses."""
    asked = decision.data["units"][0]
    found = orders.choices.get(asked)
    return (
        []
        if asked not in orders.choices or found in (BEST, WORST)
        else [Fault("not_legal", "A ram strikes or misses: {ram: true or false}.", asked)]
    )
