"""Units: where they stand and what happened to them."""

from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter

from api.routes import MISSING
from api.routes.events import event_json
from orchestrator.campaign import Campaigns
from orchestrator.errors import NotFound
from scales.codec import plain


def router(store: Campaigns) -> APIRouter:
    routes = APIRouter(tags=["units"], responses=MISSING)

    @routes.get("/campaigns/{id}/units")
    def list_units(id: str, side: str | None = None) -> list[dict[str, Any]]:
        """Every unit on every board, with its fate."""
        return [unit for unit in _units(store, id) if side in {None, unit["side"]}]

    @routes.get("/campaigns/{id}/units/{unit:path}")
    def show_unit(id: str, unit: str) -> dict[str, Any]:
        """One unit on the boards that show it, and what happened to it."""
        boards = [each for each in _units(store, id) if each["id"] == unit]
        if not boards:
            raise NotFound(f"there is no unit {unit!r} in campaign {id}")
        return {"boards": boards, "events": [event_json(each) for _, each in store.log(id) if unit in each.event.units]}

    return routes


def _units(store: Campaigns, id: str) -> Iterator[dict[str, Any]]:
    timeline = store.reading.campaign(id).timeline
    for battle in store.reading.battles(id, timeline):
        for unit, fate in sorted(battle.report.fates.items()):
            yield {"id": unit, "battle": battle.battle, "scale": battle.scale, **plain(fate)}
