#!/usr/bin/env python3
"""Our training step beside PyTorch's, and both beside the machine's own matrix-product rate, all in one run.

    bench/run.py [--seconds 2] [--rounds 3] [--only N10] [--no-torch] [--page docs/performance.md]

Every figure is a ratio of measurements taken in turn within this run, because shared machines drift: each round measures
sgemm, our step and PyTorch's one after the other, and a shape's figures are the medians over the rounds.

OpenBLAS chooses its kernel by the CPU's model number and falls back to a slow one for models it does not know. So two
rates are shown: sgemm as installed, and the best of the kernels this CPU can run (forced by OPENBLAS_CORETYPE). PyTorch
uses the same library, and is given the kernel that makes its step fastest.
"""

import argparse
import collections
import os
import pathlib
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import page

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "bench" / "bench"
PYTHON = "/usr/bin/python3"

# name: N, d, L, B, times faster than PyTorch (one thread), share of the sgemm rate
SHAPES = {
    "N10-d64-L3-B32": (10, 64, 3, 32, 4.0, 0.65),
    "N10-d32-L1-B32": (10, 32, 1, 32, 7.0, 0.50),
    "N10-d16-L3-B16": (10, 16, 3, 16, 15.0, 0.30),
    "N36-d64-L3-B32": (36, 64, 3, 32, 2.8, 0.68),
    "N100-d64-L5-B32": (100, 64, 5, 32, 2.5, 0.66),
}
LAYERS = 2


def step_flops(n, d, batch):
    return 3 * LAYERS * (24 * batch * n * d * d + 4 * batch * n * n * d)


def kernels_of_this_cpu():
    flags = pathlib.Path("/proc/cpuinfo").read_text() if platform.system() == "Linux" else ""
    return [None] + (["Haswell"] if " avx2 " in flags else []) + (["SkylakeX"] if " avx512vl " in flags else [])


def run(command, kernel=None):
    env = dict(os.environ)
    if kernel:
        env["OPENBLAS_CORETYPE"] = kernel
    return subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True, env=env).stdout


def sgemm(kernel):
    return float(run([BUILD / "bench-sgemm"], kernel).split()[1])


def ours(name, threads, seconds, layers=LAYERS, blocks=0):
    n, d, lags, batch = SHAPES[name][:4]
    return float(run([BUILD / "bench-step", name, n, d, lags, batch, layers, blocks, threads, seconds]).split("\t")[2])


def torch_step(name, threads, seconds, kernel):
    out = run([PYTHON, ROOT / "bench/torch_step.py", "--shape", name, "--threads", threads, "--seconds", seconds], kernel)
    return float(out.split("\t")[2])


def measure(name, args, best_kernel):
    rounds = []
    for _ in range(args.rounds):
        row = {"rate": sgemm(None), "best rate": sgemm(best_kernel)}
        for threads in (1, 2):
            row[f"ours {threads}"] = ours(name, threads, args.seconds)
            if not args.no_torch:
                row[f"torch {threads}"] = min(torch_step(name, threads, args.seconds, k) for k in {None, best_kernel})
        row["one layer, one block"] = ours(name, 1, args.seconds, layers=1, blocks=1)
        rounds.append(row)
    return {key: statistics.median(r[key] for r in rounds) for key in rounds[0]}


def side_by_side(args):
    """K independent runs at once against one alone, as several seeds are trained."""
    name = "N10-d64-L3-B32"
    n, d, lags, batch = SHAPES[name][:4]
    command = [str(c) for c in (BUILD / "bench-step", name, n, d, lags, batch, LAYERS, 0, 1, args.seconds)]
    ratios = []
    for _ in range(args.rounds):
        alone = float(run(command).split("\t")[2])
        pair = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
        together = [float(p.communicate()[0].split("\t")[2]) for p in pair]
        ratios.append(2 * alone / statistics.mean(together))
    return statistics.median(ratios)


def peak_memory():
    """Peak resident set, MB, of a few steps at N=500, d=64, B=32."""
    command = [str(c) for c in (BUILD / "bench-step", "N500", 500, 64, 3, 32, LAYERS, 0, 2, 0.1)]
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
    return os.wait4(pid, 0)[2].ru_maxrss / 1024


def start_up():
    """Milliseconds of a whole `discover` whose training is two steps: an upper bound of the time to the first step."""
    program = ROOT / "build" / "bench" / "mask2cause"
    with tempfile.TemporaryDirectory() as folder:
        run([program, "simulate", "var", "--steps", 60, "-o", f"{folder}/x.csv", "--quiet"])
        command = [program, "discover", f"{folder}/x.csv", "--epochs", 1, "--members", 1, "--quiet", "-o", f"{folder}/out"]
        times = []
        for _ in range(7):
            start = time.perf_counter()
            run(command)
            times.append(1e3 * (time.perf_counter() - start))
    return statistics.median(times)


def where_the_time_goes(name):
    """[(share in percent, kernel)] by sampling, where perf is installed."""
    if shutil.which("perf") is None:
        return []
    n, d, lags, batch = SHAPES[name][:4]
    with tempfile.TemporaryDirectory() as folder:
        samples = os.path.join(folder, "perf.data")
        run(["perf", "record", "-q", "-e", "cpu-clock", "-F", 2000, "-o", samples, BUILD / "bench-step", name, n, d, lags,
             batch, LAYERS, 0, 1, 3])
        report = run(["perf", "report", "-i", samples, "--stdio", "--no-children", "-F", "overhead,symbol"])
    shares = collections.Counter()
    for share, symbol in re.findall(r"^ +([0-9.]+)% +\[[.k]\] (.+?) *$", report, re.MULTILINE):
        shares[re.sub(r"^mask2cause::(N_\w+::)?|\(.*", "", symbol)] += float(share)
    return [(share, symbol) for symbol, share in shares.most_common(8) if share >= 1]


def markdown(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def step_table(results, with_torch):
    head = ["shape", "step, ms", "times faster than PyTorch, one thread", "bar", "same, both at their best thread count",
            "share of sgemm as installed", "share of the best sgemm", "bar", "two threads / one", "M=1 P=1, ms"]
    rows = []
    for name, r in results.items():
        n, d, _, batch, faster, share = SHAPES[name]
        rate = step_flops(n, d, batch) / r["ours 1"] * 1e-6
        torch1 = f"{r['torch 1'] / r['ours 1']:.1f}" if with_torch else "-"
        torch2 = f"{min(r['torch 1'], r['torch 2']) / min(r['ours 1'], r['ours 2']):.1f}" if with_torch else "-"
        rows.append([name, f"{r['ours 1']:.3f}", torch1, f"{faster:g}", torch2, f"{100 * rate / r['rate']:.0f} %",
                     f"{100 * rate / r['best rate']:.0f} %", f"{100 * share:.0f} %", f"{r['ours 1'] / r['ours 2']:.2f}",
                     f"{r['one layer, one block']:.3f}"])
    return markdown(head, rows)


def gemm_table(best):
    lines = [line.split("\t") for line in run([BUILD / "bench-gemm"], best).splitlines()]
    return markdown(lines[0], lines[1:])


def profile_table():
    names = ["N10-d64-L3-B32", "N10-d16-L3-B16", "N100-d64-L5-B32"]
    rows = [[name, ", ".join(f"{symbol} {share:.0f} %" for share, symbol in where_the_time_goes(name))] for name in names]
    return markdown(["shape", "share of the step's time, by sampling"], rows) if rows[0][1] else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="shapes whose name starts so")
    parser.add_argument("--no-torch", action="store_true")
    parser.add_argument("--page", type=pathlib.Path, help="also put the tables into this page")
    args = parser.parse_args()
    rates = {k: sgemm(k) for k in kernels_of_this_cpu()}
    best = max(rates, key=rates.get)
    if not args.no_torch and subprocess.run([PYTHON, "-c", "import torch"], capture_output=True).returncode != 0:
        print("PyTorch is not installed: only our own figures", file=sys.stderr)
        args.no_torch = True
    results = {name: measure(name, args, best) for name in SHAPES if name.startswith(args.only)}
    text = (f"{page.when_and_where()}. OpenBLAS sgemm 1024^3, one thread, GFLOP/s: " + ", ".join(f"{k or 'as installed'} {v:.0f}" for k, v in rates.items()) + ".\n\n" +
            step_table(results, not args.no_torch) +
            f"\nTwo independent runs at once: {side_by_side(args):.2f} times one alone. Peak memory at N=500, d=64, B=32: "
            f"{peak_memory():.0f} MB. A whole `discover` with two training steps, from start to written files: "
            f"{start_up():.0f} ms.\n\nMatrix products of the model, one thread, GFLOP/s:\n\n" + gemm_table(best) + "\n" +
            profile_table())
    print(text, end="")
    if args.page:
        page.put_into(args.page, "measured", text)


if __name__ == "__main__":
    main()
