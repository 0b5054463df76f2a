"""Pictures of a board say where things are and what they mean."""

import re

import pytest

from api.drawing import short, svg
from scales.centurion import ENGINE
from scales.centurion.preparation.opening import opening
from scales.centurion.preparation.setup import SetUp
from tests.centurion.scenario_files import examples


def drawn(seat: str = "cw") -> str:
    state = opening(SetUp.model_validate(examples()[1]))
    return svg(ENGINE.picture(ENGINE.view(state, seat)), ["tog", "cw"])


def test_hexes_columns_and_rows_have_numbers() -> None:
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", drawn())
    assert {"0101", "2528", "0914"} <= set(texts)
    assert {f"{n:02d}" for n in range(1, 29)} <= set(texts)


def test_a_legend_tells_sides_ground_and_signs() -> None:
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", drawn())
    for wanted in ("tog", "cw", "heavy woods", "buildings", "b2/20: buildings: storeys, armor factor", "mines: minefield", "crater"):
        assert wanted in texts


def test_what_is_hidden_is_not_drawn_for_the_other_side() -> None:
    assert "hidden mines" in drawn("cw")
    assert "hidden mines" not in drawn("tog")
    assert "Liberator 1" not in drawn("tog")


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Drop century Aeneas 1 (TTF)", "Aeneas 1 (TTF)"),
        ("Horatius 1 (LAF)", "Horatius 1 (LAF)"),
        ("Drop century Aeneas 1", "Aeneas 1"),
        ("Crew of Drop century Aeneas 3", "crew Aeneas 3"),
        ("Gladius 3", "Gladius 3"),
    ],
)
def test_a_short_label_keeps_the_name_and_the_marker(name: str, label: str) -> None:
    assert short(name) == label


def test_what_hangs_over_stays_in_the_picture() -> None:
    text = drawn()
    found = re.search(r'viewBox="([-\d]+) ([-\d]+) (\d+) (\d+)"', text)
    assert found is not None
    left, top, width, height = map(int, found.groups())
    for x, y in re.findall(r'<text x="([-\d.]+)" y="([-\d.]+)" class="u"', text):
        assert left + 40 < float(x) < left + width - 40
        assert top < float(y) < top + height
