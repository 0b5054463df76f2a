"""A Thor mission through the boards: called in D7, launched in D5, down in D6. (centurion: Thor Satellites)"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaigns.check import parse
from campaigns.library import LIBRARY
from campaigns.places import FileFault
from orchestrator.campaign import Campaigns
from orchestrator.links.every import every_link
from orchestrator.links.link import Board, Scene
from orchestrator.links.thor import SatellitesAbove, ThorCalls
from orchestrator.planning import plan_of
from orchestrator.sequence import sequence
from orchestrator.store.reading import LoggedEvent
from orchestrator.store.records import BattlePlan, BattleRecord, CampaignPlan, Sent, TheatrePlan
from orchestrator.store.writing import Store
from orchestrator.theatre import battlefield
from scales.codec import encode
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Delivery, Json, Message
from scales.engines import engine
from tests.centurion.field import platoon, setup, vehicle

SIDES = {"tog": "tog", "cw": "commonwealth"}


def ground(turns: int = 12) -> Json:
    """Three tanks each that are far apart and may call nothing but what is above; the battle goes on when all of a side are lost."""
    red = [vehicle(f"tog-{n}", "horatius", f"02{5 + n:02d}", facing=2) for n in (1, 2, 3)]
    blue = [vehicle(f"cw-{n}", "liberator", f"24{5 + n:02d}", facing=5) for n in (1, 2, 3)]
    forces = [platoon(side, *tanks, id=f"{side}-tanks") | {"centurion": f"{side}-1"} for side, tanks in (("tog", red), ("cw", blue))]
    return setup(*forces, turn_limit=turns, standing=True)


def sky(*satellites: Json) -> Json:
    sides = [{"id": id, "faction": faction, "seat": id} for id, faction in SIDES.items()]
    return {"layout": "two_game", "sides": sides, "satellites": list(satellites), "standing": True}


def plan(above: Json, turns: int = 7) -> CampaignPlan:
    boards = [BattlePlan("t.centurion", "centurion", ground()), BattlePlan("t.interceptor", "interceptor", above)]
    return CampaignPlan("thor", [TheatrePlan("t", boards)], ["centurion", "interceptor"], {side: side for side in SIDES}, turns)


def played(path: Path, above: Json, turns: int = 7) -> tuple[Campaigns, str]:
    game = Campaigns(Store(f"sqlite:///{path / 'thor.db'}"), every_link())
    id = game.create(plan(above, turns), seed=4)
    game.run(id)
    return game, id


@pytest.fixture(scope="module")
def mission(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Campaigns, str]]:
    """Seven minutes under a satellite of one side, whose bots call when they can."""
    game, id = played(tmp_path_factory.mktemp("thor"), sky({"id": "thor", "side": "tog"}))
    yield game, id
    game.store.close()


def told(game: Campaigns, id: str, *kinds: str) -> list[tuple[int, LoggedEvent]]:
    rows = sequence(["centurion", "interceptor"])
    return [(rows.turn(e.tick), e) for _, e in game.log(id) if e.event.kind in kinds]


def test_a_call_of_the_first_minute_lands_in_the_fifth(mission: tuple[Campaigns, str]) -> None:
    """The standard orbit: the call, the launch in the next minute, the javelins three minutes later (the minute table: n + 4)."""
    game, id = mission
    firsts = {
        kind: told(game, id, kind)[0][0] for kind in ("thor_called", "thor_launched", "thor_on_its_way", "thor_lands", "thor_arrives")
    }
    first = firsts["thor_called"]
    assert {kind: turn - first for kind, turn in firsts.items()} == {
        "thor_called": 0,
        "thor_launched": 1,
        "thor_on_its_way": 1,
        "thor_lands": 4,
        "thor_arrives": 4,
    }


def test_every_cluster_that_lands_brings_three_javelins_and_all_are_the_satellites_own(mission: tuple[Campaigns, str]) -> None:
    game, id = mission
    landed = told(game, id, "thor_lands")
    javelins = told(game, id, "javelin")
    assert len(landed) == len(told(game, id, "thor_arrives")) > 0
    assert 0 < len(javelins) <= 3 * len(landed)
    assert {e.event.seen_by == ["tog"] for _, e in told(game, id, "thor_called")} == {True}
    assert {tuple(e.event.units) for _, e in told(game, id, "thor_called")} == {("tog-1",)}


def test_each_step_knows_what_led_to_it(mission: tuple[Campaigns, str]) -> None:
    game, id = mission
    names = {str(logged.place): logged.event.kind for _, logged in game.log(id)}
    causes = {
        kind: {names.get(e.event.cause or "") for _, e in told(game, id, kind)}
        for kind in ("thor_launched", "thor_on_its_way", "thor_arrives")
    }
    assert causes == {"thor_launched": {"thor_called"}, "thor_on_its_way": {"thor_launched"}, "thor_arrives": {"thor_lands"}}


def test_the_log_can_be_verified(mission: tuple[Campaigns, str]) -> None:
    game, id = mission
    assert game.verify(id).is_sound
    assert game.replay(id).is_sound


# --- the link alone -------------------------------------------------------------------------------------------------------------------


def board(id: str, scale: str, given: Json) -> Board:
    rules = engine(scale)
    state = rules.setup(given, KeyedDice(key=seeded_secret(1))).state
    return Board(BattleRecord(id, "t", scale, given, "open", 1, 0, "", -1, "", encode(state), rules.report(state)), rules)


def scene(scale: str, phase: str, *satellites: Json) -> Scene:
    made = plan(sky(*satellites))
    turns = sequence(made.scales)
    boards = {b.id: b for b in (board("t.centurion", "centurion", ground()), board("t.interceptor", "interceptor", sky(*satellites)))}
    tick = turns.next_tick(scale, phase, -1)
    assert tick is not None
    return Scene(made, made.theatres[0], turns, tick, boards)


def test_battles_see_the_satellites_before_they_may_call() -> None:
    (due,) = SatellitesAbove().before_row(scene("centurion", "end", {"id": "thor", "side": "tog"})).dues
    assert (due.battle, due.kind, [s["clusters"] for s in due.data["satellites"]]) == ("t.centurion", "thor_above", [9])
    assert SatellitesAbove().before_row(scene("centurion", "end")).dues == []
    assert SatellitesAbove().before_row(scene("centurion", "combat", {"id": "thor", "side": "tog"})).dues == []


def test_a_call_goes_to_the_board_of_the_satellite_and_else_comes_back() -> None:
    sent = Sent("m", "t.centurion", 1, Message("thor_call", {"call": "tog-1-1", "battle": "", "side": "tog"}), "e")
    (up,) = ThorCalls().deliver(sent, scene("centurion", "end", {"id": "thor", "side": "tog"})).dues
    assert (up.battle, up.data["battle"], up.cause) == ("t.interceptor", "t.centurion", "e")
    (back,) = ThorCalls().deliver(sent, scene("centurion", "end", {"id": "thor", "side": "cw"})).dues
    assert (back.battle, back.kind, back.data["news"]) == ("t.centurion", "thor_news", "struck")
    late = Delivery("m", "thor_call", "t.centurion", {"call": "tog-1-1", "battle": "t.centurion", "side": "tog"}, "e")
    (again,) = ThorCalls().bounce(late, scene("interceptor", "combat")).dues
    assert (again.battle, again.kind) == ("t.centurion", "thor_news")


def test_on_two_boards_the_battlefield_is_that_of_the_two_games() -> None:
    here = scene("centurion", "end", {"id": "thor", "side": "tog"})
    assert battlefield(here, here.everywhere["t.centurion"]) == "2:2608"


def test_a_campaign_file_puts_satellites_on_its_interceptor_board() -> None:
    text = (LIBRARY / "landfall.yaml").read_text()
    board = "      interceptor:\n        layout: three_game\n"
    assert board in text
    satellite = "        satellites:\n          - {id: tog-thor, name: Fulmen, side: tog}\n"
    made = plan_of(parse(text.replace(board, board + satellite), "landfall.yaml", engine))
    above = next(b for theatre in made.theatres for b in theatre.battles if b.scale == "interceptor")
    state = engine("interceptor").setup(above.setup, KeyedDice(key=seeded_secret(1))).state
    assert state.craft["tog-thor"].name == "Fulmen"
    with pytest.raises(FileFault, match="would burn up"):
        parse(text.replace(board, board + satellite.replace("side: tog", 'side: tog, hex: "1:0701"')), "landfall.yaml", engine)
