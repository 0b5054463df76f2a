"""Installations and air-defense vehicles fire at craft of the board above. (centurion: Attacking Fighters from the Centurion Board)

What they can fire goes up with the ground forces, before D5. That board asks and rolls in D5; what was used is told the battle in D5b, before
anybody there fires at the ground. A battle that ended meanwhile has nothing left to spend: the message is struck off.
"""

from orchestrator.links.link import Carry

GROUND_FIRED = Carry("ground_fired", "centurion", "hits")
