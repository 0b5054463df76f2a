"""The drawn board: every hex by its printed name and zone, what lies on the ground, and who flies."""

import re

import pytest

from api.drawing import FILLS, svg
from scales.interceptor import ENGINE
from tests.interceptor.scenes import board_of, craft


def drawn(layout: str) -> str:
    state = board_of(
        craft("t1", "gladius", "2:2505", heading=3),
        craft("c1", "stinger", "1:0305"),
        layout=layout,
        battles={"port": "2:2608"} if layout == "two_game" else {},
        installations=[{"id": "fort", "name": "Fort", "side": "com", "hex": "2:2608"}] if layout == "two_game" else [],
    )
    return svg(ENGINE.picture(ENGINE.view(state, "tog")), ["tog", "com"])


def texts(picture: str) -> set[str]:
    return set(re.findall(r"<text[^>]*>([^<]*)</text>", picture))


@pytest.mark.parametrize("layout", ["two_game", "three_game", "interceptor_deep_space"])
def test_hexes_are_called_as_orders_call_them(layout: str) -> None:
    assert {"1:0101", "2:0101", "2:2614"} <= texts(drawn(layout))
    assert not [text for text in texts(drawn(layout)) if re.fullmatch(r"-?\d{4,}", text)]


def test_the_zones_above_a_planet_have_their_colors() -> None:
    picture = drawn("two_game")
    counts = {
        zone: picture.count(f'fill="{FILLS[zone]}" stroke="#0003"')
        for zone in ("ground", "atmosphere", "interface", "gravity", "space", "clear")
    }
    assert counts == {"ground": 14, "atmosphere": 5 * 14, "interface": 14, "gravity": 20 * 14, "space": 25 * 14, "clear": 0}


def test_battles_and_installations_are_written_where_they_lie() -> None:
    assert "port, Fort" in texts(drawn("two_game"))


def test_what_is_written_on_dark_hexes_is_light() -> None:
    picture = drawn("two_game")
    assert picture.index("svg .d{") > picture.index("svg .n{")  # the last rule of equal weight counts
    assert 'class="n d">1:0101<' in picture


def test_no_counter_hides_the_name_of_another() -> None:
    picture = drawn("two_game")
    assert picture.rindex("<circle", 0, picture.index('class="u"')) < picture.index('class="u"')
    assert "<path" not in picture[picture.index('class="u"') :]
