"""Ships search the ground, what they find is shown below, and what they hit there is lost. (leviathan: Spotting Phase, Space and the Ground)

Before each C the ships' board gets the truth of the ground: every century and installation on the Legatus map, and every battle. What a
search finds is told to Legatus at its next phase.
"""

from orchestrator.links.link import Board, Carry, Deliveries, Due, Link, Scene
from orchestrator.theatre import ground_hex
from scales.codec import plain
from scales.messages import GroundPicture, GroundUnit


class GroundTruth(Link):
    kinds = ("ground_picture",)

    def before_row(self, scene: Scene) -> Deliveries:
        if (scene.row.scale, scene.row.phase) != ("leviathan", "spotting"):
            return Deliveries()
        units = [unit for board in scene.boards("legatus") for unit in _units(board, scene)]
        battles = {battle.id: ground_hex(scene, battle) for battle in scene.boards("centurion")}
        if not units and not battles:
            return Deliveries()
        picture = plain(GroundPicture(units, battles))
        return Deliveries([Due(board.id, scene.tick, "ground_picture", picture) for board in scene.boards("leviathan")])


def _units(board: Board, scene: Scene) -> list[GroundUnit]:
    """The units of a Legatus map; those fought over below stand on the map of their battle."""
    from scales.legatus.double_blind.sightings import ground_picture  # a command that plays nothing should not load an engine

    units = ground_picture(board.state()).units
    for unit in units:
        unit.in_battle = f"{scene.theatre.id}.{unit.in_battle}" if unit.in_battle else ""
    return units


SPOTTED = Carry("spotted", "legatus", "spotting")
GROUND_DAMAGE = Carry("ground_damage", "legatus", "combat")
GROUND_LOSSES = Carry("ground_losses", "leviathan", "spotting")
