"""Trains the rebuild on a float32 .npy of shape (time, variables) and writes the graph A[target][source] as .npy.

For spot comparisons with the engine: the same data and settings should give an AUROC of the same height.
"""

import argparse
import pathlib

import numpy as np
import torch

from model import OBJECTIVES, Mask2Cause, ModelConfig


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("data", type=pathlib.Path, help=".npy of shape (time, variables)")
    parser.add_argument("output", type=pathlib.Path, help=".npy to write A to, (variables, variables)")
    parser.add_argument("--objective", choices=OBJECTIVES, default="mse")
    parser.add_argument("--lags", type=int, default=3)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--heads", type=int, default=4)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--pre-blocks", type=int, default=0)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--lambda", type=float, default=0.01, dest="penalty")
    parser.add_argument("--gamma", type=float, default=100.0)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--theta-init", type=float, help="-1 for mse and +1 for the likelihoods unless given")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def load_windows(path, lags):
    """All windows (S, N, L), oldest value first, and the row after each (S, N), z-scored per variable."""
    series = np.load(path).astype(np.float64)
    if series.ndim != 2:
        raise SystemExit(f"{path}: expected (time, variables), found shape {series.shape}")
    if len(series) <= lags:
        raise SystemExit(f"{path}: {len(series)} rows are too few for {lags} lags")
    series = (series - series.mean(axis=0)) / (series.std(axis=0) + 1e-5)
    series = torch.from_numpy(series.astype(np.float32))
    return series.unfold(0, lags, 1)[:-1], series[lags:]


def train(model, windows, targets, lr, batch, epochs):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    model.train()
    for epoch in range(epochs):
        total = 0.0
        for rows in torch.randperm(len(windows)).split(batch):  # the last, short batch is kept
            optimizer.zero_grad()
            loss, _ = model.losses(windows[rows], targets[rows])
            loss.backward()
            optimizer.step()
            total += loss.item() * len(rows)
        print(f"epoch {epoch + 1}\tloss {total / len(windows):.6f}")


def main():
    arguments = parse_arguments()
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)
    windows, targets = load_windows(arguments.data, arguments.lags)
    config = ModelConfig(
        variables=targets.shape[1], lags=arguments.lags, width=arguments.width, heads=arguments.heads,
        layers=arguments.layers, pre_blocks=arguments.pre_blocks, objective=arguments.objective,
        gamma=arguments.gamma, penalty=arguments.penalty, dropout=arguments.dropout, theta_init=arguments.theta_init,
    )
    model = Mask2Cause(config)
    train(model, windows, targets, arguments.lr, arguments.batch, arguments.epochs)
    scores = model.scores().numpy()
    np.save(arguments.output, scores)
    print(np.array2string(scores, precision=3, suppress_small=True, max_line_width=200))


if __name__ == "__main__":
    main()
