"""The section of the rules that governs each kind of decision: a refusal names it when its sentence names none."""

RULES = {
    "organize": "leviathan: Organization",
    "deploy": "leviathan: Game Set-Up",
    "first": "leviathan: Initiative Phase",
    "power": "leviathan: Power Allocation",
    "next": "leviathan: Movement Phase",
    "move": "leviathan: Movement",
    "ground_turrets": "leviathan: Space and the Ground: Combat",
    "abandon": "leviathan: Abandoning an Installation",
    "lifeboats": "leviathan: Abandoning an Installation",
    "down": "centurion: Moving Between Leviathan and Interceptor Boards",
    "search": "leviathan: Full Leviathan/Centurion Integration",
    "assign": "leviathan: Full Leviathan/Centurion Integration",
    "launch": "leviathan: Fighters",
    "collisions": "leviathan: Collisions",
    "fire": "leviathan: Combat",
    "turrets": "leviathan: Turrets",
    "struck": "leviathan: Range",
    "fighters": "leviathan: Fighters",
    "ground_fire": "leviathan: Return Fire",
    "repair": "leviathan: Damage Control Parties",
}
