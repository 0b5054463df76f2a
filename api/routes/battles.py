"""Boards and battles."""

from typing import Any

from fastapi import APIRouter

from api.routes import MISSING
from orchestrator.campaign import Campaigns
from orchestrator.records import BattleRecord
from scales.codec import decode, plain


def router(store: Campaigns) -> APIRouter:
    routes = APIRouter(tags=["battles"], responses=MISSING)

    @routes.get("/campaigns/{id}/battles")
    def list_battles(id: str) -> list[dict[str, Any]]:
        """The boards and battles of a campaign with their reports."""
        return [_battle(battle) for battle in store.reading.battles(id, store.reading.campaign(id).timeline)]

    @routes.get("/campaigns/{id}/battles/{battle}")
    def show_battle(id: str, battle: str) -> dict[str, Any]:
        """One battle: its report, its set-up and its state."""
        found = store.reading.battle(id, store.reading.campaign(id).timeline, battle)
        state = decode(found.state, store.resolve(found.scale).state_type)
        return _battle(found) | {"setup": found.setup, "state": plain(state)}

    return routes


def _battle(battle: BattleRecord) -> dict[str, Any]:
    return {
        "id": battle.battle,
        "theatre": battle.theatre,
        "scale": battle.scale,
        "status": battle.status,
        "report": plain(battle.report),
    }
