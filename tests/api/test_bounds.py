"""However much is asked for, a service holds only so much of it."""

from typing import Any

import pytest

from api import etag, service
from tests.api.conftest import House
from tests.api.test_people import refused


def test_kept_answers_are_bounded_in_bytes_however_they_are_asked_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(etag, "QUICK_BYTES", 100_000)
    answers = house.service.answers
    for n in range(200):
        assert house.get("gm", f"/campaigns/{{id}}/units?n={n % 120}").status_code == 200
    kept = sum(len(given.answer.body) for given in answers.quick.values())
    assert 50_000 < kept <= 100_000
    assert answers._quick_bytes == kept


def test_only_a_few_documents_wait_to_be_brought_in(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.service.works, "_submit", lambda _work: None)
    document = house.get("gm", "/campaigns/{id}/export").content
    answers = [house.call("host", "POST", "/campaigns/import", content=document) for _ in range(service.DOCUMENTS_AT_MOST + 1)]
    assert [answer.status_code for answer in answers[:-1]] == [202] * service.DOCUMENTS_AT_MOST
    refused(answers[-1], 429, "wait to be brought in")
    assert answers[-1].headers["retry-after"]


@pytest.mark.parametrize(("path", "faults"), [("/campaigns/check", "faults"), ("/campaigns", "faults")])
def test_a_file_of_nothing_but_mistakes_is_told_the_first(house: House, path: str, faults: str) -> None:
    answer: Any = house.post("host", path, {"file": "\n".join(f"k{n}: {n}" for n in range(2000))})
    assert answer.json()[faults][-1]["text"].startswith("and ")
    assert len(answer.json()[faults]) == 201
