"""Times one training step of the PyTorch rebuild: zero_grad, forward, loss, backward, Adam.

Prints one tab-separated line per shape and thread count: shape, threads, median ms, minimum ms.
"""

import argparse
import pathlib
import statistics
import sys
import time

import torch

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tools" / "golden"))
from model import Mask2Cause, ModelConfig  # noqa: E402 (the path comes first)

SHAPES = {  # name: variables, width, lags, batch
    "N10-d64-L3-B32": (10, 64, 3, 32),
    "N10-d32-L1-B32": (10, 32, 1, 32),
    "N10-d16-L3-B16": (10, 16, 3, 16),
    "N36-d64-L3-B32": (36, 64, 3, 32),
    "N100-d64-L5-B32": (100, 64, 5, 32),
}
WARM_UP_STEPS = 5
MINIMUM_STEPS = 10
BATCHES = 8  # different data each step, all drawn before the clock starts


def make_step(variables, width, lags, batch):
    torch.manual_seed(1)
    model = Mask2Cause(ModelConfig(variables, lags, width, heads=4, layers=2, penalty=0.01, dropout=0.1)).train()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, foreach=True)  # a few percent faster than the default
    windows = torch.randn(BATCHES, batch, variables, lags)
    targets = torch.randn(BATCHES, batch, variables)

    def step(index):
        optimizer.zero_grad(set_to_none=True)
        loss, _ = model.losses(windows[index % BATCHES], targets[index % BATCHES])
        loss.backward()
        optimizer.step()

    return step


def time_steps(step, seconds):
    """Milliseconds of each step."""
    for index in range(WARM_UP_STEPS):
        step(index)
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(times) < MINIMUM_STEPS:
        start = time.perf_counter()
        step(len(times))
        times.append((time.perf_counter() - start) * 1e3)
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shape", action="append", choices=SHAPES, help="one shape; may be repeated (default: all)")
    parser.add_argument("--threads", type=int, nargs="+", default=[1], help="thread counts (default: 1)")
    parser.add_argument("--seconds", type=float, default=2.0, help="time per shape and thread count (default: 2)")
    arguments = parser.parse_args()
    for name in arguments.shape or SHAPES:
        for threads in arguments.threads:
            torch.set_num_threads(threads)
            times = time_steps(make_step(*SHAPES[name]), arguments.seconds)
            print(f"{name}\t{threads}\t{statistics.median(times):.3f}\t{min(times):.3f}", flush=True)


if __name__ == "__main__":
    main()
