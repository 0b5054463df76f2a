"""The page that an invitation's link opens. It holds nothing: the secret stays in the browser until the form is sent."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from fastapi import APIRouter, Response

from api.service import Service

WEB = Path(__file__).parent.parent / "web"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
FILES = {"/join": ("join.html", "text/html"), "/join.js": ("join.js", "text/javascript"), "/join.css": ("join.css", "text/css")}


@cache
def _read(name: str) -> bytes:
    return (WEB / name).read_bytes()


def router(_service: Service) -> APIRouter:
    """Mounted at the root, and no part of the described API."""
    routes = APIRouter(include_in_schema=False)

    for path, (name, kind) in FILES.items():
        routes.add_api_route(path, _serving(name, kind), methods=["GET"], name=name)
    return routes


def _serving(name: str, kind: str) -> Callable[[], Response]:
    """A handler without parameters: nothing of a request chooses a file."""

    def serve() -> Response:
        return Response(_read(name), media_type=kind, headers={"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"})

    return serve
