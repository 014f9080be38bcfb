#!/usr/bin/env python3
"""Times reading a CSV: mask2cause beside pandas.read_csv when pandas is there.

usage: bench/read_csv.py [--megabytes 200] [--columns 100] [--digits 17] [--binary build/bench/bench/bench-read-csv]
"""
import argparse
import os
import random
import subprocess
import tempfile
import time


def write_csv(path, megabytes, columns, digits):
    """A table of normal numbers; a block of rows is made once and repeated until the size is reached."""
    draw = random.Random(1)
    block = "".join(
        ",".join(f"{draw.gauss(0, 1):.{digits}g}" for _ in range(columns)) + "\n" for _ in range(max(1, 200000 // columns))
    )
    with open(path, "w") as out:
        out.write(",".join(f"v{i}" for i in range(columns)) + "\n")
        for _ in range(max(1, int(megabytes * 1e6 / len(block)))):
            out.write(block)


def time_pandas(path, repeats):
    try:
        import pandas
    except ImportError:
        return None
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        pandas.read_csv(path)
        seconds.append(time.perf_counter() - start)
    return os.path.getsize(path) / 1e6 / min(seconds)


def time_ours(binary, path, repeats):
    words = subprocess.run([binary, path, str(repeats)], check=True, capture_output=True, text=True).stdout.split()
    return float(words[words.index("mb_per_s") + 1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=float, default=200)
    parser.add_argument("--columns", type=int, default=100)
    parser.add_argument("--digits", type=int, nargs="*", default=[6, 17])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--binary", default="build/bench/bench/bench-read-csv")
    options = parser.parse_args()
    print("| digits | columns | MB | mask2cause MB/s | pandas MB/s |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "table.csv")
        for digits in options.digits:
            write_csv(path, options.megabytes, options.columns, digits)
            ours = time_ours(options.binary, path, options.repeats)
            pandas = time_pandas(path, options.repeats)
            shown = "not installed" if pandas is None else f"{pandas:.0f}"
            print(f"| {digits} | {options.columns} | {os.path.getsize(path) / 1e6:.0f} | {ours:.0f} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
