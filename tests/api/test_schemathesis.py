"""Requests made of the service's own description, right and wrong ones, by everybody: nothing fails, and every answer is one that is described.

The paths know the things that there are, beside all the text that fits. `make test` sends what covers the description, `make soak` much more.
"""

import copy
import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis import checks as judged
from schemathesis.core.failures import FailureGroup

from api.receipts import HEADER
from api.service import Settings
from api.tries import Allowed
from tests.api.conftest import URL, House, opened, wait_for

PLENTY = Allowed("1000000/minute", "1000000/minute", "1000000/minute")
ENDLESS = {"follow_campaign"}
"""Streams have tests of their own."""
LITERAL = {"give_token", "check_campaign_file", "import_campaign"}
"""Paths that are also those of a token or a campaign by such an id, and so know more methods than their own."""
LAST = ("leave_to_bot", "run_campaign", "rewind_campaign", "change_password", "remove_member", "delete_campaign", "revoke_token")
"""What spoils the campaign, or the token, for the other operations."""
CHECKS = [
    judged.not_a_server_error,
    judged.status_code_conformance,
    judged.content_type_conformance,
    judged.response_schema_conformance,
    judged.response_headers_conformance,
    judged.negative_data_rejection,
    judged.unsupported_method,
    judged.allow_header_conformance,
]
ROLES = (None, "watcher", "tog", "gm", "host")
TURNS = ("gm", "tog", "gm", "host", "gm", "watcher", "gm", None)
"""A GM reaches most, and asks most."""
IS_CI = bool(os.environ.get("CI"))


def asked(house: House) -> str:
    """Run the campaign to its first decision; the id of what TOG is asked."""
    house.post("gm", "/campaigns/{id}/runs", {"until": "decision"})
    wait_for(lambda: bool(house.get("tog", "/campaigns/{id}/decisions").json()))
    return str(house.get("tog", "/campaigns/{id}/decisions").json()[0]["id"])


def known(house: House) -> dict[str, list[str]]:
    """The things that there are, by the name of the parameter in paths."""
    battle = house.get("gm", "/campaigns/{id}/battles").json()[0]["id"]
    units = [unit["id"] for unit in house.get("gm", "/campaigns/{id}/units").json()[:3]]
    assigned = house.post("gm", "/campaigns/{id}/assignments", {"seat": "cw", "holder": "bot"}).json()["id"]
    hook = house.post("tog", "/campaigns/{id}/hooks", {"kind": "webhook", "target": "https://example.org/tog"}).json()["id"]
    invitation = house.post("gm", "/campaigns/{id}/invitations", {"role": "spectator"}).json()["invitation"]["id"]
    return {
        "id": [house.campaign],
        "battle": [battle],
        "unit": units,
        "decision": [asked(house)],
        "assignment": [assigned],
        "hook": [hook],
        "invitation": [invitation],
        "person": [house.ids["cw"]],
        "seat": ["tog", "cw"],
        "token": ["current"],
        "work": [house.get("gm", "/campaigns/{id}/works").json()[0]["id"]],
    }


def with_known(document: dict[str, Any], things: dict[str, list[str]], *, alone: bool) -> dict[str, Any]:
    """The description, with these things in paths, alone or beside all that fits; without keys, which make of different requests one."""
    document = copy.deepcopy(document)
    for methods in document["paths"].values():
        for operation in methods.values():
            operation["parameters"] = [each for each in operation.get("parameters", []) if each["name"] != HEADER]
            for each in operation["parameters"]:
                if each["in"] == "path" and each["name"] in things:
                    there = {"enum": things[each["name"]]}
                    each["schema"] = there if alone else {"anyOf": [there, each["schema"]]}
                    each.pop("examples", None)
    return document


def operations(document: dict[str, Any]) -> list[Any]:
    """Every operation: what reads first, what spoils the rest last."""
    schema = schemathesis.openapi.from_dict(document)
    schema.config.generation.with_security_parameters = False
    rejection = schema.config.checks.negative_data_rejection
    rejection.expected_statuses = [*rejection.expected_statuses, "413"]
    found = [result.ok() for result in schema.get_all_operations()]

    def place(operation: Any) -> int:
        name = operation.definition.raw["operationId"]
        return 2 + LAST.index(name) if name in LAST else int(operation.method != "get")

    return sorted((each for each in found if each.definition.raw["operationId"] not in ENDLESS), key=place)


def ask(house: House, who: str | None, case: Any) -> None:
    """Send a request as it would go over the wire, and judge the answer."""
    told = {"X-Asked-By": "schemathesis"} | ({} if who is None else {"Authorization": f"Bearer {house.tokens[who]}"})
    order = case.as_transport_kwargs(base_url=URL, headers=told)
    sent = requests.Request(
        **{k: v for k, v in order.items() if k in {"method", "url", "headers", "params", "data", "json", "cookies", "files"}}
    )
    wire = sent.prepare()
    answer = house.client.request(wire.method or "GET", wire.url or URL, content=wire.body, headers=dict(wire.headers))  # type: ignore[arg-type]
    others = [judged.unsupported_method, judged.allow_header_conformance] if case.operation.definition.raw["operationId"] in LITERAL else []
    case.validate_response(answer, checks=CHECKS, excluded_checks=others)


def cover(house: House, operation: Any, *, everybody: bool) -> None:
    """The cases that cover the description of an operation: each as everybody, or every third as somebody."""
    both = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
    config = operation.schema.config.generation_for(operation=operation)
    turns = itertools.cycle(TURNS)
    cases = operation.schema.iter_coverage_cases(operation, generation_modes=both, generation_config=config)
    for number, case in enumerate(cases):
        for who in ROLES if everybody else (next(turns),) if number % 3 == 0 else ():
            ask(house, who, case)


def draw(house: House, operation: Any, examples: int) -> None:
    """Random cases, right and wrong, as anybody."""

    @hypothesis.settings(
        max_examples=examples,
        derandomize=IS_CI,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @hypothesis.given(who=st.sampled_from(ROLES), case=st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode)))
    def some(who: str | None, case: Any) -> None:
        ask(house, who, case)

    some()


def for_each(house: House, *, alone: bool, attempt: Callable[[Any], None]) -> None:
    """Try every operation, and tell of all that failed."""
    document = with_known(house.client.get("/v1/openapi.json").json(), known(house), alone=alone)
    failures = []
    for operation in operations(document):
        try:
            attempt(operation)
        except (Exception, FailureGroup) as error:
            told = " ".join(str(each) for each in getattr(error, "exceptions", [error]))
            failures.append(f"{operation.label}: {told}\n{error}"[:2000])
    assert not failures, "\n\n".join(failures)


@pytest.fixture
def busy_house(furnished: tuple[Path, House], tmp_path: Path) -> Iterator[House]:
    with opened(furnished, tmp_path, Settings(tries=PLENTY, beat_seconds=3600)) as made:
        yield made


def test_answers_to_what_covers_the_description(busy_house: House) -> None:
    for_each(busy_house, alone=True, attempt=lambda operation: cover(busy_house, operation, everybody=False))


@pytest.mark.soak
def test_answers_to_what_covers_the_description_for_everybody(busy_house: House) -> None:
    for_each(busy_house, alone=True, attempt=lambda operation: cover(busy_house, operation, everybody=True))


@pytest.mark.soak
@pytest.mark.parametrize("alone", [True, False])
def test_answers_to_many_random_requests(busy_house: House, alone: bool) -> None:
    """Only here: to work out what to draw from takes longer than to ask a few times."""
    for_each(busy_house, alone=alone, attempt=lambda operation: draw(busy_house, operation, examples=150))
