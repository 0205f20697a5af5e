"""A first agent in minutes on a CPU: an actor-critic (PPO) in NumPy alone, against an opponent in many games at once.

python examples/first_agent.py --game brains --minutes 2.5 --plot curve.png
"""

import argparse
import time
from typing import Any

import numpy as np

from bangbox.interop.vector import Against

HIDDEN, STEPS, PASSES, BATCH = 128, 16, 3, 1024
DISCOUNT, SMOOTHING, ENTROPY, RATE, CLIP = 0.995, 0.95, 0.003, 5e-4, 0.2


class Network:
    """One hidden layer, from which a policy and a value are read; trained by Adam."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        def layer(rows: int, columns: int, scale: float) -> Any:
            return (rng.standard_normal((rows, columns)) * scale).astype(np.float32)

        self.weights = {
            "in": layer(inputs, HIDDEN, (2 / 40) ** 0.5),  # observations are sparse: some forty numbers are not 0
            "in_bias": np.zeros(HIDDEN, np.float32),
            "policy": layer(HIDDEN, actions, 0.01),
            "policy_bias": np.zeros(actions, np.float32),
            "value": layer(HIDDEN, 1, 0.01),
            "value_bias": np.zeros(1, np.float32),
        }
        self.moments = {name: [np.zeros_like(w), np.zeros_like(w)] for name, w in self.weights.items()}
        self.updates = 0

    def forward(self, seen: Any, mask: Any) -> tuple[Any, Any, Any]:
        """Hidden numbers, probabilities of the possible actions, values."""
        w = self.weights
        hidden = np.maximum(seen @ w["in"] + w["in_bias"], 0)
        logits = np.where(mask, hidden @ w["policy"] + w["policy_bias"], -1e9)
        likely = np.exp(logits - logits.max(1, keepdims=True))
        return hidden, likely / likely.sum(1, keepdims=True), (hidden @ w["value"] + w["value_bias"])[:, 0]

    def learn(self, seen: Any, mask: Any, actions: Any, before: Any, advantages: Any, returns: Any) -> None:
        """One step of Adam: what turned out better than expected becomes likelier, and expectations nearer to what came.

        `before` is how likely each action was when it was chosen: what has moved far from it is left alone.
        """
        n, w = len(actions), self.weights
        hidden, likely, values = self.forward(seen, mask)
        chosen = np.zeros_like(likely)
        chosen[np.arange(n), actions] = 1
        logs = np.log(likely + 1e-9)
        entropy = -(likely * logs).sum(1, keepdims=True)
        ratio = likely[np.arange(n), actions] / before
        moves = np.where(advantages > 0, ratio < 1 + CLIP, ratio > 1 - CLIP) * ratio * advantages
        to_policy = ((likely - chosen) * moves[:, None] + ENTROPY * likely * (logs + entropy)) / n
        to_value = (values - returns)[:, None] / n
        to_hidden = (to_policy @ w["policy"].T + to_value @ w["value"].T) * (hidden > 0)
        self._adam({
            "in": seen.T @ to_hidden, "in_bias": to_hidden.sum(0),
            "policy": hidden.T @ to_policy, "policy_bias": to_policy.sum(0),
            "value": hidden.T @ to_value, "value_bias": to_value.sum(0),
        })  # fmt: skip

    def _adam(self, gradients: dict[str, Any]) -> None:
        self.updates += 1
        size = sum(float((g * g).sum()) for g in gradients.values()) ** 0.5
        for name, gradient in gradients.items():
            gradient = gradient * min(1.0, 0.5 / (size + 1e-9))
            mean, square = self.moments[name]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            step = mean / (1 - 0.9**self.updates) / (np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8)
            self.weights[name] -= (RATE * step).astype(np.float32)


def chosen(likely: Any, rng: np.random.Generator) -> Any:
    """An action of each row, as likely as the row says."""
    return (likely.cumsum(1) > rng.random((len(likely), 1)) * likely.sum(1, keepdims=True)).argmax(1)


def train(game: str, opponent: str, envs: int, minutes: float, updates: int, seed: int) -> tuple[Network, list[Any]]:
    """Learns until the time or the updates are over; returns the network and the curve: (seconds, decisions, share won)."""
    table, rng = Against(game, envs, opponent=opponent), np.random.default_rng(seed)
    seen, infos = table.reset(seed=seed)
    network = Network(seen.shape[1], infos["action_mask"].shape[1], rng)
    mask, began, curve, won, games = infos["action_mask"], time.perf_counter(), [], 0.0, 0
    for update in range(1, updates + 1):
        rows: list[tuple[Any, ...]] = []
        for _ in range(STEPS):
            _, likely, values = network.forward(seen, mask)
            actions = chosen(likely, rng)
            before = seen, mask, actions, likely[np.arange(envs), actions], values
            seen, rewards, ended, _, infos = table.step(actions)
            mask = infos["action_mask"]
            rows.append((*before, rewards, ended))
            won, games = won + rewards.sum(), games + int(ended.sum())
        following, advantage = network.forward(seen, mask)[2], np.zeros(envs)
        advantages = []
        for *_, values, rewards, ended in reversed(rows):  # what came later, smoothed (generalised advantages)
            surprise = rewards + DISCOUNT * following * ~ended - values
            advantage = surprise + DISCOUNT * SMOOTHING * advantage * ~ended
            advantages.append(advantage)
            following = values
        better = np.concatenate(advantages[::-1]).astype(np.float32)
        *lived, all_values = (np.concatenate([row[k] for row in rows]) for k in range(5))
        lessons = (*lived, (better - better.mean()) / (better.std() + 1e-6), (better + all_values).astype(np.float32))
        for _ in range(PASSES):
            order = rng.permutation(len(better))
            for part in range(0, len(order), BATCH):
                network.learn(*(lesson[order[part : part + BATCH]] for lesson in lessons))
        if games >= 500 or update == updates:
            curve.append((time.perf_counter() - began, update * STEPS * envs, won / max(games, 1)))
            print(f"{curve[-1][0]:6.0f} s  {curve[-1][1]:>10,} decisions  wins {curve[-1][2]:.0%} of the last {games} games")
            won, games = 0.0, 0
        if time.perf_counter() - began > 60 * minutes:
            break
    table.close()
    return network, curve


def plot(curve: list[Any], title: str, path: str) -> None:
    """The learning curve as a picture."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot()
    axes.plot([point[0] / 60 for point in curve], [100 * point[2] for point in curve])
    axes.set(title=title, xlabel="minutes", ylabel="games won, %", ylim=(0, 100))
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--game", default="bigxbang")
    words.add_argument("--opponent", default="random", help="random or greedy")
    words.add_argument("--envs", type=int, default=256)
    words.add_argument("--minutes", type=float, default=5)
    words.add_argument("--updates", type=int, default=10**9)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--plot", help="a file for the learning curve (needs matplotlib)")
    given = vars(words.parse_args())
    picture = given.pop("plot")
    _, found = train(**given)
    if picture:
        plot(found, f"{given['game']}: an agent in NumPy against a {given['opponent']} opponent", picture)
