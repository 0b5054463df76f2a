"""The OpenAPI document: what FastAPI gathers from the routes, and what holds for many of them alike."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from api import problems, receipts
from api.examples import ANSWERS
from api.sent import Sent

Operation = dict[str, Any]
CHANGES = frozenset({"post", "put", "patch", "delete"})
KEY: Operation = {
    "name": receipts.HEADER,
    "in": "header",
    "required": False,
    "description": "A new one for each attempt of yours, such as a UUID: the same request with the same key is one request, and the second gets the first one's answer. A request that was refused may be mended and sent again under its key.",
    "schema": {"type": "string", "minLength": 1, "maxLength": receipts.LONGEST},
    "example": "0b8f4f0e-6a0c-4c5e-9d57-3f8f6f1f2d11",
}
KNOWN: Operation = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "description": "The ETag of an answer that you have; if it is still the answer, you get 304 and no body.",
    "schema": {"type": "string"},
    "example": '"4f1c0e8a4b7d2f961b0c55aa90e2d7c3"',
}
ETAG = {"ETag": {"description": "Names this answer, for If-None-Match.", "schema": {"type": "string"}}}


def described(app: FastAPI) -> dict[str, Any]:
    """The document, made once."""
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        _add_problem(document["components"]["schemas"])
        _add_nulls(document["components"]["schemas"])
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                _complete(path, method, operation)
        app.openapi_schema = document
    return app.openapi_schema


def _add_problem(schemas: dict[str, Any]) -> None:
    schemas["Problem"] = problems.Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas["FaultShown"] = schemas["Problem"].pop("$defs")["FaultShown"]


def _add_nulls(schemas: dict[str, Any]) -> None:
    """The examples of bodies as they were written: FastAPI leaves out what is null in them."""
    for name, schema in schemas.items():
        extra = next((each.model_config.get("json_schema_extra") for each in _bodies(Sent) if each.__name__ == name), None)
        if isinstance(extra, dict):
            schema.update(extra)


def _bodies(model: type[Sent]) -> list[type[Sent]]:
    return [each for child in model.__subclasses__() for each in (child, *_bodies(child))]


def _complete(path: str, method: str, operation: Operation) -> None:
    if operation["summary"] == operation["operationId"].replace("_", " ").title():
        operation["summary"] = operation["summary"].capitalize()
    if operation["operationId"] in ANSWERS:
        success = next(status for status in operation["responses"] if status.startswith("2"))
        operation["responses"][success]["content"]["application/json"]["example"] = ANSWERS[operation["operationId"]]
    if "requestBody" in operation:
        _answers(operation, 400, 413)
    if method in CHANGES and operation.get("security") and not receipts.is_secret(path):
        operation.setdefault("parameters", []).append(KEY)
        _answers(operation, 409)
    if _has_etag(operation):
        operation.setdefault("parameters", []).append(KNOWN)
        operation["responses"]["200"]["headers"] = ETAG
        operation["responses"]["304"] = {"description": "You have this answer already."}


def _answers(operation: Operation, *statuses: int) -> None:
    for status, answer in problems.documented(*statuses).items():
        operation["responses"].setdefault(str(status), answer)


def _has_etag(operation: Operation) -> bool:
    return operation["tags"] == ["reading"] and "text/event-stream" not in operation["responses"]["200"].get("content", {})
