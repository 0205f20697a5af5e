"""Plays scripted games and prints what they say about deck and cars: `python -m tests.games.robbery.playtest [GAMES]`."""

import random
import statistics
import sys
from collections import Counter
from typing import Any

import bangbox
from bangbox.games.robbery.rules_state import DECK, FIGHT, INSTALL, INSTALL_CARD, MEET, PASS, SPOILS
from tests.games.robbery.scripted import Style, choose


def play(players: int, styles: list[Style], seed: int, **options: Any) -> dict[str, Any]:
    """One game: its length, who won with what, what was installed, how fights went."""
    pos, lot = bangbox.game("robbery", players=players, **options).start(seed=seed), random.Random(seed)
    facts: Counter[str] = Counter()
    while not pos.over:
        s, seat = pos.s, pos.actor
        action = choose(pos, styles[seat], lot)
        if s.phase == INSTALL and action != PASS:
            cheese = DECK[action - INSTALL_CARD - 1].iq == 0
            facts["cheese" if cheese else "brain"] += 1
            facts["early cheese"] += cheese and s.round <= 3
            facts["early brain"] += not cheese and s.round <= 3
        facts["fight"] += s.phase == MEET and action == FIGHT
        was, attacker = s.phase, s.turn
        pos.play(action)
        facts["stolen"] += was != SPOILS and pos.s.phase == SPOILS
        facts["attacker won"] += was != SPOILS and pos.s.phase == SPOILS and pos.s.asked == attacker
    s = pos.s
    won = max(pos.scores)
    return {
        "rounds": s.round,
        "iq": won,
        "winners": pos.winners,
        "engine": s.engine_came,
        "braked": s.round < 100 and s.cars == 1,
        **facts,
    }


def spread(values: list[int]) -> str:
    """The middle, and the middle four fifths."""
    tenths = statistics.quantiles(values, n=10)
    return f"{statistics.median(values):g} ({tenths[0]:g} to {tenths[-1]:g})"


def table(games: int) -> None:
    """A line a number of players."""
    print("players  rounds  engine in  winning IQ  nobody wins  cheeses  early cheese:brain  brains  fights  attacker won")
    for players in range(3, 8):
        results = [play(players, [Style()] * players, seed) for seed in range(games)]
        mean = {
            key: sum(r.get(key, 0) for r in results) / games
            for key in ("cheese", "early cheese", "early brain", "brain", "fight")
        }
        decided = sum(r.get("stolen", 0) for r in results)
        print(
            f"{players}  {spread([r['rounds'] for r in results])}  {spread([r['engine'] for r in results])}"
            f"  {spread([r['iq'] for r in results])}  {sum(not r['winners'] for r in results) / games:.1%}"
            f"  {mean['cheese']:.1f}  {mean['early cheese']:.2f}:{mean['early brain']:.2f}"
            f"  {mean['brain']:.1f}  {mean['fight']:.1f}"
            f"  {sum(r.get('attacker won', 0) for r in results) / max(1, decided):.0%}"
        )


def duel(games: int, name: str, odd: Style) -> None:
    """How often two players of another style win against two ordinary ones (half would be no difference)."""
    wins = [0.0, 0.0]
    for seed in range(games):
        styles = [odd if (seat + seed) % 2 else Style() for seat in range(4)]
        for seat in (result := play(4, styles, seed))["winners"]:
            wins[styles[seat] == odd] += 1 / len(result["winners"])
    print(f"{name}: they win {wins[1]:.0f}, ordinary players {wins[0]:.0f} ({wins[1] / max(1, sum(wins)):.0%})")


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    table(count)
    duel(2 * count, "no cheese", Style(eats_cheese=False))
    duel(2 * count, "no fights", Style(picks_fights=False))
    duel(2 * count, "no cards spent", Style(spends_cards=False))
