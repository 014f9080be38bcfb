#!/usr/bin/env python3
"""How close the neural rivals come to the figures of the paper's table 1.

    tools/measure_rivals.py DATA [--sets 1 2 3] [--methods cmlp cuts+] [--page docs/rivals.md]

DATA holds var/ and lorenz96/ as the studies use them. Every run is a line of docs/rivals.tsv and is not
repeated while its settings stay; --page puts the table made of all lines between the two marks of the page.
"""

import argparse
import csv
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROGRAM = os.environ.get("MASK2CAUSE", ROOT / "build/release/mask2cause")
RUNS = ROOT / "docs/rivals.tsv"
FIELDS = ["method", "benchmark", "set", "settings", "auroc", "auroc_with_self", "steps"]
MARKS = "<!-- measured -->\n", "<!-- end of measured -->"

BENCHMARKS = {  # name: file of a data set
    "Lorenz-96 F=10": "lorenz96/F_10_T_500_dataset_{}.npz",
    "Lorenz-96 F=40": "lorenz96/F_40_T_500_dataset_{}.npz",
    "VAR": "var/S_30_T_1000_dataset_{}.npz",
}
PAPER = {  # method: its figures, in the order of the benchmarks
    "cmlp": (".96", ".94", ".93"),
    "clstm": (".95", ".90", ".80"),
    "tcdf": (".72", ".68", ".78"),
    "sru": (".90", "1.0", ".91"),
    "esru": (".98", "1.0", ".98"),
    "cuts": ("-", "-", "-"),
    "cuts+": (".84", "1.0", ".99"),
    "causalformer": (".75", ".89", ".79"),
    "jrngc": ("-", "-", "-"),
}
SETTINGS = {  # method: options everywhere, and on single benchmarks
    "cmlp": ("--lags 5 --rival-penalty 0.02", {"VAR": "--lags 5 --rival-penalty 0.05"}),
    "clstm": ("--rival-steps 1000", {}),
    "jrngc": ("--lags 5 --rival-penalty 0.001", {"VAR": "--lags 5 --rival-penalty 0.01 --rival-layers 0"}),
}


def settings_of(method, benchmark):
    everywhere, single = SETTINGS.get(method, ("", {}))
    return single.get(benchmark, everywhere)


def measure(method, benchmark, number, data, threads):
    path = data / BENCHMARKS[benchmark].format(number)
    settings = settings_of(method, benchmark)
    with tempfile.TemporaryDirectory() as folder:
        command = [PROGRAM, "discover", path, "--transpose", "--method", method, *settings.split(), "--threads", threads,
                   "--quiet", "-o", folder]
        subprocess.run([str(c) for c in command], check=True, capture_output=True)
        result = pathlib.Path(folder, "result.json")
        metrics = json.loads(subprocess.run([str(PROGRAM), "evaluate", str(result), str(path), "--json"], check=True,
                                            capture_output=True, text=True).stdout)
        content = json.loads(result.read_text())
    return {"method": method, "benchmark": benchmark, "set": str(number), "settings": settings,
            "auroc": f"{metrics['off_diagonal']['auroc']:.4f}", "auroc_with_self": f"{metrics['full']['auroc']:.4f}",
            "steps": str(content["steps"])}


def read_runs():
    if not RUNS.exists():
        return []
    with RUNS.open(newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def write_runs(runs):
    with RUNS.open("w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted(runs, key=lambda r: (list(PAPER).index(r["method"]), r["benchmark"], int(r["set"]))))


def cell(runs, method, benchmark, paper):
    mine = [r for r in runs if r["method"] == method and r["benchmark"] == benchmark]
    if not mine:
        return f"- ({paper})"
    means = [statistics.mean(float(r[field]) for r in mine) for field in ("auroc", "auroc_with_self")]
    return f"{means[0]:.2f}, {means[1]:.2f} ({paper})"


def table(runs):
    lines = ["| method | " + " | ".join(BENCHMARKS) + " | sets | settings |", "|---|" + "---|" * (len(BENCHMARKS) + 2)]
    for method, figures in PAPER.items():
        cells = [cell(runs, method, b, figures[i]) for i, b in enumerate(BENCHMARKS)]
        everywhere, single = SETTINGS.get(method, ("", {}))
        settings = "; ".join([everywhere or "defaults"] + [f"{b}: {s}" for b, s in single.items()])
        sets = sorted({r["set"] for r in runs if r["method"] == method})
        lines.append(f"| `{method}` | " + " | ".join(cells) + f" | {' '.join(sets)} | {settings} |")
    return "\n".join(lines) + "\n"


def put_into(page, text):
    old = page.read_text()
    page.write_text(old[:old.index(MARKS[0]) + len(MARKS[0])] + text + old[old.index(MARKS[1]):])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--sets", type=int, nargs="*", default=[1, 2, 3, 4, 5])
    parser.add_argument("--methods", nargs="+", choices=PAPER, default=list(PAPER))
    parser.add_argument("--threads", type=int, default=0, help="0 for all cores; the results do not depend on it")
    parser.add_argument("--page", type=pathlib.Path)
    args = parser.parse_args()
    for method in args.methods:
        for number in args.sets:
            for benchmark in BENCHMARKS:
                runs = read_runs()
                key = (method, benchmark, str(number))
                known = [r for r in runs if (r["method"], r["benchmark"], r["set"]) == key]
                if any(r["settings"] == settings_of(method, benchmark) for r in known):
                    continue
                run = measure(method, benchmark, number, args.data, args.threads)
                print("\t".join(run[f] for f in FIELDS), file=sys.stderr, flush=True)
                write_runs([r for r in runs if r not in known] + [run])
    if args.page:
        put_into(args.page, table(read_runs()))


if __name__ == "__main__":
    main()
