"""Fighters go down from Leviathan to the Interceptor board and up again. (centurion: Moving Between Leviathan and Interceptor Boards)

Announced at the end of Leviathan movement they appear in D3 of the first minute; announced at the end of Interceptor movement they are
back above for launch and combat of the same turn. A counter destroyed above takes its craft below out of play in the next D3.
"""

from orchestrator.links.link import Carry

FIGHTERS_DOWN = Carry("fighters_down", "interceptor", "initiative")
FIGHTERS_UP = Carry("fighters_up", "leviathan", "launch")
FIGHTERS_LOST = Carry("fighters_lost", "interceptor", "initiative")
