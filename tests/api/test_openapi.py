"""The description of the service: complete, bounded, with examples that hold, and good for generating a client."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from api.examples import ANSWERS
from api.problems import MEDIA
from tests.api.conftest import House
from tests.api.generated import generate

OPEN = {"health", "sign_in", "look_at_invitation", "accept_invitation"}
"""What needs no token."""
SENTENCE = re.compile(r"[A-Z`'\"].*[.)]$", re.S)
FREE = {"If-None-Match"}
"""What the server of HTTP bounds with all headers."""


@pytest.fixture(scope="module")
def document(quiet_house: House) -> dict[str, Any]:
    return dict(quiet_house.client.get("/v1/openapi.json").json())


@pytest.fixture(scope="module")
def operations(document: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Every operation with its method."""
    return [(method, operation) for methods in document["paths"].values() for method, operation in methods.items()]


def success(operation: dict[str, Any]) -> dict[str, Any]:
    (found,) = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
    return dict(found)


def test_every_operation_is_told(operations: list[tuple[str, dict[str, Any]]]) -> None:
    names = [operation["operationId"] for _, operation in operations]
    assert len(names) == len(set(names))
    for _, operation in operations:
        name = operation["operationId"]
        assert len(operation["tags"]) == 1, name
        assert SENTENCE.match(operation["description"]), name
        assert 3 <= len(operation["summary"]) <= 60, name
        assert operation["summary"] == operation["summary"][0].upper() + operation["summary"][1:], name
        assert not re.search(r"[a-z] [A-Z][a-z]", operation["summary"]), name
        for each in operation.get("parameters", []):
            assert each.get("description") or each["in"] == "query", (name, each["name"])


def test_every_schema_is_told(document: dict[str, Any]) -> None:
    for name, schema in document["components"]["schemas"].items():
        assert SENTENCE.match(schema.get("description", "")), name


def test_every_success_has_a_model(operations: list[tuple[str, dict[str, Any]]]) -> None:
    for _, operation in operations:
        statuses = [status for status in operation["responses"] if status.startswith("2")]
        if statuses != ["204"]:
            content = success(operation)["content"]
            assert content, operation["operationId"]
            assert all(each["schema"] for media, each in content.items() if media != "text/event-stream"), operation["operationId"]


def test_every_refusal_is_a_problem(operations: list[tuple[str, dict[str, Any]]]) -> None:
    for method, operation in operations:
        refusals = {status: answer for status, answer in operation["responses"].items() if status >= "400"}
        for status, answer in refusals.items():
            assert answer["content"] == {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}}, (operation["operationId"], status)
        assert "422" in refusals
        if "requestBody" in operation:
            assert {"400", "413"} <= set(refusals), operation["operationId"]
        if operation["operationId"] not in OPEN:
            assert "401" in refusals, operation["operationId"]
        if any(each["name"] == "id" for each in operation.get("parameters", [])):
            assert "404" in refusals, operation["operationId"]
        if any(each["name"] == "Idempotency-Key" for each in operation.get("parameters", [])):
            assert "409" in refusals
            assert method != "get"


def test_security_is_told_where_it_is_needed(operations: list[tuple[str, dict[str, Any]]]) -> None:
    for _, operation in operations:
        needed = [each for each in operation.get("security", []) if each]
        assert bool(needed) == (operation["operationId"] not in OPEN - {"accept_invitation"}), operation["operationId"]


def unbounded(document: dict[str, Any], schema: Any, where: str) -> Iterator[str]:
    """What in a schema may be as large as somebody likes."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[-1]
            yield from unbounded(document, document["components"]["schemas"][name], f"{where}/{name}")
        kind = schema.get("type")
        bound = {"string": {"maxLength", "enum", "const", "pattern"}, "integer": {"maximum"}, "number": {"maximum"}, "array": {"maxItems"}}
        bound["object"] = {"maxProperties", "properties"}
        if isinstance(kind, str) and kind in bound and not bound[kind] & set(schema):
            yield where
        for name, part in schema.get("properties", {}).items():
            yield from unbounded(document, part, f"{where}.{name}")
        for name in ("anyOf", "oneOf", "allOf"):
            for part in schema.get(name, []):
                yield from unbounded(document, part, where)
        for name in ("items", "additionalProperties"):
            yield from unbounded(document, schema.get(name), f"{where}.{name}")


def test_every_input_is_bounded(document: dict[str, Any], operations: list[tuple[str, dict[str, Any]]]) -> None:
    found: list[str] = []
    for _, operation in operations:
        name = operation["operationId"]
        for each in operation.get("parameters", []):
            if each["name"] not in FREE:
                found += unbounded(document, each["schema"], f"{name}?{each['name']}")
        for media, each in operation.get("requestBody", {}).get("content", {}).items():
            if name != "import_campaign":  # a document, bounded as a whole
                found += unbounded(document, each["schema"], f"{name} {media}")
    assert found == []


def schema_of(document: dict[str, Any], schema: dict[str, Any]) -> Any:
    return jsonschema_rs.validator_for({**schema, "components": document["components"]})


def test_every_body_has_examples_that_hold(document: dict[str, Any], operations: list[tuple[str, dict[str, Any]]]) -> None:
    for _, operation in operations:
        body = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if body and operation["operationId"] != "import_campaign":
            (reference,) = re.findall(r"#/components/schemas/(\w+)", str(body["schema"]))
            examples = document["components"]["schemas"][reference]["examples"]
            for each in examples:
                schema_of(document, body["schema"]).validate(each)


def test_answers_shown_hold(document: dict[str, Any], operations: list[tuple[str, dict[str, Any]]]) -> None:
    shown = {o["operationId"]: success(o)["content"]["application/json"] for _, o in operations if o["operationId"] in ANSWERS}
    assert set(shown) == set(ANSWERS)
    for answer in shown.values():
        schema_of(document, answer["schema"]).validate(answer["example"])


def test_a_client_is_generated_without_complaint(document: dict[str, Any], tmp_path: Path) -> None:
    said = generate(document, tmp_path)
    complaints = [line for line in said.splitlines() if "WARNING" in line or "ERROR" in line]
    assert len(complaints) <= 1, said
    assert all("image/svg+xml" in said for _ in complaints)
    made = {path.stem for path in (tmp_path / "imperator_client" / "api").rglob("*.py")}
    assert {"seal_orders", "show_decision", "begin_campaign"} <= made


def test_a_null_that_is_meant_is_in_the_example(document: dict[str, Any]) -> None:
    assert {"person": None} in document["components"]["schemas"]["SeatWanted"]["examples"]
