"""The Combat Phase (leviathan: Combat Phase): ships fire all together, then fighters (`fighters.attacks`), then everything takes effect."""

from collections.abc import Callable

from scales.engine import Decision, Json
from scales.leviathan.combat import fire, missiles, resolution, struck, turrets
from scales.leviathan.damage import damage, damage_control, explosions, sparing
from scales.leviathan.ground import ground_attack, ground_fire, ground_turrets
from scales.leviathan.movement import collisions, planet, translation
from scales.leviathan.scenario import victory
from scales.leviathan.state import State
from scales.messages import FightersLost
from scales.play import Play

AGAINST_MISSILES = "Shoot missiles down from the ground."


def ask_fire(play: Play[State]) -> list[Decision]:
    """Bays, mounts and missiles of every ship, sealed; then, with the missiles known, turrets, and which side takes a shot along a boundary;
    then all of it is resolved."""
    state, memo = play.state, play.state.at.memo
    if "orders" not in memo:
        memo["orders"], memo["salvos"], memo["turrets"], memo["struck"], memo["step"] = {}, {}, {}, {}, "fire"
        wanted = _asked(state, "fire", _firing, "Fire bays, mounts and missiles.") + _asked(
            state, "ground_fire", _on_ground, "Fire from the ground."
        )
        if wanted:
            return wanted
    if memo["step"] == "fire":
        for key in sorted(play.answers):
            _keep(state, play.answers[key].choices)
        memo["step"] = "turrets"
        resolution.launch(play)
        wanted = (
            _asked(state, "turrets", _turret_ships, "Fire turrets.")
            + _asked(state, "ground_turrets", _against_missiles, AGAINST_MISSILES)
            + struck.asked(state, struck.of_ships(state))
        )
        if wanted:
            return wanted
        play.answers = {}
    for key in sorted(play.answers):
        _keep_reply(memo, key.partition(":")[0], play.answers[key].choices)
    resolution.resolve(play)
    return []


def _asked(state: State, kind: str, units: Callable[[State, str], list[str]], prompt: str) -> list[Decision]:
    """A sealed decision for every side that has units to decide for."""
    data: Json = {"salvos": [list(s) for s in resolution.flying(state)]} if kind in ("turrets", "ground_turrets") else {}
    return [
        Decision(f"{kind}:{side.id}", side.seat, kind, prompt, found, sealed=True, data=data)
        for side in state.sides
        if (found := units(state, side.id))
    ]


def _firing(state: State, side: str) -> list[str]:
    if not any(fire.targets(state, side)):
        return []
    return [s.id for s in state.of_side(side) if not s.ramming and (fire.may_fire_bays(s) or missiles.may_launch(s))]


def _on_ground(state: State, side: str) -> list[str]:
    return [t.id for t in ground_fire.able(state, side) if ground_fire.targets(state, t)]


def _turret_ships(state: State, side: str) -> list[str]:
    flying = resolution.flying(state)
    ships = [s for s in state.of_side(side) if not s.ramming and not resolution.fires_mount_only(state, s.id)]
    return [s.id for s in ships if any(turrets.prey(state, s, m, flying) for m in turrets.mounts(s))]


def _against_missiles(state: State, side: str) -> list[str]:
    return ground_turrets.ready(state, side, resolution.flying(state))


def _keep(state: State, choices: dict[str, Json]) -> None:
    for slot, order in sorted(choices.items()):
        ship, _, what = slot.partition("/")
        if slot in state.ships:
            sparing.note(state.ships[slot], order)
        thing = state.troops(ship)
        if what == "missiles" or thing is not None:
            if order.get("target"):
                state.at.memo["salvos"][ship] = order
                if thing is not None:
                    ground_fire.reveal(state, thing)
        elif order.get("bays") or order.get("spinal"):
            state.at.memo["orders"][ship] = order


def _keep_reply(memo: Json, kind: str, choices: dict[str, Json]) -> None:
    """How turrets fire, and the sides that the defender chose."""
    if kind == "struck":
        memo["struck"] |= {slot: order["side"] for slot, order in choices.items()}
    else:
        memo["turrets"] |= choices


def close(play: Play[State]) -> list[Decision]:
    """Collisions, explosions, widowed armor, components; counters that died while their craft are below; the count of victory."""
    collisions.collide(play)
    explosions.explode(play)
    damage.widow(play)
    damage.take_effect(play)
    planet.hold(play)
    translation.depart(play)
    damage_control.work(play)
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
    for unit in state.fighters.values():
        unit.ground_target = ""
