"""Every mistake of a campaign file is named with its line, its place and the cure, all at once."""

import pytest

from campaigns.check import board_setup, parse, units_of
from campaigns.library import LIBRARY, every, find, names
from campaigns.places import FileFault
from scales.engines import engine
from tests.campaigns.test_readme import first_campaign


def faults(*changes: tuple[str, str]) -> list[str]:
    """The sentences for the first campaign of the README after some replacements."""
    text = first_campaign()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    with pytest.raises(FileFault) as caught:
        parse(text, "duel.yaml", engine)
    return caught.value.faults


@pytest.mark.parametrize(
    ("old", "new", "place", "says"),
    [
        ("class: fulgur", "class: fulgar", "units[0]", "fulgur"),
        ('hex: "2:1301"', 'hex: "2:9901"', "units[0]", "9901"),
        ("id: fulgur-2", "id: fulgur-1", "boards.leviathan", "fulgur-1"),
        ("tog_captain: {side: tog}", "tog_captain: {side: togg}", "seats.tog_captain.side", "tog"),
        (
            "cw_captain: {side: cw}",
            "cw_captain: {side: cw, scales: [legatus]}",
            "seats",
            "nobody decides for side 'cw' on the leviathan board",
        ),
        ("faction: tog}", "faction: terran}", "sides.tog.faction", "'tog'"),
        ("turn_limit: 12", "turn_limit: 0", "victory.turn_limit", "greater than or equal to 1"),
        ("turn_limit: 12", "turnlimit: 12", "victory.turnlimit", "check its spelling"),
        ("imperator: 1", "imperator: 2", "imperator", "1"),
        ("title: Two", "titel: Two", "titel", "check its spelling"),
        ("layout: leviathan_deep_space", "layout: deep", "boards.leviathan.layout", "leviathan_deep_space"),
        ("velocity: 3", "velocity: fast", "velocity", "integer"),
        ("leviathan:\n", "leviathan_:\n", "boards", "'leviathan'"),
    ],
)
def test_a_mistake_is_named_with_its_place_and_the_cure(old: str, new: str, place: str, says: str) -> None:
    found = faults((old, new))
    assert any(place in fault and says in fault for fault in found), found
    assert all(fault.startswith("duel.yaml, line ") for fault in found)


def test_all_mistakes_at_once() -> None:
    found = faults(("class: fulgur", "class: fulgar"), ('hex: "2:1501"', 'hex: "2:9901"'), ("class: ajax", "class: ajaks"))
    assert len(found) >= 3


def test_the_line_is_that_of_the_mistake() -> None:
    text = first_campaign().replace("class: ajax", "class: ajaks", 1)
    line = text[: text.index("ajaks")].count("\n") + 1
    with pytest.raises(FileFault, match=f"line {line},"):
        parse(text, "duel.yaml", engine)


def test_one_id_for_two_units_on_two_boards() -> None:
    text = first_campaign().replace(
        "victory:",
        '      interceptor:\n        layout: three_game\n        craft:\n          - {id: ajax-1, type: cheetah, side: cw, hex: "1:0804"}\nvictory:',
    )
    with pytest.raises(FileFault, match="two units have the id 'ajax-1'"):
        parse(text, "duel.yaml", engine)


def test_victory_conditions_name_what_is_there() -> None:
    conditions = """
  conditions:
    - {side: tog, kind: destroy, units: [ajax-3]}
    - {side: rome, kind: hold, objective: the moon}
"""
    text = first_campaign() + conditions
    with pytest.raises(FileFault) as caught:
        parse(text, "duel.yaml", engine)
    assert ["ajax-3" in f or "rome" in f or "the moon" in f for f in caught.value.faults] == [True] * 3


@pytest.mark.parametrize("name", names())
def test_the_library_is_without_fault(name: str) -> None:
    campaign = find(name, engine)
    assert campaign.name == name
    for theatre in campaign.theatres:
        for scale in theatre.boards:
            assert engine(scale).faults(board_setup(campaign, theatre, scale)) == []


def test_the_library_has_what_the_readme_promises() -> None:
    campaigns = {campaign.name: campaign for campaign in every(engine)}
    assert {"landfall", "meeting_engagement", "the_swarm", "the_chase"} <= set(campaigns)
    single = {scale for c in campaigns.values() if len(c.theatres[0].boards) == 1 for scale in c.theatres[0].boards}
    assert single == {"legatus", "leviathan", "interceptor", "centurion"}
    landfall = campaigns["landfall"].theatres[0]
    fleet = [id for _, id in units_of(landfall.boards["leviathan"])]
    assert len(fleet) >= 12


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("fire_control: [tog]", "fire_control: [togg]", "'togg' is none of"),
        ("map: legatus_coastal_plain", 'rows: ["0. 0."]', "name a map, or set engagements to policy: none"),
        ("centuries: ", "centurions: ", "check its spelling"),
    ],
)
def test_engagements_name_sides_and_stand_on_a_map(old: str, new: str, says: str) -> None:
    text = (LIBRARY / "landfall.yaml").read_text().replace("at_most: 2", "at_most: 2, centuries: 6", 1)
    assert old in text
    with pytest.raises(FileFault, match=says):
        parse(text.replace(old, new, 1), "x.yaml", engine)
