from campaigns.schema import Campaign
from campaigns.victory import Standing, result
from scales.engine import Fate, Report


def campaign(*conditions: dict[str, object], turn_limit: int = 3) -> Campaign:
    return Campaign.model_validate(
        {
            "imperator": 1,
            "name": "test",
            "title": "A test",
            "sides": {"tog": {"name": "TOG", "faction": "tog"}, "cw": {"name": "Commonwealth", "faction": "commonwealth"}},
            "seats": {"t": {"side": "tog"}, "c": {"side": "cw"}},
            "theatres": [{"id": "nova", "boards": {"legatus": {}, "leviathan": {}}}],
            "victory": {"turn_limit": turn_limit, "conditions": list(conditions)},
        }
    )


def board(scale: str = "legatus", points: dict[str, int] | None = None, effective: dict[str, int] | None = None, **fates: str) -> Standing:
    units = {id: Fate("tog", id, status) for id, status in fates.items()}
    held = {"port": "cw"}
    return Standing(scale, scale, Report(False, "", None, 1, points or {}, effective or {"tog": 3, "cw": 2}, units, held))


HOLD = {"side": "cw", "kind": "hold", "objective": "port", "points": 5}
DESTROY = {"side": "tog", "kind": "destroy", "units": ["x", "y"], "points": 9}
BOOK = {"side": "each", "kind": "book", "points": 50}


def test_goes_on_until_the_turn_limit() -> None:
    assert result(campaign(HOLD), [board(), board("leviathan")], 2) is None
    end = result(campaign(HOLD), [board(), board("leviathan")], 3)
    assert end is not None
    assert (end.winner, end.points) == ("cw", {"tog": 0, "cw": 5})


def test_a_deciding_condition_ends_it_at_once() -> None:
    end = result(campaign(DESTROY | {"decides": True}), [board(x="destroyed", y="destroyed")], 1)
    assert end is not None
    assert end.winner == "tog"


def test_destroying_half_of_the_units_named_earns_nothing() -> None:
    end = result(campaign(DESTROY), [board(x="destroyed", y="ok")], 3)
    assert end is not None
    assert end.points["tog"] == 0


def test_a_unit_on_two_boards_is_gone_if_either_says_so() -> None:
    boards = [board(x="ok", y="destroyed"), board("leviathan", x="destroyed", y="ok")]
    end = result(campaign(DESTROY), boards, 3)
    assert end is not None
    assert end.points["tog"] == 9


def test_book_points_count_in_hundredths_over_all_boards() -> None:
    boards = [board(points={"tog": 7, "cw": 1}), board("leviathan", points={"tog": 4})]
    end = result(campaign(BOOK), boards, 3)
    assert end is not None
    assert end.points == {"tog": 5, "cw": 0}


def test_equal_points_are_a_draw() -> None:
    end = result(campaign(BOOK), [board()], 3)
    assert end is not None
    assert end.winner is None
    assert end.outcome == "a draw after 3 turns"


def test_a_side_without_effective_units_loses_at_once() -> None:
    end = result(campaign(HOLD), [board(effective={"tog": 2, "cw": 0}), board("leviathan", effective={"tog": 1, "cw": 0})], 1)
    assert end is not None
    assert end.winner == "tog"
