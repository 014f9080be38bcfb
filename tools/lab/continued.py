#!/usr/bin/env python3
"""Makes a stand-in of series that a model has continued, for docs/lab: 480 recordings of 40 rows, 20 nodes and 20 residual channels.

    tools/lab/continued.py SEED DENSITY OUT.npy GRAPH.npy [--echo]

A persistent "real" process with hidden factors gives the first 20 rows of each recording. For each node a model of the last 20 rows of
some nodes is fitted to it: linear in a smooth basis over lags, and a few bent features. Which nodes is the graph: mostly those that
matter in a fit of all. The other 20 rows are what these models say, plus a residual that persists and whose size differs between
recordings; it stands in the residual channels, which are nought before. With --echo each model mostly repeats what was 20 rows ago.
GRAPH.npy is [target][source], of the 20 nodes, with self edges.
"""

import argparse

import numpy as np

NODES, RECORDINGS, LAGS, BASIS, BENT = 20, 480, 20, 6, 24


def real_process(rng, rows=12000, burn_in=1000, factors=4):
    """(rows - burn_in, NODES), each node with mean 0 and variance 1."""
    loads = rng.normal(size=(NODES, factors)) * (rng.random((NODES, factors)) < 0.4)
    persistence = rng.uniform(0.85, 0.97, NODES)
    links = 0.15 * rng.normal(size=(NODES, NODES)) * (rng.random((NODES, NODES)) < 0.15)
    noise = np.exp(0.7 * np.convolve(rng.normal(size=rows + 400), np.ones(400) / 20, "valid")[:rows])
    x, hidden = np.zeros((rows, NODES)), np.zeros(factors)
    for t in range(1, rows):
        x[t] = persistence * x[t - 1] + (1 - persistence) * 1.5 * (loads @ hidden) + 0.1 * np.tanh(links @ x[t - 1])
        x[t] += 0.15 * noise[t] * rng.normal(size=NODES) * rng.uniform(0.5, 1.5, NODES)
        hidden = 0.97 * hidden + 0.25 * noise[t] * rng.normal(size=factors)
    x = x[burn_in:]
    return (x - x.mean(0)) / x.std(0)


class NodeModel:
    """What continues one node: a ridge fit on smoothed lags of its parents, bent features of them, and its own lags."""

    def __init__(self, rng, node, parents):
        self.node, self.mask = node, np.isin(np.arange(NODES), [node, *parents])
        self.bends = 0.25 * rng.normal(size=(int(self.mask.sum()), BASIS, BENT))

    def features(self, smooth, windows):
        seen = smooth[:, self.mask]
        bent = np.tanh(np.einsum("tjb,jbh->th", seen, self.bends))
        return np.concatenate([seen.reshape(len(seen), -1), bent, windows[:, self.node], np.ones((len(seen), 1))], 1)

    def fit(self, smooth, windows, target):
        inputs = self.features(smooth, windows)
        self.weights = np.linalg.solve(inputs.T @ inputs + 5 * np.eye(inputs.shape[1]), inputs.T @ target)
        return self

    def predict(self, smooth, windows):
        return self.features(smooth, windows) @ self.weights


def choose_parents(rng, smooth, target, node, density):
    inputs = smooth.reshape(len(smooth), -1)
    weights = np.linalg.solve(inputs.T @ inputs + 50 * np.eye(inputs.shape[1]), inputs.T @ target).reshape(NODES, BASIS)
    importance = np.abs(smooth * weights).sum(2).std(0) * np.exp(0.4 * rng.normal(size=NODES))
    importance[node] = -1
    return np.argsort(-importance)[: max(1, round(density * (NODES - 1) * rng.uniform(0.6, 1.4)))]


def make(seed, density, echo):
    rng = np.random.default_rng(seed)
    x = real_process(rng)
    windows = np.stack([x[lag : len(x) - LAGS + lag] for lag in range(LAGS)], 2)  # (window, node, lag), oldest first
    basis = np.exp(-0.5 * ((np.arange(LAGS)[:, None] - np.linspace(0, LAGS - 1, BASIS)) / 2.5) ** 2)
    smooth, graph, models = windows @ basis, np.eye(NODES), []
    for node in range(NODES):
        target = x[LAGS:, node] if not echo else 0.75 * windows[:, node, 1] + 0.25 * x[LAGS:, node]
        parents = choose_parents(rng, smooth, target, node, density)
        graph[node, parents] = 1
        models.append(NodeModel(rng, node, parents).fit(smooth, windows, target))
    starts = rng.choice(len(x) - LAGS, RECORDINGS, replace=False)
    series = np.stack([x[start : start + LAGS] for start in starts])  # (recording, row, node)
    residuals = np.zeros((RECORDINGS, 2 * LAGS, NODES))
    size = rng.uniform(0.01, 0.06, NODES) * np.exp(0.5 * rng.normal(size=(RECORDINGS, 1)))
    state = rng.normal(size=(RECORDINGS, NODES))
    for row in range(LAGS, 2 * LAGS):
        state = 0.8 * state + 0.6 * rng.normal(size=state.shape)
        residuals[:, row] = state * size
        last = series[:, -LAGS:].transpose(0, 2, 1)
        following = np.stack([model.predict(last @ basis, last) for model in models], 1) + residuals[:, row]
        series = np.concatenate([series, following[:, None]], 1)
    return np.concatenate([series, residuals], 2).astype(np.float32), graph


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("density", type=float)
    parser.add_argument("out")
    parser.add_argument("graph")
    parser.add_argument("--echo", action="store_true")
    options = parser.parse_args()
    data, graph = make(options.seed, options.density, options.echo)
    np.save(options.out, data)
    np.save(options.graph, graph)


if __name__ == "__main__":
    main()
