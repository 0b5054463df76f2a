"""What passes between Leviathan and the boards below."""

from typing import Any

from scales.dice import ScriptedDice
from scales.leviathan.ground import ground, ground_attack
from scales.leviathan.state import State
from tests.examples import oracle
from tests.leviathan.table import Game, fighters, mail, ship, table


def _planet(**more: Any) -> State:
    units = [ship("fulgur", "fulgur", "tog", "1:0812", 1, velocity=2), ship("ajax", "ajax", "rl", "2:1610", 1, velocity=2)]
    return table(units, layout="leviathan_planet", interceptor=True, **more)


def _unit(**more: Any) -> dict[str, Any]:
    return {"id": "c1", "name": "Century", "side": "rl", "kind": "century", "hex": "1:0114", "terrain": "open", "mode": "laf"} | more


def _messages(game: Game, kind: str) -> list[dict[str, Any]]:
    return [m.data for m in game.outbox if m.kind == kind]


def test_going_down_is_announced_with_the_counter_as_it_stands() -> None:
    game = Game(_planet(fighters=[fighters("gladii", "gladius_flight", "tog", "2:0501")]))
    game.state.fighters["gladii"].lost = 4
    game.phase("power")
    _fly_and_descend(game)
    (message,) = _messages(game, "fighters_down")
    assert message["unit"] == "gladii"
    assert message["hex"] == "2:0501"
    assert (message["size"], message["fighters"], message["boxes"], message["boxes_left"]) == ("flight", {"gladius": 24}, 20, 16)
    assert game.state.fighters["gladii"].down


def _fly_and_descend(game: Game) -> None:
    """The movement phase with the unit staying where it is and going down."""
    game.state.fighters["gladii"].thrust = 0  # it stays in its hex
    game.phase("movement", say={"gladii": {"down": True}})


def test_while_its_craft_are_down_a_counter_neither_moves_nor_fires() -> None:
    game = Game(
        _planet(fighters=[fighters("gladii", "gladius_flight", "tog", "2:0501"), fighters("cheetahs", "cheetah_flight", "rl", "2:0502")])
    )
    game.phase("power")
    _fly_and_descend(game)
    for name in ("spotting", "launch", "combat"):
        events = game.phase(name)
        assert not [e for e in events if e.kind == "attacked" and e.units[0] == "gladii"]
    game.phase("power")
    assert not [e for e in game.phase("movement") if e.kind == "moved" and e.units == ["gladii"]]


def test_each_craft_lost_below_costs_six_boxes() -> None:
    game = Game(_planet(fighters=[fighters("gladii", "gladius_flight", "tog", "2:0501")]))
    game.phase("power")
    _fly_and_descend(game)
    game.phase("spotting")
    up = {"unit": "gladii", "side": "tog", "hex": "2:0402", "craft_shown": 4, "craft_lost": 2, "appeared": True}
    (event,) = [e for e in game.phase("launch", [mail("fighters_up", up)]) if e.kind == "fighters_up"]
    unit = game.state.fighters["gladii"]
    assert (unit.down, unit.lost, unit.alive) == (False, 12, True)
    assert tuple(unit.hex) == (4, 16)
    assert event.cause == "other-1"


@oracle("XSC-010")
def test_boxes_marked_for_a_lost_craft(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    game = Game(_planet(fighters=[fighters("gladii", "gladius_flight", "tog", "2:0501")]))
    game.phase("power")
    _fly_and_descend(game)
    game.phase("spotting")
    lost = 1 if inputs["fighter"] == "destroyed_on_interceptor_board" else 0
    up = {"unit": "gladii", "side": "tog", "hex": "2:0501", "craft_shown": 4, "craft_lost": lost, "appeared": True}
    game.phase("launch", [mail("fighters_up", up)])
    assert game.state.fighters["gladii"].lost == expected["leviathan_boxes_marked"]


def test_more_craft_lost_than_boxes_ends_the_unit_and_no_more() -> None:
    game = Game(_planet(fighters=[fighters("gladii", "gladius_squadron", "tog", "2:0501")]))
    game.phase("power")
    _fly_and_descend(game)
    game.phase("spotting")
    up = {"unit": "gladii", "side": "tog", "hex": "2:0501", "craft_shown": 1, "craft_lost": 12, "appeared": True}
    game.phase("launch", [mail("fighters_up", up), mail("fighters_up", up)])
    unit = game.state.fighters["gladii"]
    assert unit.destroyed
    assert unit.lost == unit.boxes


def test_a_counter_shot_while_down_takes_its_craft_with_it() -> None:
    game = Game(_planet(fighters=[fighters("gladii", "gladius_squadron", "tog", "2:0501")]))
    game.phase("power")
    _fly_and_descend(game)
    for name in ("spotting", "launch"):
        game.phase(name)
    unit = game.state.fighters["gladii"]
    unit.lost, unit.destroyed = unit.boxes, True
    game.phase("combat")
    assert _messages(game, "fighters_lost") == [{"unit": "gladii"}]
    assert not game.state.fighters["gladii"].down


def test_without_a_ground_picture_the_spotting_phase_is_empty() -> None:
    game = Game(_planet())
    for name in ("power", "movement"):
        game.phase(name)
    assert game.phase("spotting") == []


def _spot(game: Game, *units: dict[str, Any], battles: dict[str, str] | None = None) -> None:
    for name in ("power", "movement"):
        game.phase(name)
    game.phase("spotting", [mail("ground_picture", {"units": list(units), "battles": battles or {}})], say={"fulgur": {"hex": "1:0114"}})


def test_a_search_finds_what_is_there_and_tells_only_its_side() -> None:
    state = _planet()
    ground._picture(state, ground.typed({"units": [_unit(), _unit(id="c2", mode="grounded")]}, ground.GroundPicture))
    play = ground.Play(state, ScriptedDice.of(9, 4, 1, 1))  # 94 for mobile units, 11 for installations; the target is 95
    ground._search(play, state.ships["fulgur"], ground._hex(state, "1:0114"))
    (event,) = play.events
    assert event.kind == "spotted"
    assert event.seen_by == ["tog"]
    assert play.outbox[0].data["units"] == ["c1", "c2"]
    assert state.ground.things["c2"].spotted == {"tog": 0}


@oracle("XSC-023")
def test_spotting_numbers(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    rows = zip(inputs["mode"], inputs["terrain"], inputs["extra_centuries"], strict=True)
    numbers = [ground.spotting_number("century", mode, terrain, extra) for mode, terrain, extra in rows]
    assert numbers == expected["target"]
    assert [n >= 1 for n in numbers] == expected["possible"]


@oracle("XSC-025")
def test_two_dice_are_a_percentage(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert ground.percent(ScriptedDice.of(inputs["tens"], inputs["ones"]), "search") == expected["percentage"]


def test_a_hidden_unit_is_not_in_the_other_sides_view() -> None:
    from scales.leviathan import ENGINE

    game = Game(_planet())
    _spot(game, _unit(mode="grounded", terrain="mountainous_urban"))
    assert ENGINE.view(game.state, "tog").state.ground.things == {}
    assert list(ENGINE.view(game.state, "rl").state.ground.things) == ["c1"]


def test_a_ship_assigned_to_fire_support_sends_its_bays_and_keeps_them_from_space() -> None:
    game = Game(_planet())
    _assign(game)
    (sent,) = [m for m in game.outbox if m.kind == "fire_support"]
    assert sent.battle == "ground-1"
    assert sent.data["zone"] == "space"
    assert sent.data["in_arc"]
    assert all(b["damage"] > 0 for b in sent.data["bays"])
    assert len({b["arc"] for b in sent.data["bays"]}) == 1
    for name in ("launch", "combat"):
        events = game.phase(name)
    assert not [e for e in events if e.kind == "fired" and e.units[0] == "fulgur"]


def _assign(game: Game) -> None:
    for name in ("power", "movement"):
        game.phase(name)
    picture = {"units": [_unit(id="friend", side="tog", in_battle="ground-1")], "battles": {"ground-1": "1:0114"}}
    game.phase("spotting", [mail("ground_picture", picture)], say={"assign:fulgur": {"do": "support", "battle": "ground-1"}})


@oracle("XSC-026")
def test_an_open_call_binds_the_ship_for_the_next_turn(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    game = Game(_planet())
    forfeited, fired = [], 0
    _assign(game)
    for turn in (1, 2):
        if turn == 2:
            for name in ("power", "movement", "spotting"):
                game.phase(name)
        open_call = turn == 1 and inputs["request_centurion_turn"] == 5
        report = {"ship": "fulgur", "battle": "ground-1", "shots": 0 if open_call else 1, "open_call": open_call, "missiles_fired": False}
        if game.state.ships["fulgur"].support == "ground-1":
            forfeited.append(turn)
            fired = turn if not open_call else fired
        game.phase("launch", [mail("fire_support_report", report)])
        game.phase("combat")
    assert fired == expected["mission_fired_leviathan_turn"]
    assert forfeited == expected["bays_forfeited_in_leviathan_turns"]
    assert game.state.ships["fulgur"].bound == ""


def test_a_spotted_unit_is_attacked_from_the_next_turn_on_and_any_hit_ends_it() -> None:
    state = _planet()
    ground._picture(state, ground.typed({"units": [_unit()]}, ground.GroundPicture))
    state.turn = 1
    state.ground.things["c1"].spotted["tog"] = 1
    assert ground_attack.attackable(state, state.ships["fulgur"]) == []
    state.turn = 2
    assert [t.id for t in ground_attack.attackable(state, state.ships["fulgur"])] == ["c1"]
    state.ships["fulgur"].ground_target = "c1"
    shots = len(ground_attack.bays_on(state.ships["fulgur"], state.ground.things["c1"].hex))
    play = ground.Play(state, ScriptedDice.of(*([1] * shots)))
    ground_attack.resolve_attacks(play)
    assert state.ground.things["c1"].gone
    assert [(m.kind, m.data["outcome"]) for m in play.outbox] == [("ground_damage", "destroyed")]


def test_damaged_fire_control_of_a_bay_counts_against_the_ground_too() -> None:
    state = _planet()
    ground._picture(state, ground.typed({"units": [_unit()]}, ground.GroundPicture))
    fulgur = state.ships["fulgur"]
    fulgur.ground_target = "c1"
    for bay in fulgur.bays:
        bay.fire_control = 2
    play = ground.Play(state, ScriptedDice.of(*([10] * len(ground_attack.bays_on(fulgur, state.ground.things["c1"].hex)))))
    ground_attack.resolve_attacks(play)
    for event in play.events:
        (check,) = event.checks
        assert [m.value for m in check.modifiers] == [-5, -2, -5]
        assert check.target == check.base + sum(m.value for m in check.modifiers)


@oracle("LEV-070")
def test_height_over_a_ground_target(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    from scales.hexes import Hex
    from scales.leviathan import board

    columns = {"atmosphere": 2, "interface": 3, "space": 8}
    found = [board.ground_modifier("leviathan_planet", Hex(columns[z], 14), Hex(1, 14)) for z in inputs["firing_from"]]
    assert found == expected["modifier"]


@oracle("XSC-029")
def test_the_columns_of_a_planet(inputs: dict[str, Any], expected: dict[str, Any]) -> None:  # noqa: ARG001
    from scales.leviathan import board

    for name, column in expected["leviathan_rows"].items():
        assert board.zone("leviathan_planet", int(column)) == name
    assert board.over_interceptor(
        "leviathan_planet", board.parse(board.sheets_of("leviathan_planet"), f"1:{expected['centurion_board_hex']}")
    )


def test_installations_lose_armor_and_bays_with_their_share_below() -> None:
    base = {"id": "gl", "name": "Base", "class": "gl2", "side": "rl", "hex": "1:0114"}
    game = Game(_planet(installations=[base]))
    for name in ("power", "movement"):
        game.phase(name)
    losses = {"unit": "gl", "outcome": "crippled", "sheet": {"installations": 6, "out": 3, "shield_thirds": 1}}
    game.phase("spotting", [mail("ground_losses", losses)])
    ship_ = game.state.ships["gl"]
    from scales import armor

    assert armor.boxes_left(ship_.armor["F"]) == 50
    assert [b.destroyed for b in ship_.bays] == [False, True]
    assert ship_.shields["F"] == 3


def test_damage_to_an_installation_is_told_to_the_ground() -> None:
    base = {"id": "gl", "name": "Base", "class": "gl1", "side": "rl", "hex": "1:0114"}
    game = Game(_planet(installations=[base]))
    game.turn()
    from scales import armor

    armor.by_rows(game.state.ships["gl"].armor["F"], 30)
    game.turn()
    told = [m for m in _messages(game, "ground_damage") if m["unit"] == "gl"]
    assert told[0]["outcome"] == "crippled"
    assert told[0]["sheet"]["armor_lost"] >= 30


@oracle("XSC-027")
def test_air_defense_and_rockets_fire_from_the_ground_and_show_themselves(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    from scales.leviathan.combat import missiles
    from scales.leviathan.ground import ground_fire

    assert inputs["unit"] == "Centurion Air Defense Century"
    assert (expected["fighter_missile_rating"], expected["rocket_century_missile"]) == (ground_fire.RATING, ground_fire.ROCKET_TYPE)
    game = Game(_planet(fighters=[fighters("gladii", "gladius_group", "tog", "1:0314")]))
    game.state.fighters["gladii"].thrust = 0
    for name in ("power", "movement"):
        game.phase(name, say={"gladii": {"down": False}})
    things = [_unit(id="ad", century_type="air_space_defense", mode="nf"), _unit(id="rockets", century_type="rocket", mode="nf")]
    game.phase("spotting", [mail("ground_picture", {"units": things, "battles": {}})], say={"fulgur": {"hex": ""}})
    game.phase("launch")
    events = game.phase("combat", say={"ad": {"target": "gladii"}, "rockets": {"target": "gladii"}})
    assert [e.units for e in events if e.kind == "ground_fire"] == [["ad", "gladii"]]
    assert [e for e in events if e.kind in ("missiles", "missile_hit") and e.units[0] == "rockets"]
    for thing in game.state.ground.things.values():
        assert thing.used
        assert "tog" in thing.spotted
    assert missiles.missile_table("A")["damage"] == 50


# ---- mobile air defense of this board alone ------------------------------------------------------------------------


def _defended(**more: Any) -> State:
    """An air defense and a rocket century, hidden in the ground below; the Fulgur stands above them."""
    troops = [{"id": "ad", "name": "Air Defense", "side": "rl", "hex": "1:0114"} | more,
              {"id": "rockets", "name": "Rockets", "class": "rocket", "side": "rl", "hex": "1:0114"}]  # fmt: skip
    units = [ship("fulgur", "fulgur", "tog", "1:0414", 2), ship("ajax", "ajax", "rl", "2:2001", 1)]
    return table(units, layout="leviathan_planet", ground=troops)


def test_air_defense_is_set_up_hidden_and_found_by_a_search() -> None:
    from scales.leviathan import ENGINE

    game = Game(_defended(mode="laf"))
    assert ENGINE.view(game.state, "tog").state.ground.things == {}
    assert list(ENGINE.view(game.state, "rl").state.ground.things) == ["ad", "rockets"]
    assert [c.unit for c in ENGINE.picture(ENGINE.view(game.state, "tog")).counters] == ["ajax", "fulgur"]
    play = ground.Play(game.state, ScriptedDice.of(1, 5, 9, 9))
    ground._search(play, game.state.ships["fulgur"], ground._hex(game.state, "1:0114"))
    (event,) = play.events
    assert event.data["units"] == ["ad", "rockets"]
    named = [(m.name, m.value) for m in event.checks[0].modifiers]
    assert named == [("low-altitude flight", 40), ("open", 0), ("further centuries", 5)]
    assert event.checks[0].target == 95
    assert list(ENGINE.view(game.state, "tog").state.ground.things) == ["ad", "rockets"]


def test_air_defense_may_begin_in_the_open_and_stands_on_the_ground() -> None:
    from scales.leviathan import ENGINE

    assert list(ENGINE.view(_defended(spotted=True), "tog").state.ground.things) == ["ad"]
    setup = {"layout": "leviathan_planet", "sides": [{"id": "rl", "faction": "commonwealth", "seat": "rl"}]}
    wrong = [{"id": "ad", "name": "A", "side": "rl", "hex": "1:0214"}, {"id": "b", "name": "B", "side": "tog", "hex": "1:0114"}]
    assert [f.code for f in ENGINE.faults(setup | {"ground": wrong})] == ["bad_zone", "unknown_side"]


def test_whether_anything_is_hidden_does_not_show_in_who_is_asked_to_search() -> None:
    asked = []
    for things in (["ad"], []):
        state = _defended()
        state.ground.things = {k: t for k, t in state.ground.things.items() if k in things}
        asked.append([d.key for d in ground.search(ground.Play(state, ScriptedDice.of()))])
    assert asked[0] == asked[1] == ["search:tog", "search:rl"]


def _salvo(state: State) -> Any:
    from scales.leviathan.combat import missiles

    base = {"id": "base", "name": "Base", "class": "gl1", "side": "rl", "hex": "1:0114"}
    state.ships |= table([], layout="leviathan_planet", installations=[base]).ships
    return missiles.salvo_of(state, state.ships["fulgur"], {"target": "base", "hex": 0})


def test_an_air_defense_century_has_a_turret_factor_of_one_against_missiles() -> None:
    from scales.leviathan.ground import ground_turrets

    state = _defended()
    salvo = _salvo(state)
    ad, rockets = state.ground.things["ad"], state.ground.things["rockets"]
    assert ground_turrets.able(state, "rl") == [ad]  # a rocket century has none
    assert ground_turrets.prey(state, ad, [salvo]) == {"missiles:fulgur": 0}
    play = ground.Play(state, ScriptedDice.of(9))
    assert ground_turrets.shoot(play, ad, {"target": "missiles:fulgur"}, [salvo]) == {"fulgur": 10}
    (event,) = play.events
    assert (event.checks[0].base, event.data["points"]) == (9, 10)
    assert "tog" in ad.spotted
    assert "tog" not in rockets.spotted
    assert not ad.used  # its fighter missiles are still there


def test_missiles_out_of_reach_or_of_the_own_side_are_no_prey() -> None:
    from scales.leviathan.ground import ground_turrets

    state = _defended()
    salvo = _salvo(state)
    ad = state.ground.things["ad"]
    far = salvo._replace(mark=state.ships["fulgur"].hex, origin=state.ships["fulgur"].hex._replace(row=1))
    assert ground_turrets.prey(state, ad, [far._replace(mark=far.origin)]) == {}
    ad.side = "tog"
    assert ground_turrets.prey(state, ad, [salvo]) == {}
    (text,) = ground_turrets.faults(state, ad, [salvo], {"target": "missiles:fulgur"})
    assert "leviathan: Space and the Ground: Combat" in text


def test_a_salvo_over_air_defense_is_met_on_its_way_and_the_century_is_seen() -> None:
    state = _defended()
    _salvo(state)
    game = Game(state)
    for name in ("power", "movement", "spotting", "launch"):
        game.phase(name, say={"fulgur": {"hex": ""}} if name == "spotting" else None)
    game.state.ships["fulgur"].hex = _defended().ships["fulgur"].hex
    events = game.phase("combat", say={"fulgur/missiles": {"target": "base", "hex": 0}, "ground_turrets:ad": {"target": "missiles:fulgur"}})
    shot = next(e for e in events if e.kind == "ground_fire" and e.units == ["ad", "fulgur"])
    arrived = next(e for e in events if e.kind == "missiles")
    assert events.index(shot) < events.index(arrived)
    table_ = {True: 10, False: 0}
    assert shot.data["points"] == table_[shot.data["hit"]]
    assert "tog" in game.state.ground.things["ad"].spotted


def test_fighters_in_the_air_above_attack_troops_that_were_found() -> None:
    from scales.leviathan.fighters import dogfight
    from scales.leviathan.ground import strafing, support

    state = _defended(spotted=True)
    state.fighters = table(
        [ship("a", "ajax", "rl", "2:2001")], layout="leviathan_planet", fighters=[fighters("gladii", "gladius_squadron", "tog", "1:0214")]
    ).fighters
    state.turn = 1
    unit = state.fighters["gladii"]
    assert [d.get("unit") for d in support.duties(state, unit)] == [None, "ad"]
    unit.hex = unit.hex._replace(row=13)
    assert len(support.duties(state, unit)) == 1
    unit.hex = unit.hex._replace(row=14)
    unit.ground_target = "ad"
    assert not dogfight.may_attack(state, unit)
    play = ground.Play(state, ScriptedDice.of(4))
    strafing.attack(play)
    assert [(m.name, m.value) for m in play.events[0].checks[0].modifiers] == [("mobile target", -5)]
    assert (play.events[0].checks[0].target, state.ground.things["ad"].gone) == (4, True)
    assert [m.data["outcome"] for m in play.outbox] == ["destroyed"]


def test_missiles_that_come_down_on_the_ground_end_troops_in_the_hex_that_they_hit() -> None:
    from scales.leviathan.combat import missiles

    state = _defended()
    salvo = _salvo(state)
    state.ground.things["rockets"].in_battle = "ground-1"  # what a battle below takes up is its own
    play = ground.Play(state, ScriptedDice.of(9, 1))  # the base, then the air defense: 10 less 5 for the height and 5 for mobile troops
    missiles.strike(play, salvo, 0)
    (event,) = [e for e in play.events if e.units == ["fulgur", "ad"] and e.kind == "missile_hit"]
    assert [m.value for m in event.checks[0].modifiers] == [-5, -5]
    assert state.ground.things["ad"].gone
    assert not state.ground.things["rockets"].gone


def test_of_a_salvo_that_misses_hidden_troops_the_other_side_learns_nothing() -> None:
    from scales.leviathan.combat import missiles

    state = _defended()
    salvo = _salvo(state)
    play = ground.Play(state, ScriptedDice.of(9, 9, 9))
    missiles.strike(play, salvo, 0)
    assert [e.seen_by for e in play.events if set(e.units) & {"ad", "rockets"}] == [["rl"], ["rl"]]
