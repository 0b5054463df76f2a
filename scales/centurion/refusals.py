"""The section of the rules that governs each kind of decision: a refusal names it when its sentence names none."""

RULES = {
    "initiative": "centurion: Initiative Phase",
    "initiative_order": "centurion: Initiative Phase",
    "move_platoon": "centurion: Movement Phase",
    "move": "centurion: Movement Phase",
    "opportunity": "centurion: Opportunity Fire",
    "declare": "centurion: Combat Phase",
    "air": "centurion: Strafing",
    "touch_down": "centurion: Landing or Launching Centurion Units",
    "landed_fire": "centurion: Landing or Launching Centurion Units",
    "unload": "centurion: Landing or Launching Centurion Units",
    "drop": "centurion: Landing or Launching Centurion Units",
    "paint": "centurion: Painting a Target",
    "fire": "centurion: Weapons Fire",
    "artillery": "centurion: General Artillery Rules",
    "missions": "centurion: On-Board Artillery Fire",
    "naval": "centurion: Naval Fire Support",
    "thor": "centurion: Thor Satellite System",
    "javelins": "centurion: Thor Satellite System",
    "smoke": "centurion: Smoke",
    "ram": "centurion-variants: Variant Ramming in Centurion",
}
