"""The rule that governs each kind of decision: a refusal names it when its sentence names none."""

RULES = {
    "place": "centurion: Moving Between Leviathan and Interceptor Boards",
    "shields": "interceptor: Variable Shields",
    "move": "interceptor: Movement",
    "return": "interceptor: Movement",
    "deploy": "interceptor: Set-Up",
    "announce": "centurion: Interceptor Integration (Movement)",
    "pull_out": "centurion: Dive Bombing",
    "fire": "interceptor: To-Hit",
    "launch": "interceptor: Missiles",
    "defend": "interceptor: Missiles",
    "ground_fire": "centurion: Attacking Fighters from the Centurion Board",
    "ground_launch": "centurion: Attacking Fighters from the Centurion Board",
}
