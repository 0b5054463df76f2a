"""The board of a battle as a picture.

Headings of the book played here too: Components.
"""

from scales.centurion.ground.terrain import Tile, terrain_of
from scales.centurion.state import PARITY, BattleState, Ground, Landed, Squad, Vehicle
from scales.centurion.support import craft_aim, landed_craft
from scales.centurion.view import View
from scales.engine import Counter, Picture
from scales.hexes import Hex

LEGEND = {
    "2": "elevation level",
    "b2/20": "buildings: storeys, armor factor",
    "crater": "crater",
    "smoke": "smoke",
    "mines": "minefield",
    "path 1-4": "path between hexsides",
    "(TTF)": "tree-top flight",
    "(LAF)": "low-altitude flight",
}
"""What notes on hexes and markers of counters mean."""


def picture(view: View) -> Picture:
    """Ground by hex, heights and what play changed as notes, a counter for each unit that the seat sees on the board."""
    state = view.state
    terrain = terrain_of(state)
    fill, labels = {}, {}
    for place, tile in enumerate(terrain.tiles):
        if tile is not None:
            label = terrain.hex(place).label
            fill[label] = word(tile)
            notes = " ".join(
                [*_notes(tile, state.ground.craters.get(label, 0), label in state.ground.smoke), *counters_on(state.ground, label)]
            )
            if notes:
                labels[label] = notes
    title = f"Ground battle{' in ' + state.ground_hex if state.ground_hex else ''}, turn {state.turn}"
    on_board = sorted(state.in_play(), key=lambda u: (isinstance(u, Squad), u.id))
    counters = [_counter(u, u.hex) for u in on_board if u.hex is not None] + _craft(state)
    return Picture(title, (1, terrain.columns), (1, terrain.rows), PARITY, fill, counters, labels, dict(LEGEND))


def word(tile: Tile) -> str:
    """The terrain word of a hex; roads and rivers before what they run through."""
    if tile.road:
        return "road"
    return "river" if tile.river and tile.ground == "clear" else tile.ground


def counters_on(ground: Ground, label: str) -> list[str]:
    """Minefields and pathways of a hex: those that the other side does not know as hidden ones, a path by the hexsides it joins."""
    words = ["mines"] * (label in ground.mines) + ["hidden mines"] * (label in ground.hidden_mines)
    paths = [*ground.tree_paths, *(each for each in ground.mine_paths if each not in ground.tree_paths)]
    return words + [f"path {each[5]}-{each[6]}" for each in paths if each.startswith(label)]


def _notes(tile: Tile, craters: int, smoke: bool) -> list[str]:
    words = [str(tile.level)] if tile.level else []
    words += [f"b{tile.levels}/{tile.armor_factor}"] if tile.levels else []
    words += ["crater" if craters == 1 else f"{craters} craters"] if craters else []
    return words + ["smoke"] * smoke


def _craft(state: BattleState) -> list[Counter]:
    """Craft that attack the ground, where their counters stand."""
    placed = [(craft, state.runs[craft.craft]) for craft in state.air if craft.craft in state.runs]
    spots = [(craft, run, craft_aim.place(state, run)) for craft, run in placed]
    found = [Counter((hex.column, hex.row), craft.craft_name, craft.side, run.heading, craft.craft) for craft, run, hex in spots]
    return found + [_on_ground(id, landed) for id, landed in sorted(state.landed.items())]


def _on_ground(id: str, landed: Landed) -> Counter:
    """A patrol craft that has landed, from its stern on over the hex ahead."""
    stern = landed_craft.spot(landed, landed_craft.STERN)
    return Counter((stern.column, stern.row), landed.craft.craft_name, landed.craft.side, landed.heading, id, length=2)


def _counter(unit: Vehicle | Squad, hex: Hex) -> Counter:
    """A unit with its marker TTF or LAF when it flies so."""
    if isinstance(unit, Squad):
        return Counter((hex.column, hex.row), unit.name, unit.side, 0, unit.id)
    name = f"{unit.name} ({unit.mode.upper()})" if unit.mode in ("ttf", "laf") else unit.name
    return Counter((hex.column, hex.row), name, unit.side, unit.facing, unit.id)
