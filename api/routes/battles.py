"""Battles with their boards, as data and as pictures."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from api.access import Access, Doors
from api.drawing import svg
from api.parameters import Battle
from api.problems import documented
from api.service import Service
from orchestrator.readers.shown import BattleLine, BattleShown
from scales.engine import Picture

SVG = "image/svg+xml"
DRAWN = {"description": "the picture", "content": {SVG: {"schema": {"type": "string"}}}}
STYLED = (("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"),)
"""A picture brings its own style, and nothing else."""


def router(service: Service) -> APIRouter:
    routes = APIRouter(tags=["reading"])
    doors, door, answers = Doors(service), service.door, service.answers
    Member = Annotated[Access, Depends(doors.member)]

    @routes.get("/campaigns/{id}/battles", response_model=list[BattleLine], responses=documented(401, 404))
    def list_battles(request: Request, member: Member) -> Response:
        """The battles of a campaign by id: boards stand in the open, so everybody knows which there are."""
        return answers.give(request, member, lambda: door.battles(member.campaign, member.eyes))

    @routes.get("/campaigns/{id}/battles/{battle}", response_model=BattleShown, responses=documented(401, 404))
    def show_battle(request: Request, member: Member, battle: Battle) -> Response:
        """A battle with its board as your side's seat sees it."""
        return answers.give(request, member, lambda: door.battle(member.campaign, member.eyes, battle))

    @routes.get("/campaigns/{id}/battles/{battle}/picture", response_model=Picture, responses=documented(401, 404))
    def show_picture(request: Request, member: Member, battle: Battle) -> Response:
        """What to draw of a board: the ground by hex, and a counter for each unit that you see."""
        return answers.give(request, member, lambda: door.picture(member.campaign, member.eyes, battle))

    @routes.get("/campaigns/{id}/battles/{battle}/picture.svg", responses=documented(401, 404) | {200: DRAWN}, response_class=Response)
    def draw_picture(request: Request, member: Member, battle: Battle) -> Response:
        """A board drawn as SVG."""

        def draw() -> str:
            sides = [side.id for side in door.look(member.campaign, member.eyes).line(battle).sides]
            names = {side.id: side.name for side in door.campaign(member.campaign, member.eyes).sides}
            return svg(door.picture(member.campaign, member.eyes, battle), sides, names)

        return answers.give(request, member, draw, media=SVG, more=STYLED)

    return routes
