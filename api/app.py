"""The read-only service, for the GM alone and on loopback until people can sign in: campaigns, battles, units and events as JSON."""

from collections.abc import Awaitable, Callable

from fastapi import FastAPI, Request, Response
from fastapi.middleware.trustedhost import TrustedHostMiddleware
from fastapi.responses import JSONResponse

from api.routes import battles, campaigns, events, units
from orchestrator.campaign import Campaigns
from orchestrator.errors import NotFound

PROBLEM = "application/problem+json"


def create_app(store: Campaigns) -> FastAPI:
    """The service over one database."""
    about = "Linked space-to-ground campaigns: what a GM may read. Read-only. Unofficial fan work."
    app = FastAPI(title="Imperator", version="1", description=about, docs_url=None, redoc_url=None)
    for module in (campaigns, battles, units, events):
        app.include_router(module.router(store), prefix="/v1")
    app.add_exception_handler(NotFound, _not_found)
    app.middleware("http")(_safe_headers)
    # a page of another site that names this machine by a name of its own is refused
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=["localhost", "127.0.0.1", "[::1]", "::1"])

    @app.get("/v1/health", tags=["service"])
    def health() -> dict[str, str]:
        """Whether the service answers."""
        return {"status": "ok"}

    return app


async def _not_found(_request: Request, error: Exception) -> JSONResponse:
    problem = {"type": "about:blank", "title": "Not found", "status": 404, "detail": str(error)}
    return JSONResponse(problem, 404, media_type=PROBLEM)


async def _safe_headers(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
    response = await call_next(request)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Cache-Control"] = "no-store"
    return response
