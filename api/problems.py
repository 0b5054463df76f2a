"""Refusals as `application/problem+json` (RFC 9457): which error is which status, and how the OpenAPI document shows them."""

import logging
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.routing import Match

from campaigns.places import FileFault
from orchestrator import errors
from scales.engine import Fault

METHODS = ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")
MEDIA = "application/problem+json"
FAULTS_SHOWN = 200
TITLES = {
    400: "Bad request",
    401: "Not signed in",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    409: "Conflict",
    410: "Gone",
    412: "Changed meanwhile",
    413: "Too large",
    422: "Refused",
    429: "Too many requests",
    500: "Failed",
    503: "Not available",
}
STATUS: dict[type[Exception], int] = {
    errors.NotFound: 404,
    errors.OrdersRefused: 422,
    errors.StaleOrders: 409,
    errors.AlreadyAnswered: 409,
    errors.AlreadySealed: 409,
    errors.Conflict: 412,
    errors.RulingRefused: 422,
    errors.ResultRefused: 422,
    errors.AssignmentRefused: 422,
    errors.HookRefused: 422,
    errors.FormRefused: 422,
    errors.NotSignedIn: 401,
    errors.NotAllowed: 403,
    errors.InvitationRefused: 410,
    errors.MembershipRefused: 409,
    errors.TooManyTries: 429,
    errors.BadCampaign: 422,
    errors.TimelineRefused: 422,
    errors.BadExport: 422,
    errors.NotConfirmed: 422,
    errors.CampaignBusy: 409,
    errors.LostLease: 409,
    FileFault: 422,
}
"""Errors that a caller can mend. Everything else is ours or the operator's: 500."""


class FaultShown(BaseModel):
    """One reason of a refusal: a stable code, a sentence, and the slot, field or line it is about."""

    code: str
    text: str
    where: str = ""


class Problem(BaseModel):
    """Why a request was refused."""

    type: str = Field(description="a stable name of this kind of problem", examples=["urn:imperator:problem:stale-orders"])
    title: str = Field(examples=["Conflict"])
    status: int = Field(examples=[409])
    detail: str = Field(description="one sentence", examples=["decision 0-tog_fleet-3 is no longer open"])
    faults: list[FaultShown] = Field(default=[], description="every reason, where there are several")


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of a route, for its `responses`."""
    return {status: {"description": TITLES[status], "content": {MEDIA: {"schema": _REFERENCE}}} for status in statuses}


_REFERENCE = {"$ref": "#/components/schemas/Problem"}


def problem(status: int, name: str, detail: str, faults: Sequence[Fault] = (), headers: dict[str, str] | None = None) -> JSONResponse:
    """A refusal. `name` ends its stable type."""
    shown = [FaultShown(code=fault.code, text=fault.text, where=fault.where) for fault in faults]
    body = Problem(type=f"urn:imperator:problem:{name}", title=TITLES.get(status, "Refused"), status=status, detail=detail, faults=shown)
    return JSONResponse(body.model_dump(), status, headers=headers, media_type=MEDIA)


def name_of(error: type[Exception]) -> str:
    """StaleOrders: stale-orders."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in error.__name__).lstrip("-")


def install(app: FastAPI) -> None:
    """Give every error of the service its answer."""
    app.add_exception_handler(errors.ImperatorError, _refusal)
    app.add_exception_handler(FileFault, _refusal)
    app.add_exception_handler(RequestValidationError, _misshapen)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _failure)


async def _refusal(request: Request, error: Exception) -> JSONResponse:
    status = next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 500)
    if status == 500:
        return await _failure(request, error)
    return problem(status, name_of(type(error)), _sentence(error), faults_of(error), getattr(error, "headers", None))


def _sentence(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:2000]


def faults_of(error: Exception) -> list[Fault]:
    found = getattr(error, "faults", [])
    more = [Fault("more", f"and {len(found) - FAULTS_SHOWN} more")] if len(found) > FAULTS_SHOWN else []
    return [fault if isinstance(fault, Fault) else Fault("file", str(fault)) for fault in found[:FAULTS_SHOWN]] + more


async def _misshapen(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    faults = [Fault("shape", str(each["msg"]), ".".join(str(part) for part in each["loc"])[:200]) for each in error.errors()[:50]]
    return problem(422, "request-refused", "the request is not of the documented form", faults)


async def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(_methods(request))
    name = TITLES.get(error.status_code, "refused").lower().replace(" ", "-")
    return problem(error.status_code, name, str(error.detail), headers=headers or None)


def _methods(request: Request) -> list[str]:
    """What a path knows, by all its routes: the router names the methods of the first alone."""

    def is_known(method: str) -> bool:
        return any(route.matches({**request.scope, "method": method})[0] is Match.FULL for route in request.app.routes)

    return [method for method in METHODS if is_known(method)]


async def _failure(_request: Request, error: Exception) -> JSONResponse:
    """Nothing of an error that nobody foresaw leaves the server but that it happened."""
    logging.getLogger("imperator").exception("a request failed", exc_info=error)
    return problem(500, "failed", "something failed here; it was logged, and nothing was changed by it")
