"""The tree of a search: nodes, and edges from each to what can be done there, in arrays that compiled code fills."""

from collections.abc import Sequence

import numpy as np

from bangbox.core.contract.minds import Candidate

NODE = np.dtype([("first", np.int32), ("last", np.int32), ("edges", np.int32), ("visits", np.int32), ("won", np.float64)])
EDGE = np.dtype([
    ("action", np.int64), ("next", np.int32), ("child", np.int32), ("visits", np.int32), ("chances", np.int32),
    ("prior", np.float64), ("won", np.float64),
])  # fmt: skip
NONE = -1  # no edge, no node
UNSEEN = -2  # as a node's first edge: nobody has listed what can be done there


class Tree:
    """Room for a search. Its root is `nodes[0]` at first, and moves on when a match does.

    Edges of a node are a chain, because new ones turn up later: outcomes of dice, choices of guessed worlds, samples of a range.
    Those that are listed together lie side by side.
    """

    def __init__(self, nodes: int, edges: int) -> None:
        self.nodes = np.zeros(nodes, NODE)
        self.edges = np.zeros(edges, EDGE)
        self.used = np.array([1, 0, 0], np.int64)  # nodes, edges, the root
        self.nodes[0]["first"] = UNSEEN

    def make_room(self, nodes: int, edges: int) -> None:
        """Grows until so many more nodes and edges fit."""
        self.nodes = _grown(self.nodes, int(self.used[0]) + nodes)
        self.edges = _grown(self.edges, int(self.used[1]) + edges)

    @property
    def root(self) -> int:
        """The node that the search starts from."""
        return int(self.used[2])

    @property
    def visits(self) -> int:
        """How often the search has started from the root."""
        return int(self.nodes[self.root]["visits"])

    def follow(self, actions: Sequence[int]) -> bool:
        """Moves the root to where these actions lead; False, and nothing is changed, if the search has not been there."""
        node = self.root
        for action in actions:
            node = self._child(node, action)
            if node == NONE or self.nodes[node]["first"] == UNSEEN:
                return False
        self.used[2] = node
        return True

    def candidates(self, node: int | None = None) -> list[Candidate]:
        """What can be done at a node (the root if None), most visited first."""
        found = []
        node = self.root if node is None else node
        edge = int(self.nodes[node]["first"])
        while edge >= 0:
            at = self.edges[edge]
            visits = int(at["visits"])
            found.append(Candidate(int(at["action"]), visits, float(at["won"]) / max(1, visits)))
            edge = int(at["next"])
        return sorted(found, key=lambda candidate: (-candidate.visits, -candidate.value, candidate.action))

    def line(self, action: int, longest: int) -> list[int]:
        """The action, and what the search expects to follow."""
        found = [action]
        node = self._child(self.root, action)
        while node >= 0 and len(found) < longest:
            candidates = self.candidates(node)
            if not candidates or candidates[0].visits == 0:
                break
            found.append(candidates[0].action)
            node = self._child(node, candidates[0].action)
        return found

    def _child(self, node: int, action: int) -> int:
        edge = int(self.nodes[node]["first"])
        while edge >= 0 and int(self.edges[edge]["action"]) != action:
            edge = int(self.edges[edge]["next"])
        return int(self.edges[edge]["child"]) if edge >= 0 else NONE


def _grown(array: np.ndarray[tuple[int], np.dtype[np.void]], size: int) -> np.ndarray[tuple[int], np.dtype[np.void]]:
    if size <= len(array):
        return array
    larger = np.zeros(max(size, 2 * len(array)), array.dtype)
    larger[: len(array)] = array
    return larger
