"""The weapons of a record sheet: what each does at which range, what it has left, and whether it works."""

from scales.centurion.catalog import vehicle_type
from scales.centurion.combat import infantry_combat
from scales.centurion.combat.internals import MOUNTED
from scales.centurion.combat.plans import damage
from scales.centurion.combat.weapons import Weapon, base_to_hit, figures, known, weapon
from scales.centurion.records.record_words import ARCS, shell
from scales.centurion.state import Squad, Vehicle
from scales.centurion.vehicle import Mount
from scales.engine import Json


def of_vehicle(vehicle: Vehicle) -> list[Json]:
    """Every weapon of the sheet in its order, `mount` being its number in fire plans."""
    return [_mounted(vehicle, number, mount) for number, mount in enumerate(vehicle_type(vehicle.type).weapons) if known(mount.weapon)]


def of_squad(squad: Squad) -> list[Json]:
    """What the men of a squad fire, as many as are left of them."""
    rank = infantry_combat.effectiveness(squad.strength)
    out = [_line(weapon(rank.weapon)) | {"attacks": 1}]
    if squad.missiles:
        out.append(_line(weapon("infantry_tvlg")) | {"left": squad.missiles, "attacks": min(squad.missiles, rank.tvlg)})
    if squad.mortars:
        out.append(_line(weapon("infantry_mortar")) | {"left": squad.mortars, "attacks": min(squad.mortars, rank.mortars)})
    return out


def _mounted(vehicle: Vehicle, number: int, mount: Mount) -> Json:
    arm = weapon(mount.weapon)
    lost = [system for system, places in MOUNTED.items() if mount.location in places and system in vehicle.effects]
    state = "out of action" if lost or vehicle.destroyed else "works"
    line = {"mount": number, **_line(arm), "location": mount.location.replace("_", " "), "arc": ARCS[mount.location], "state": state}
    return line | ({"left": vehicle.missiles.get(arm.kind, 0), "of": vehicle_type(vehicle.type).missiles[arm.kind]} if arm.kind else {})


def _line(arm: Weapon) -> Json:
    out: Json = {"name": arm.name, "range": arm.range, "ranges": _ranges(arm), "damage": _damage(arm)}
    return out | ({"intercepts": list(arm.intercept)} if arm.intercept else {})


def _ranges(arm: Weapon) -> list[Json]:
    """The base to-hit number by range in hexes, brackets of the Base To-Hit Number as far as the weapon reaches."""
    if arm.family == "artillery":
        on_board = figures("on_board")
        return [{"from": 1, "to": on_board["direct_range"], "to_hit": on_board["to_hit"]}]
    out: list[Json] = []
    for hexes in range(1, arm.range + 1):
        number = base_to_hit(hexes)
        if out and out[-1]["to_hit"] == number:
            out[-1]["to"] = hexes
        else:
            out.append({"from": hexes, "to": hexes, "to_hit": number})
    return out


def _damage(arm: Weapon) -> list[Json]:
    """What a hit marks off: boxes down one column for a laser, else a template with its boxes, for each shell."""
    if arm.depth:
        return [{"form": f"one column, {arm.depth} deep", "boxes": damage(arm, "")}]
    if arm.template:
        return [{"form": f"template {arm.template}", "boxes": damage(arm, "")}]
    templates = dict(arm.templates)
    return [{"shell": shell(s), **_by_shell(arm, s, templates)} for s in (*arm.shells,)]


def _by_shell(arm: Weapon, id: str, templates: dict[str, str]) -> Json:
    return {"form": f"template {templates[id]}", "boxes": damage(arm, id)} if id in templates else {"boxes": 0}
