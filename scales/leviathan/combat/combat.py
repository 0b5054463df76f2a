"""The Combat Phase (leviathan: Combat Phase): ships fire all together, then fighters, then everything takes effect."""

from scales.engine import Decision, Json
from scales.leviathan.combat import fire, turrets, volleys
from scales.leviathan.combat.turrets import Salvo
from scales.leviathan.damage import damage, explosions
from scales.leviathan.fighters import dogfight
from scales.leviathan.ground import ground_attack, ground_fire
from scales.leviathan.movement import collisions
from scales.leviathan.scenario import victory
from scales.leviathan.state import FighterUnit, State
from scales.messages import FightersLost
from scales.play import Play


def ask_fire(play: Play[State]) -> list[Decision]:
    """Bays, mounts and missiles of every ship, sealed, then turrets with the missiles known; then all of it is resolved."""
    state = play.state
    memo = state.at.memo
    if "orders" not in memo:
        memo["orders"], memo["salvos"], memo["turrets"], memo["step"] = {}, {}, {}, "fire"
        wanted = [d for s in state.sides if (d := _decision(state, s.id, "fire", _firing(state, s.id), "Fire bays, mounts and missiles."))]
        ground_units = {s.id: [t.id for t in ground_fire.able(state, s.id) if ground_fire.targets(state, t)] for s in state.sides}
        wanted += [d for s in state.sides if (d := _decision(state, s.id, "ground_fire", ground_units[s.id], "Fire from the ground."))]
        if wanted:
            return wanted
    if memo["step"] == "fire":
        for key in sorted(play.answers):
            _keep(state, play.answers[key].choices)
        memo["step"] = "turrets"
        wanted = [d for s in state.sides if (d := _decision(state, s.id, "turrets", _turret_ships(state, s.id), "Fire turrets."))]
        if wanted:
            return wanted
        play.answers = {}
    for key in sorted(play.answers):
        memo["turrets"].update({slot: order["shares"] for slot, order in play.answers[key].choices.items()})
    _resolve(play)
    return []


def _decision(state: State, side: str, kind: str, units: list[str], prompt: str) -> Decision | None:
    if not units:
        return None
    data: Json = {"salvos": [list(s) for s in salvos(state)]} if kind == "turrets" else {}
    return Decision(f"{kind}:{side}", state.seat_of(side), kind, prompt, units, sealed=True, data=data)


def _firing(state: State, side: str) -> list[str]:
    if not any(fire.targets(state, side)):
        return []
    return [s.id for s in state.of_side(side) if not s.ramming and (fire.may_fire_bays(s) or turrets.may_launch(s))]


def _turret_ships(state: State, side: str) -> list[str]:
    flying = salvos(state)
    return [s.id for s in state.of_side(side) if not s.ramming and any(turrets.prey(state, s, m, flying) for m in turrets.mounts(s))]


def _keep(state: State, choices: dict[str, Json]) -> None:
    for slot, order in sorted(choices.items()):
        ship, _, what = slot.partition("/")
        if what == "missiles" or ship in state.ground.things:
            if order.get("target"):
                state.at.memo["salvos"][ship] = order
                if ship in state.ground.things:
                    ground_fire.reveal(state, state.ground.things[ship])
        elif order.get("bays") or order.get("spinal"):
            state.at.memo["orders"][ship] = order


def salvos(state: State) -> list[Salvo]:
    """Missiles on their way, by ship."""
    orders = state.at.memo.get("salvos", {})
    things = state.ground.things
    found = [
        turrets.salvo_of(state, state.ships[i], orders[i]) if i in state.ships else ground_fire.salvo(state, things[i], orders[i])
        for i in sorted(orders)
    ]
    return [s for s in found if s]


def _resolve(play: Play[State]) -> None:
    """All non-fighter attacks: missiles with the turrets that meet them, bays, mounts, fire from the ground and at it."""
    state = play.state
    memo = state.at.memo
    flying = salvos(state)
    taken: dict[str, int] = {}
    for slot in sorted(memo["turrets"]):
        ship, _, mount = slot.partition("/")
        if memo["turrets"][slot] and state.ships[ship].on_map:
            for firer, points in turrets.fire_turrets(play, state.ships[ship], mount, memo["turrets"][slot], flying).items():
                taken[firer] = taken.get(firer, 0) + points
    for salvo in flying:
        turrets.strike(play, salvo, taken.get(salvo.ship, 0))
    for thing_id in sorted(set(memo["salvos"]) - set(state.ships)):
        ground_fire.missiles(play, state.ground.things[thing_id], memo["salvos"][thing_id])
    for ship_id in sorted(memo["orders"]):
        if state.ships[ship_id].on_map:
            volleys.resolve(play, state.ships[ship_id], memo["orders"][ship_id], {})
    ground_attack.resolve_attacks(play)


def ask_fighters(play: Play[State]) -> list[Decision]:
    """Fighters that are left attack, all together."""
    state = play.state
    if not state.at.memo:
        state.at.memo["asked"] = True
        wanted = []
        for side in state.sides:
            units = [f.id for f in state.fighters.values() if f.side == side.id and _can_attack(state, f)]
            if decision := _decision(state, side.id, "fighters", units, "Attack with fighters."):
                wanted.append(decision)
        if wanted:
            return wanted
    orders = {unit: order for key in sorted(play.answers) for unit, order in play.answers[key].choices.items()}
    values = {f.id: {"cra": dogfight.attack_value(f, 0), "lra": dogfight.attack_value(f, 3)} for f in state.fighters.values()}
    for unit_id in [u for u in sorted(orders) if dogfight.may_attack(state, state.fighters[u])]:
        dogfight.resolve(play, state.fighters[unit_id], orders[unit_id], values[unit_id])
    return []


def _can_attack(state: State, unit: FighterUnit) -> bool:
    if not dogfight.may_attack(state, unit):
        return False
    return any(dogfight.aim(state, unit, t) for t in fire.targets(state, unit.side))


def close(play: Play[State]) -> list[Decision]:
    """Collisions, explosions, widowed armor, components; counters that died while their craft are below; the count of victory."""
    collisions.collide(play)
    explosions.explode(play)
    damage.widow(play)
    damage.take_effect(play)
    _tell_below(play)
    _clear(play.state)
    ground_attack.tell_damage(play)
    victory.close(play)
    return []


def _tell_below(play: Play[State]) -> None:
    for unit in play.state.fighters.values():
        if unit.down and unit.destroyed:
            unit.down = False
            event = play.tell("fighters_lost", f"{unit.name} is gone, and its craft below with it.",
                              "centurion: Moving Between Leviathan and Interceptor Boards", units=[unit.id])  # fmt: skip
            play.send("fighters_lost", FightersLost(unit.id), event=event)


def _clear(state: State) -> None:
    for ship in state.ships.values():
        ship.support = ship.ground_target = ship.ramming = ""
        ship.faces = []
