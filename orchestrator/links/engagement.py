"""An engagement of the Legatus map is fought as a Centurion battle, and its outcome replaces the Legatus rolls.

The battle is fought on the ground of its Legatus hexes, each century deployed in its own. It opens when the engagement is committed and goes on
while the centuries are in contact. Before the Legatus combat phase every battle that is open, or ended in this turn, tells how its centuries
stand. Vehicles keep their damage for a later battle. (legatus: Combat Phase; designed: engagements)
"""

from collections.abc import Iterator

from orchestrator.links.link import Board, Deliveries, Due, Link, Scene
from orchestrator.planning import battle_id
from orchestrator.store.records import BattlePlan, Sent
from orchestrator.theatre import ground_of
from scales.codec import plain, typed
from scales.engine import Fate, Json
from scales.messages import CenturyIn, CenturyOut, Engagement, EngagementResult

INSTALLATION = "defensive_installation"
"""The kind of a century that is a counter of installations: below it is three of them, and it is told of by itself."""

FLIGHT = {"tree_top": "ttf", "low_altitude": "laf"}
"""Modes of flight of a battle below by the altitude of a century."""


class Engagements(Link):
    kinds = ("engagement", "engagement_result")

    def deliver(self, message: Sent, scene: Scene) -> Deliveries:
        below = scene.theatre.data.get("below")
        if below is None:
            return Deliveries(struck="the campaign fights no engagements below")
        engagement = typed(message.message.data, Engagement)
        id = battle_id(scene.theatre.id, engagement.id)
        tick = scene.next_tick("centurion", "initiative")
        assert tick is not None, "a campaign that fights engagements below has rows for it"
        begin = Due(id, tick, "engagement", message.message.data, message.cause, message.source)
        return Deliveries([begin], [BattlePlan(id, "centurion", set_up(engagement, below, scene, message.source))])

    def before_row(self, scene: Scene) -> Deliveries:
        if (scene.row.scale, scene.row.phase) != ("legatus", "combat"):
            return Deliveries()
        return Deliveries([due for board in scene.boards("legatus") for due in _results(board, scene)])


def set_up(engagement: Engagement, below: Json, scene: Scene, legatus: str) -> Json:
    """The Centurion set-up of an engagement: the generated ground, each century in its hexes with the damage it has, the batteries at call."""
    map = scene.everywhere[legatus].record.setup.get("map", "")
    centuries = [c for c in engagement.centuries if c.kind != INSTALLATION or below.get("options", {}).get("installations", True)]
    officers = _with_officers(centuries, scene.theatre.data["fire_control"])
    field = {"campaign_key": scene.theatre.data["terrain_key"], "map": map, "hexes": engagement.hexes}
    return below | {
        "title": f"Engagement {engagement.id}",
        "board": {"legatus_field": field},
        "centuries": [_century(c, scene) | {"fire_control": c.id in officers} | _flight(c, below) for c in centuries],
        "batteries": plain(engagement.batteries),
        "attacker": engagement.attacker,
        "engagement": engagement.id,
        "ground_hex": ground_of(engagement.hexes),
        "installation": engagement.installation,
    }


def _with_officers(centuries: list[CenturyIn], sides: list[str]) -> list[str]:
    """The first century of each side that has Naval Fire Control Officers. (leviathan: Naval Fire Support and Centurion)"""
    firsts = [next((c.id for c in centuries if c.side == side and c.kind != INSTALLATION), "") for side in sides]
    return [id for id in firsts if id]


def _century(century: CenturyIn, scene: Scene) -> Json:
    return {
        "id": century.id,
        "name": century.name,
        "side": century.side,
        "kind": century.kind,
        **({"formation": century.formation} if century.kind == INSTALLATION else {}),
        "crippled": century.crippled,
        "quality": century.quality,
        "dug_in": century.altitude == "dug_in",
        "deploy": {"legatus": century.hexes},
        "damage": damage_of(century.id, scene),
        **career_of(century.id, scene),
    }


def _flight(century: CenturyIn, below: Json) -> Json:
    """Centuries above the trees begin so where the battles below play it. (centurion: Alternate Grav Movement Modes)"""
    high = century.altitude in FLIGHT and below.get("options", {}).get("flight_modes")
    return {"mode": FLIGHT[century.altitude]} if high else {}


def last_sheet(century: str, scene: Scene) -> Json:
    """The sheet of a century from its last battle; an empty one before its first."""
    return next(reversed(sheets_of(century, scene)), {})


def sheets_of(century: str, scene: Scene) -> list[Json]:
    """The sheets of a century from all its battles, the last one at the end."""
    fought = [b for b in scene.boards("centurion", is_open=False) if not b.is_open and century in b.record.report.fates]
    fought.sort(key=lambda battle: (battle.record.done_tick, battle.id))
    return [battle.record.report.fates[century].sheet for battle in fought]


def damage_of(century: str, scene: Scene) -> Json:
    """The sheets of a century's vehicles and squads, each from the last battle that it was in, by unit id: what was lost stays lost."""
    return {id: sheet for each in sheets_of(century, scene) for id, sheet in each.get("units", {}).items()}


def career_of(century: str, scene: Scene) -> Json:
    """What a century brings of its earlier battles beside damage: its tally of kills, and its Centurion's points, which give his rating.

    (centurion: Skill Improvement, Centurion Advancement)
    """
    career = last_sheet(century, scene).get("career", {})
    return {name: career[name] for name in ("kills", "advancement_points") if name in career}


def _results(legatus: Board, scene: Scene) -> Iterator[Due]:
    for battle in scene.boards("centurion", is_open=False):
        is_new = battle.is_open or scene.sequence.turn(battle.record.done_tick) == scene.turn
        if is_new and battle.record.setup.get("engagement"):
            yield Due(legatus.id, scene.tick, "engagement_result", plain(result_of(battle)), source=battle.id)


def result_of(battle: Board) -> EngagementResult:
    """How the centuries of a battle stand."""
    report, setup = battle.record.report, battle.record.setup
    fought, ended = [c["id"] for c in setup["centuries"] if c["id"] != setup["installation"]], not battle.is_open
    centuries = [_out(id, report.fates[id], ended=ended) for id in fought]
    outcome = report.fates[setup["installation"]].status if setup["installation"] in report.fates else ""
    return EngagementResult(battle.id, setup["engagement"], ended, report.winner, centuries, report.points, outcome)


def _out(id: str, fate: Fate, *, ended: bool) -> CenturyOut:
    """A century as it goes back; its troops have changed once the battle is over."""
    outcome = str(fate.sheet.get("outcome", fate.status))
    career = fate.sheet.get("career", {})
    changed = str(career["quality"]) if ended and career and career["quality"] != career["before"] else ""
    return CenturyOut(id, outcome, int(fate.sheet.get("strength_hundredths", 0)), bool(fate.sheet.get("fired", False)), changed)
