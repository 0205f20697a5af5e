"""Plays many games and prints what they say about deck and cars: `python -m tests.games.robbery.playtest [GAMES [SEARCHED]]`.

GAMES (200) are played by the scripted player at every number of players and in each comparison of styles; SEARCHED (0) by the
project's own search, which knows nothing of the game and so is a second opinion.
"""

import random
import statistics
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import bangbox
from bangbox.core.position import Position
from bangbox.games.robbery.rules.record import DECK, FIGHT, INSTALL, INSTALL_CARD, MEET, PASS, SPOILS
from tests.games.robbery.scripted import Style, choose

Player = Callable[[Position], int]
EARLY = 3  # rounds
SIMULATIONS = 400


def scripted(style: Style, seed: int) -> Player:
    """A player of that style."""
    lot = random.Random(seed)
    return lambda pos: choose(pos, style, lot)


def searcher(seed: int) -> Player:
    """The project's search with random play-outs."""
    bot = bangbox.bot("robbery", "easy")
    return lambda pos: bot.choose(pos, simulations=SIMULATIONS, seconds=60, seed=seed)


def play(players: list[Player], seed: int, **options: Any) -> dict[str, Any]:
    """One game: its length, who won with what, what was installed, how fights went."""
    pos = bangbox.game("robbery", players=len(players), **options).start(seed=seed)
    facts: Counter[str] = Counter()
    while not pos.over:
        action = players[pos.actor](pos)
        note(pos, action, facts)
        was, attacker = pos.s.phase, pos.s.turn
        pos.play(action)
        decided = was != SPOILS and pos.s.phase == SPOILS
        facts["stolen"] += decided
        facts["attacker won"] += decided and pos.s.asked == attacker
    return {"rounds": pos.s.round, "engine": pos.s.engine_came, "iq": max(pos.scores), "winners": pos.winners, **facts}


def note(pos: Position, action: int, facts: Counter[str]) -> None:
    """Counts what is about to be done."""
    s = pos.s
    facts["fight"] += s.phase == MEET and action == FIGHT
    facts["met"] += s.phase == MEET
    if s.phase != INSTALL:
        return
    early = s.round <= EARLY
    could = [a - INSTALL_CARD for a in pos.choices() if a != PASS]
    facts["cheese offered"] += early and not s.head[s.turn] and any(DECK[card - 1].iq == 0 for card in could)
    if action != PASS:
        kind = "brain" if DECK[action - INSTALL_CARD - 1].iq else "cheese"
        facts[kind] += 1
        facts[f"early {kind}"] += early


def spread(values: list[int]) -> str:
    """The middle, and the middle four fifths."""
    tenths = statistics.quantiles(values, n=10, method="inclusive")
    return f"{statistics.median(values):g} ({tenths[0]:g} to {tenths[-1]:g})"


def tell(name: str, results: list[dict[str, Any]]) -> None:
    """A row of the table."""
    games = len(results)
    sums: Counter[str] = Counter()
    for result in results:
        sums.update({key: value for key, value in result.items() if isinstance(value, int)})
    cells = [name, *(spread([result[key] for result in results]) for key in ("rounds", "engine", "iq"))]
    cells += [f"{sum(not result['winners'] for result in results) / games:.0%}"]
    cells += [f"{sums[key] / games:.1f}" for key in ("cheese", "brain", "fight")]
    cells += [f"{sums['early cheese']} of {sums['cheese offered']}", f"{sums['fight']} of {sums['met']}"]
    cells += [f"{sums['attacker won'] / max(1, sums['stolen']):.0%}"]
    print("| " + " | ".join(cells) + " |", flush=True)


HEADING = (
    "| players | rounds | Engine in round | winning IQ | nobody wins | cheeses installed | brains installed | fights"
    " | early cheese taken | meetings fought | attacker wins |\n" + "|---" * 11 + "|"
)


def compare(games: int, name: str, odd: Style) -> None:
    """How often two players of another style win against two ordinary ones (half would be no difference)."""
    wins = [0.0, 0.0]
    for seed in range(games):
        styles = [odd if (seat + seed) % 2 else Style() for seat in range(4)]
        result = play([scripted(style, seed) for style in styles], seed)
        for seat in result["winners"]:
            wins[styles[seat] == odd] += 1 / len(result["winners"])
    print(f"{name}: they win {wins[1]:.0f}, ordinary players {wins[0]:.0f} ({wins[1] / max(1, sum(wins)):.0%})", flush=True)


def main(games: int, searched: int) -> None:
    """Prints tables and comparisons."""
    print(HEADING)
    for players in range(3, 8) if games else ():
        tell(str(players), [play([scripted(Style(), seed)] * players, seed) for seed in range(games)])
    for players in (4, 6) if games else ():
        tell(f"{players}, eager", [play([scripted(Style(eager=True), seed)] * players, seed) for seed in range(games)])
    for name, odd in (
        ("players who never eat cheese", Style(eats_cheese=False)),
        ("players who never pick a fight", Style(picks_fights=False)),
        ("players who never play hand cards", Style(spends_cards=False)),
    ):
        if games:
            compare(2 * games, name, odd)
    if searched:
        tell("4, searching", [play([searcher(seed)] * 4, seed) for seed in range(searched)])


if __name__ == "__main__":
    counts = [int(word) for word in sys.argv[1:]]
    main(*[*counts, *[200, 0][len(counts) :]])
