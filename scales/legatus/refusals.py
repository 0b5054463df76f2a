"""The section of the rules that governs each kind of decision: a refusal names it when its sentence names none."""

RULES = {
    "initiative": "legatus: Initiative Phase",
    "activation": "legatus: Movement Phase",
    "postpone": "legatus: Double-blind rules: Movement",
    "movement": "legatus: Movement Phase",
    "spot": "legatus: Double-blind rules: Spotting",
    "reaction": "legatus: Combat Phase",
    "pursuit": "legatus: Combat Phase",
    "attack": "legatus: Combat Phase",
}
