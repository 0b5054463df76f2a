"""The section of the rules that governs each kind of decision: a refusal names it when its sentence names none."""

RULES = {
    "deploy": "legatus: Prefect to Legatus",
    "initiative": "legatus: Initiative Phase",
    "activation": "legatus: Movement Phase",
    "postpone": "legatus: Double-blind rules: Movement",
    "movement": "legatus: Movement Phase",
    "spot": "legatus: Double-blind rules: Spotting",
    "reaction": "legatus: Reactions",
    "pursuit": "legatus: Reactions",
    "counter_battery": "legatus: Artillery",
    "attack": "legatus: Attacks",
    "intercept": "legatus: Interceptors",
    "contact": "legatus: Interceptors",
    "low_attack": "legatus: Interceptors",
}
