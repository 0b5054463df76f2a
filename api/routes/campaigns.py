"""Campaigns and what they wait for."""

from typing import Any

from fastapi import APIRouter

from api.commands.summary import summary
from api.routes import MISSING
from orchestrator.campaign import Campaigns
from scales.codec import plain


def router(store: Campaigns) -> APIRouter:
    routes = APIRouter(tags=["campaigns"])

    @routes.get("/campaigns")
    def list_campaigns() -> list[dict[str, Any]]:
        """All campaigns of the database, newest first."""
        return [plain(status) for status in reversed(store.all())]

    @routes.get("/campaigns/{id}", responses=MISSING)
    def show_campaign(id: str) -> dict[str, Any]:
        """A campaign in figures: status, digest, links, battles, result."""
        return dict(plain(summary(store, id)))

    @routes.get("/campaigns/{id}/decisions", responses=MISSING)
    def list_decisions(id: str) -> list[dict[str, Any]]:
        """What people must still decide."""
        return [{"id": each.id, **plain(each.decision)} for each in store.decisions(id)]

    return routes
