"""A unit's record sheet as a person reads it: the counter of a century or installation, a squadron, what waits in orbit.

Values are those of the rolls: what the face of the counter shows and what the deployment makes of it. legatus: Deployment, Combat Phase
"""

from scales.engine import Json
from scales.legatus.board import dispersion
from scales.legatus.combat.combat import attack_value, defense_value, has_morale, morale_trial
from scales.legatus.deployment import in_earthworks, printed
from scales.legatus.double_blind import arcs
from scales.legatus.double_blind.glimpses import spotting_range
from scales.legatus.double_blind.hearing import blind, hides
from scales.legatus.initiative.initiative import headquarters
from scales.legatus.movement.movement import allowance_of
from scales.legatus.movement.walking import maneuver_trial
from scales.legatus.scenario import victory
from scales.legatus.state import WAITING, Century, LegatusState, Satellite, Squadron, Support, active, hexes_of, present
from scales.legatus.support import artillery, thor
from scales.legatus.tables import kind_words, kinds
from scales.legatus.view import View

HEADINGS = ("", "N", "NE", "SE", "S", "SW", "NW")


def record(view: View, unit: str) -> Json:
    """What the view knows of a unit; empty if nothing. Plans, sheets and what waits in orbit are those of the view's own side."""
    state = view.state
    if unit in state.units:
        return _century(view, state.units[unit])
    if unit in state.squadrons:
        return _squadron(view, state.squadrons[unit])
    for satellite in state.satellites:
        if satellite.id == unit:
            return _satellite(view, satellite)
    for support in state.supports:
        if support.id == unit:
            return _support(view, support)
    return {}


def _century(view: View, unit: Century) -> Json:
    state, here = view.state, present(unit)
    own = {"orders": _ordered(view, unit.id), "commanded_by": _commander(state, unit)} if unit.side == view.side else {}
    below = {"strength_percent": unit.sheet["strength_hundredths"]} if "strength_hundredths" in unit.sheet else {}
    return {
        "unit": unit.id,
        "name": unit.name,
        "type": kind_words(unit.kind),
        "side": unit.side,
        "cohort": state.cohorts[unit.cohort].name if unit.cohort in state.cohorts else unit.cohort,
        **_initiative(view, unit),
        "at": hexes_of(unit.at) if unit.status != WAITING else [],
        "dispersion": dispersion(unit.at).replace("_", " "),
        "altitude": unit.altitude.replace("_", " "),
        "in_earthworks": in_earthworks(state, unit),
        "movement": {"carriage": kinds()[unit.kind].carriage, "points": allowance_of(unit) if here else 0, "moved": unit.moved},
        "values": _values(state, unit),
        **({"morale": _morale(unit)} if has_morale(unit) else {}),
        "status": victory.status(unit),
        "crippled": unit.crippled,
        "headquarters": unit.hq or unit.high_hq,
        "engaged": _engaged(state, unit),
        **({"artillery": _guns(unit)} if artillery.is_artillery(unit) else {}),
        **({"installation_type": unit.installation_type} if unit.installation_type else {}),
        "spotted_by": list(unit.spotted_by),
        **({"spotting": _spotting(view, unit)} if blind(state) else {}),
        **below,
        **own,
    }


def _initiative(view: View, unit: Century) -> Json:
    """That of its cohort; in a double-blind battle of an enemy only while its headquarters is seen."""
    cohort = view.state.cohorts.get(unit.cohort)
    if cohort is None:
        return {"initiative": 0}
    is_known = not hides(view.state) or cohort.side == view.side or any(u.hq for u in active(view.state, cohort.id))
    return {"initiative": cohort.initiative} if is_known else {}


def _morale(unit: Century) -> Json:
    """The troops, and the highest roll on which it holds."""
    return {"quality": unit.quality, "holds_on": morale_trial(unit).target, "broken": unit.broken}


def _values(state: LegatusState, unit: Century) -> Json:
    """Attack, defense and maneuver: as on the counter and as it is deployed now."""
    face, maneuver = printed(unit), maneuver_trial(state, unit, "").target
    return {
        "attack": {"printed": face.attack, "now": attack_value(state, unit)},
        "defense": {"printed": face.defense, "now": defense_value(state, unit)},
        "maneuver": {"printed": face.maneuver, "now": maneuver},
    }


def _spotting(view: View, unit: Century) -> Json:
    """How far and how wide it spots in a double-blind battle; of one's own also where it last watched."""
    width = arcs.degrees_of(unit.at)
    turned = {"heading": unit.watch, "towards": HEADINGS[unit.watch]} if unit.side == view.side and width < arcs.ALL_AROUND else {}
    return {"range": spotting_range(unit.altitude), "degrees": width, **turned}


def _guns(unit: Century) -> Json:
    """What an artillery century can do as it is deployed, and why it does nothing now ('' if it can)."""
    dispersion_ = dispersion(unit.at)
    supported, bonus = artillery.support_of(dispersion_)
    return {
        "shots_left": artillery.shots_left(unit),
        "range": artillery.RANGE,
        "supports": {"centuries": supported, "bonus": bonus},
        "denial_hexes": artillery.denial_size(dispersion_),
        "idle": artillery.idle_reason(unit),
    }


def _engaged(state: LegatusState, unit: Century) -> Json:
    """The battle fought below that holds it, {} if none."""
    clash = next((c for c in state.clashes if c.id == unit.engaged), None)
    return {"engagement": clash.id, "hexes": list(clash.hexes), "since_turn": clash.started} if clash is not None else {}


def _commander(state: LegatusState, unit: Century) -> str:
    """The name of the headquarters over a century, its own or that of a manus that has taken its cohort over; '' for none."""
    hq = headquarters(state, unit.cohort)
    return hq.name if hq is not None else ""


def _ordered(view: View, id: str) -> Json:
    """What its own side has ordered it to do in this turn."""
    plans, unit = view.state.plans, view.state.units.get(id)
    attacks = plans.attacks.get(id) or plans.missions.get(id) or plans.calls.get(id) or ""
    building = {"builds_earthworks": True} if unit is not None and unit.building else {}
    holding = {"holds_fire": True} if id in plans.held else {}
    return {"target": attacks, "supports": list(plans.support.get(id, [])), **building, **holding}


def _squadron(view: View, squadron: Squadron) -> Json:
    values = kinds()[squadron.kind].whole
    return {
        "unit": squadron.id,
        "name": squadron.name,
        "type": squadron.kind.replace("_", " "),
        "side": squadron.side,
        "craft": squadron.craft_type,
        "mission": squadron.box.replace("_", " "),
        "values": {"attack": values.attack, "defense": values.defense, "maneuver": values.maneuver},
        "status": victory.fate_of(view.state, squadron.id).status,
        **({"orders": _ordered(view, squadron.id)} if squadron.side == view.side else {}),
    }


def _satellite(view: View, satellite: Satellite) -> Json:
    """One's own, or one that has been activated."""
    return {
        "unit": satellite.id,
        "name": satellite.name,
        "type": "Thor satellite",
        "side": satellite.side,
        "began_at": [satellite.hex],
        "heading": satellite.heading,
        "towards": HEADINGS[satellite.heading],
        "hexes_a_turn": satellite.velocity,
        "status": "spent" if satellite.spent else "withdrawn" if satellite.left else "in orbit",
        **({"track": thor.track(view.state, satellite)} if not (satellite.spent or satellite.left) else {}),
        **({"orders": _ordered(view, satellite.id)} if satellite.side == view.side else {}),
    }


def _support(view: View, support: Support) -> Json:
    return {
        "unit": support.id,
        "name": support.name,
        "type": "naval support",
        "side": support.side,
        "values": {"attack": support.attack},
        "status": "gone" if support.left else "in orbit",
        **({"orders": _ordered(view, support.id)} if support.side == view.side else {}),
    }
