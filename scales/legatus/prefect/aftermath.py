"""What becomes of the counters of the strategic game after a Legatus battle, and who won it. legatus: Legatus to Prefect"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scales.engine import Json
from scales.legatus.prefect import prefect
from scales.legatus.prefect.forces import Brought, Piece
from scales.legatus.prefect.models import FORMAT, StrategicBattle
from scales.legatus.scenario.scoring import RESULTS, ratio_result
from scales.legatus.tables import strategic

UNTOUCHED, FATIGUED, DISRUPTED, DESTROYED, WITHDRAWN = "untouched", "fatigued", "disrupted", "destroyed", "withdrawn"


@dataclass(slots=True, frozen=True)
class After:
    """A counter after the battle: its state and level of fatigue, how many of its units were destroyed and crippled, and the reason."""

    brought: Brought
    state: str
    fatigue: int
    destroyed: int
    crippled: int
    why: str


def after(each: Brought, fates: Json) -> After:
    """A counter after the battle. `fates` are those of a result without faults. The fatigue of fighting a battle is one level."""
    fatigue = each.counter.fatigue
    if not each.here:
        return After(each, _not_better(each, UNTOUCHED), fatigue, 0, 0, "it was not in the battle")
    gone = [piece for piece in each.here if fates[piece.id]["status"] == "destroyed"]
    hurt = [piece for piece in each.here if piece not in gone and is_crippled(fates[piece.id])]
    state, why = _state(each, gone, hurt, fates)
    if state == FATIGUED:
        fatigue = min(fatigue + 1, int(strategic()["fatigue"]["most"]))
    return After(each, _not_better(each, state), fatigue, len(gone), len(hurt), why)


def is_crippled(fate: Json) -> bool:
    """A unit that was crippled, on the map or when it left."""
    return bool(fate["status"] == "crippled" or fate.get("sheet", {}).get("crippled", False))


def _not_better(each: Brought, state: str) -> str:
    """A counter that was disrupted before does not recover by fighting."""
    return DISRUPTED if each.counter.disrupted and state in (UNTOUCHED, FATIGUED) else state


def _state(each: Brought, gone: list[Piece], hurt: list[Piece], fates: Json) -> tuple[str, str]:
    """The state of a counter that was in the battle, and the reason."""
    gives = each.counter.type.gives
    if gives == "base":
        return _base(len(each.whole), len(gone), len(hurt))
    if gives == "ships":
        left = fates[each.counter.id]["status"] == "left"
        return (WITHDRAWN, "it withdrew") if left else (UNTOUCHED, "nothing on the ground reached it")
    if gives in ("cohort", "flight"):
        return _cohort(each, gone, hurt)
    if gone:
        return DESTROYED, "it was destroyed"
    return (DISRUPTED, "it was crippled") if hurt else (FATIGUED, "it fought")


def _cohort(each: Brought, gone: list[Piece], hurt: list[Piece]) -> tuple[str, str]:
    """Centuries of a cohort, or squadrons of a flight. What was not in the battle counts among them and is unhurt."""
    hq_destroyed = any(piece.hq for piece in gone)
    word = prefect.cohort_after(len(each.whole), len(gone), len(hurt), hq_destroyed)
    if word == "wiped_out":
        return DESTROYED, "all of it was destroyed"
    if word == FATIGUED:
        return FATIGUED, "it fought"
    return DISRUPTED, "its headquarters was destroyed" if hq_destroyed else "more than half of it was lost, crippled units counting half"


def _base(whole: int, gone: int, hurt: int) -> tuple[str, str]:
    """A base is three installations for each counter; it is disrupted when half of them are out."""
    out_of = strategic()["base"]
    out = out_of["destroyed"] * gone + out_of["crippled"] * hurt
    if gone == whole:
        return DESTROYED, "all its installations are out"
    if 2 * out >= out_of["destroyed"] * whole:
        return DISRUPTED, "half of its installations or more are out"
    return UNTOUCHED, "more than half of its installations stand"


# ---- the battle ---------------------------------------------------------------------------------------------------


def battle_result(result: Json, attacker: str) -> tuple[str, bool]:
    """The result of the battle and whether its players agreed on it: an outcome that is no word of the table is what they agreed on;
    without one the points decide. legatus: Victory"""
    outcome = result.get("outcome", "")
    if outcome:
        return outcome, outcome not in RESULTS
    points = result["points"]
    other = next(side for side in points if side != attacker)
    return ratio_result(points[attacker], points[other]), False


def aftermath(battle: StrategicBattle, brought: Sequence[Brought], result: Json) -> Json:
    """The document that tells the strategic game what became of the battle (`docs/prefect.md`)."""
    word, agreed = battle_result(result, battle.attacker)
    fates = result["fates"]
    return {
        "prefect_result": FORMAT,
        "battle": battle.name,
        "attacker": battle.attacker,
        "result": word,
        "agreed": agreed,
        "points": {side: result["points"][side] for side in battle.sides},
        "winner": result.get("winner"),
        "counters": [_counter(after(each, fates)) for each in brought],
        "satellites": [
            {"id": thor.id, "side": side, "state": "spent" if fates[thor.id]["status"] == "left" else "in_orbit"}
            for side, force in battle.sides.items()
            for thor in force.satellites
        ],
    }


def _counter(found: After) -> dict[str, Any]:
    counter = found.brought.counter
    return {
        "id": counter.id,
        "name": counter.name,
        "type": counter.type.id,
        "side": counter.side,
        "entry": counter.entry,
        "was": {"fatigue": counter.fatigue, "disrupted": counter.disrupted},
        "state": found.state,
        "fatigue": found.fatigue,
        "disrupted": found.state == DISRUPTED or (counter.disrupted and found.state != DESTROYED),
        "units": {
            "of": len(found.brought.whole),
            "fought": len(found.brought.here),
            "destroyed": found.destroyed,
            "crippled": found.crippled,
        },
        "why": found.why,
    }
