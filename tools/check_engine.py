#!/usr/bin/env python3
"""Does the engine rank edges as the PyTorch rebuild does, on the real VAR and Lorenz-96 series with the paper's settings?

    tools/check_engine.py --data DIR [--program build/release/mask2cause] [--jobs 2]

DIR holds var/S_30_T_<T>_dataset_<k>.npz and lorenz96/F_<F>_T_<T>_dataset_<k>.npz (X_np (N, T), Gref). Trains data sets
1-5 for the twelve cells, one seed each (F40 T250: eight, since single seeds there range from .5 to 1), prints the mean off-diagonal AUROC beside the rebuild's and exits 1 when one is
further away than the tolerance. About three minutes on two cores. Not part of the test suite: the data are not ours to ship.
"""

import argparse
import concurrent.futures
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

SEEDS = {"F40 T250": 8}

# cell: (pattern, tolerance, {objective: (settings, AUROC of the rebuild)})
COMMON = "--heads 4 --layers 2 --pre-blocks 0 --gamma 100 --dropout 0.1 --schedule constant --members 1 --batch 32"


def settings(lr, lags, width, lam, epochs):
    return f"{COMMON} --lr {lr} --lags {lags} --width {width} --lambda {lam} --epochs {epochs}"


CELLS = {
    "VAR T500": ("var/S_30_T_500_dataset_{}.npz", 0.015,
                 {"mse": (settings(1e-3, 3, 64, 0.01, 10), 0.999), "nll": (settings(1e-3, 3, 64, 0.01, 10), 0.999)}),
    "VAR T1000": ("var/S_30_T_1000_dataset_{}.npz", 0.015,
                  {"mse": (settings(1e-3, 3, 64, 0.01, 5), 1.000), "nll": (settings(1e-3, 3, 64, 0.01, 5), 1.000)}),
    "F10 T250": ("lorenz96/F_10_T_250_dataset_{}.npz", 0.015,
                 {"mse": (settings(1e-2, 1, 32, 0.02, 200), 0.973), "nll": (settings(1e-2, 1, 32, 0.02, 185), 0.997)}),
    "F10 T500": ("lorenz96/F_10_T_500_dataset_{}.npz", 0.015,
                 {"mse": (settings(1e-3, 1, 64, 0.02, 150), 0.997), "nll": (settings(1e-3, 1, 64, 0.02, 140), 1.000)}),
    "F40 T250": ("lorenz96/F_40_T_250_dataset_{}.npz", 0.03,
                 {"mse": (settings(1e-2, 1, 64, 0.02, 150), 0.967), "nll": (settings(1e-2, 1, 64, 0.02, 150), 0.907)}),
    "F40 T500": ("lorenz96/F_40_T_500_dataset_{}.npz", 0.015,
                 {"mse": (settings(1e-3, 1, 64, 0.02, 150), 0.997), "nll": (settings(1e-3, 1, 32, 0.02, 30), 0.995)}),
}


def auroc(program, path, objective, flags):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "discover", str(path), "--transpose", "--quiet", "--method", "m2c", "--objective",
                        objective, "--threads", "1", "-o", folder] + flags.split(), check=True, stderr=subprocess.DEVNULL)
        result = pathlib.Path(folder, "result.json")
        graded = subprocess.run([program, "evaluate", str(result), str(path), "--json"], check=True, capture_output=True)
        return json.loads(graded.stdout)["off_diagonal"]["auroc"], json.loads(result.read_text())["seconds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, type=pathlib.Path)
    parser.add_argument("--program", default="build/release/mask2cause")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    missing = [p.format(k) for p, _, _ in CELLS.values() for k in range(1, 6) if not (args.data / p.format(k)).exists()]
    if missing:
        sys.exit(f"check_engine: not in {args.data}: {', '.join(missing[:3])} ... ({len(missing)} files)")
    start, far = time.time(), 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        runs = {(cell, objective): [pool.submit(auroc, args.program, args.data / pattern.format(k), objective,
                                                flags + f" --seed {seed}")
                                    for k in range(1, 6) for seed in range(1, SEEDS.get(cell, 1) + 1)]
                for cell, (pattern, _, objectives) in CELLS.items() for objective, (flags, _) in objectives.items()}
        print("cell\tobjective\truns\tours\tsd\trebuild\tdifference\ttolerance\tseconds per run")
        for (cell, objective), futures in runs.items():
            scores, seconds = zip(*(f.result() for f in futures))
            tolerance, expected = CELLS[cell][1], CELLS[cell][2][objective][1]
            mean = statistics.mean(scores)
            far += abs(mean - expected) > tolerance
            print(f"{cell}\t{objective}\t{len(scores)}\t{mean:.3f}\t{statistics.stdev(scores):.3f}\t{expected:.3f}\t"
                  f"{mean - expected:+.3f}\t{tolerance}\t{statistics.mean(seconds):.1f}", flush=True)
    print(f"{len(runs)} cells, {far} too far, {time.time() - start:.0f} s", file=sys.stderr)
    return 1 if far else 0


if __name__ == "__main__":
    sys.exit(main())
