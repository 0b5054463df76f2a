"""Optional Rules: the switches of a battle. A set-up names them under `options`; what it leaves out is as `standard` says.

Rules that only matter where the set-up brings in what they are about (mines, smoke, artillery) are on unless they are switched off; those
that change how everything plays are off unless they are switched on.
"""

from scales import switches
from scales.centurion.state import BattleState
from scales.switches import Switch

SWITCHES: dict[str, Switch] = {
    "flight_modes": Switch("Alternate Grav Movement Modes", 0, 1, "grav vehicles may fly at tree-top and at low altitude"),
    "artillery": Switch("Artillery", 1, 1, "batteries may be called"),
    "hell_rounds": Switch("HELL Rounds", 0, 1, "batteries and on-board artillery have HELL rounds"),
    "engineering": Switch("Combat Engineering Vehicles", 1, 1, "engineering vehicles cut paths through woods and minefields"),
    "installations": Switch("Defense Installations", 1, 1, "installations shoot, shield what is around them and can be taken"),
    "hidden_units": Switch("Hidden Units", 1, 1, "units that the set-up hides begin unseen"),
    "mines": Switch("Mines", 1, 1, "mines attack who enters their hex"),
    "smoke": Switch("Smoke", 1, 1, "mortars, Gauss cannons, artillery and grenades lay smoke"),
    "troop_quality": Switch("Troop Quality", 1, 1, "elite and green troops shift the column of a hit"),
    "skill_improvement": Switch("Skill Improvement", 1, 1, "centuries rise and fall in quality from battle to battle"),
    "random_leadership": Switch("Centurion Advancement", 0, 1, "ratings that the set-up does not name are rolled"),
    "morale": Switch("Morale Checks", 0, 1, "units that are hit inside may withdraw"),
    "thor_missions": Switch("Thor Satellite System", 0, 20, "missions of Thor that each side may call"),
    "naval_fire": Switch("Naval Fire Support", 1, 1, "ships may be called"),
    "leviathan_naval_rules": Switch(
        "Naval Fire Support and Centurion", 0, 1, "ships that the scenario lends fire by Leviathan's detailed rules"
    ),
    "variant_initiative": Switch("Variant Initiative/Turn Sequence Rules", 0, 1, "the higher initiative wins, and Leadership adds to it"),
    "shield_penetration": Switch("Variant Shield Rule", 0, 1, "shields do not hinder direct fire but roll to stop what hits"),
    "emergency_turns": Switch('Variant "Emergency Turns"', 0, 1, "thrust in the vanes turns grav vehicles before their time"),
    "ramming": Switch("Variant Ramming in Centurion", 0, 1, "vehicles ram enemy vehicles"),
    "declare_by_unit": Switch(
        "Combat Phase",
        0,
        1,
        "sides declare their painting and fire in turn, a unit each time; off because a game by mail would ask too often",
    ),
    "lateral_shift": Switch("Variant Lateral Shift", 0, 1, "grav vehicles shift a hex aside instead of turning"),
    "missile_barrages": Switch("Missile Barrages", 0, 1, "ships may be called to fire missiles"),
}


def is_on(state: BattleState, name: str) -> bool:
    """Is an optional rule played in this battle?"""
    return value(state, name) > 0


def value(state: BattleState, name: str) -> int:
    """The value of a switch: the battle's own, else the standard one."""
    return switches.value(SWITCHES, state.options, name)
