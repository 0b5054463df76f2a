"""What is known of a campaign, as JSON for programs and as tables for people."""

from collections import Counter
from collections.abc import Mapping

from api.commands.battles import losses
from api.commands.console import table
from orchestrator.campaign import Campaigns
from orchestrator.sequence import sequence
from orchestrator.store.reading import Log, LoggedEvent
from orchestrator.store.records import BattleRecord
from orchestrator.store.writing import STRUCK
from scales.codec import plain
from scales.engine import Json

LOST = ("destroyed", "crippled", "captured", "left")


def summary(campaigns: Campaigns, id: str, seed: int | None = None) -> Json:
    """Everything that `run` and `show` print with --json."""
    record, status = campaigns.reading.campaign(id), campaigns.show(id)
    log = campaigns.reading.log(id, record.timeline)
    return {
        "id": id,
        "campaign": record.plan.name,
        "seed": seed if seed is not None else record.plan.file.get("seed"),
        "status": status.status,
        "digest": status.digest,
        "commitment": record.commitment,
        "turn": status.turn,
        "minutes": status.minute,
        "phases": sum(battle.phase_no for battle in log.battles),
        "events": len(log.events),
        "links": links(log),
        "battles": [battle_summary(battle) for battle in log.battles],
        "waiting": status.waiting,
        "result": record.result,
    }


def links(log: Log) -> dict[str, int]:
    """How often each kind of message crossed from one board to another."""
    return dict(sorted(Counter(m.delivery.kind for m in log.messages if m.status != STRUCK).items()))


def battle_summary(battle: BattleRecord) -> Json:
    report = battle.report
    return {
        "battle": battle.battle,
        "theatre": battle.theatre,
        "scale": battle.scale,
        "status": battle.status,
        "turn": report.turn,
        "outcome": report.outcome,
        "winner": report.winner,
        "points": report.points,
        "effective": report.effective,
        "losses": losses(report),
        "fates": plain(report.fates),
    }


def event_json(campaigns: Campaigns, id: str, found: list[LoggedEvent]) -> list[Json]:
    """Events with their ids, times and scales."""
    record = campaigns.reading.campaign(id)
    turns = sequence(record.plan.scales)
    scales = {battle.battle: battle.scale for battle in campaigns.reading.battles(id, record.timeline)}
    return [
        {
            "id": str(logged.place),
            "turn": turns.turn(logged.tick),
            "minute": turns.minute(logged.tick),
            "battle": logged.place.battle,
            "scale": scales.get(logged.place.battle, ""),
            "event": plain(logged.event),
        }
        for logged in found
    ]


def names_of_sides(campaigns: Campaigns, id: str) -> dict[str, str]:
    """What people call the sides of a campaign, by id."""
    return {side: about["name"] for side, about in campaigns.reading.campaign(id).plan.file.get("sides", {}).items()}


def final_tables(facts: Json, names: Mapping[str, str]) -> str:
    """How a campaign stands or ended: boards, losses, links, result; sides are called by their names."""
    rows = [[b["battle"], b["scale"], b["turn"], b["outcome"] or b["status"], _points(b["points"], names)] for b in facts["battles"]]
    parts = [table(["board", "scale", "turn", "outcome", "points"], rows)]
    lost = [[b["battle"], names.get(side, side), *_counts(units)] for b in facts["battles"] for side, units in sorted(b["losses"].items())]
    parts.append(table(["board", "side", *LOST], lost))
    if facts["links"]:
        parts.append(table(["link", "times"], [[kind, n] for kind, n in facts["links"].items()]))
    parts.append(f"{facts['minutes']} minutes, {facts['phases']} phases, {facts['events']} events; digest {facts['digest']}")
    parts.append(result_text(facts, names))
    return "\n\n".join(parts)


def _counts(units: list[Json]) -> list[int]:
    return [sum(unit["status"] == status for unit in units) for status in LOST]


def _points(points: dict[str, int], names: Mapping[str, str]) -> str:
    return ", ".join(f"{names.get(side, side)} {n}" for side, n in sorted(points.items()))


def result_text(facts: Json, names: Mapping[str, str]) -> str:
    """The result in words, or what the campaign waits for."""
    result = facts["result"]
    if result is None:
        asked = f"{facts['waiting']} decision{'s' if facts['waiting'] != 1 else ''}"
        waiting = f"it waits for {asked} (imperator decisions {facts['id']})" if facts["waiting"] else "it can be resumed"
        return f"Campaign {facts['id']} ({facts['campaign']}) is {facts['status']} in turn {facts['turn']}; {waiting}."
    winner = result["winner"]
    who = names.get(winner, winner) if winner else "nobody, it is a draw"
    lines = [f"Result: {result['outcome']}. Winner: {who} ({_points(result['points'], names)})."]
    return "\n".join(lines + [f"  {why}" for why in result.get("reasons", [])])
