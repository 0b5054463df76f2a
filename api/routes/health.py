"""Whether the service is there."""

from fastapi import APIRouter
from pydantic import BaseModel

from api.service import Service


class Health(BaseModel):
    """The service answers."""

    status: str


def router(_service: Service) -> APIRouter:
    routes = APIRouter(tags=["service"])

    @routes.get("/health")
    def health() -> Health:
        """Whether the service answers."""
        return Health(status="ok")

    return routes
