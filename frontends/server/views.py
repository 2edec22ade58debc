"""What one seat of a hosted table is shown: VIEW, but for table, seat and version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arena.match import ranks_of_failure, shares_of
from engine_cy.jsonform import write_untraced
from frontends.choices import note_of
from frontends.log import folded
from frontends.server.games import legal_of

if TYPE_CHECKING:
    from frontends.server.hosted import HostedTable


def view_of(table: HostedTable, seat: int) -> dict[str, Any]:
    """Return what a seat is shown; a function of what it may know, and of nothing else."""
    dealer, game = table.dealer, table.game
    observation = dealer.observation(seat)
    over, committed = table.is_over(), dealer.committed(seat)
    return {
        "game": game.name,
        "title": game.spec.title,
        "players": game.num_players,
        "names": [place.name for place in table.places],
        "kinds": [place.kind for place in table.places],
        "observation": write_untraced(observation),
        "screen": str(observation),
        "legal": [] if over or committed is not None else _noted(observation),
        "committed": None if over or committed is None else game.action_to_string(committed),
        "can_undo": not over and dealer.can_undo(seat),
        "thinking": not over and _bots_are_waited_for(table, seat),
        "log": folded(observation.events()),
        "over": over,
        "result": _result(table) if over else None,
        "failure": _failure(table),
    }


def _noted(observation: Any) -> list[dict[str, Any]]:
    return [{**row, "note": note_of(observation, row["action"])} for row in legal_of(observation)]


def _bots_are_waited_for(table: HostedTable, seat: int) -> bool:
    """Return whether nothing but bots holds the game up, as far as the seat can know.

    It goes by who takes part in the choice, never by who has made it: nobody learns from it whether
    another person has chosen.
    """
    acting = set(table.dealer.acting())
    if table.dealer.owes(seat):
        return False
    others = acting - {seat}
    return bool(others) and all(table.places[other].kind == "bot" for other in others)


def _result(table: HostedTable) -> dict[str, Any]:
    players = table.game.num_players
    if table.failure is not None:
        ranks = ranks_of_failure(players, table.failure.seat)
        rows: list[tuple[int, int, float | None]] = [
            (rank, seat, None) for seat, rank in enumerate(ranks)
        ]
        shares = shares_of(ranks, None)
    else:
        rows = [*table.dealer.result()]
        returns = table.dealer.ended().returns()
        shares = shares_of([rank for _, rank in sorted((s, r) for r, s, _ in rows)],
                           [float(value) for value in returns])
    standing = [
        {"seat": seat, "rank": rank, "score": score, "share": shares[seat]}
        for rank, seat, score in sorted(rows, key=lambda row: row[:2])
    ]
    return {"standing": standing, "uncovered": table.dealer.uncovered()}


def _failure(table: HostedTable) -> str | None:
    failure = table.failure
    if failure is None:
        return None
    name = table.places[failure.seat].name
    return (f"The bot of seat {failure.seat}, {name}, has failed ({failure.kind}); it loses the "
            "game, and the others share it.")
