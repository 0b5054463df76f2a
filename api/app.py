"""The service: what people and their programs reach over HTTP. Put together here from its routes, its doors and what every request passes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import ModuleType

from fastapi import Depends, FastAPI
from fastapi.routing import APIRoute

from api import problems, receipts
from api.description import described
from api.etag import Quick
from api.keeper import Keeper
from api.limits import BODY, DOCUMENT, BoundedBody, KnownHosts, SafeHeaders
from api.plain import plain
from api.routes import (
    assignments,
    battles,
    beginnings,
    calls,
    campaigns,
    dice,
    events,
    health,
    hooks,
    invitations,
    messages,
    pages,
    people,
    rulings,
    seats,
    state,
    statistics,
    stream,
    tables,
    theatres,
    timelines,
    units,
    works,
)
from api.service import Service

VERSION = "/v1"
ROUTES: tuple[ModuleType, ...] = (
    health,
    people,
    invitations,
    seats,
    beginnings,
    campaigns,
    timelines,
    works,
    assignments,
    calls,
    tables,
    rulings,
    state,
    theatres,
    battles,
    units,
    events,
    messages,
    dice,
    statistics,
    stream,
    hooks,
)
ABOUT = """Linked space-to-ground campaigns. An unofficial fan work.

Sign in at `/v1/tokens`, or use the token that an invitation gave you. A POST may carry an `Idempotency-Key`: sent again with the same key it is one
request. Refusals are `application/problem+json`: one sentence in `detail`, and every reason in `faults`."""


def create_app(service: Service) -> FastAPI:
    """The service as an ASGI application."""

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        with Keeper(service):
            yield

    app = FastAPI(
        title="Imperator",
        version="1",
        description=ABOUT,
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{VERSION}/openapi.json",
        lifespan=lifespan,
        generate_unique_id_function=_operation,
        responses=problems.documented(422),
        dependencies=[Depends(plain)],
    )
    for module in ROUTES:
        app.include_router(module.router(service), prefix=VERSION)
    app.include_router(pages.router(service))
    problems.install(app)
    app.add_middleware(receipts.Receipts, database=service.campaigns.store.database)
    app.add_middleware(BoundedBody, bound=_bound)
    app.add_middleware(Quick, answers=service.answers, pulses=service.door.pulses)
    app.add_middleware(KnownHosts, hosts=service.settings.hosts)
    app.add_middleware(SafeHeaders)
    app.openapi = lambda: described(app)  # type: ignore[method-assign]
    return app


def _bound(path: str) -> int:
    return DOCUMENT if path == f"{VERSION}/campaigns/import" else BODY


def _operation(route: APIRoute) -> str:
    """The name of an operation in generated clients: that of its function."""
    return route.name
