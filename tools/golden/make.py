"""Writes the golden tensors the engine is tested against, or (--check) verifies those on disk."""

import argparse
import pathlib

import numpy as np
import torch

import cases
import check

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "tests" / "fixtures" / "golden"


def write_all(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for seed, case in enumerate(cases.all_cases(), start=1):
        arrays = cases.draw_inputs(case, seed)
        outputs = cases.thin_gradients(cases.compute_outputs(arrays), case.gradient_row_stride)
        path = folder / f"{case.name}.npz"
        np.savez_compressed(path, **arrays, **outputs)
        print(f"{path.name}\t{path.stat().st_size} bytes")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="verify the files on disk instead of writing them")
    parser.add_argument("--folder", type=pathlib.Path, default=FOLDER, help="where the .npz files are")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    if arguments.check:
        check.check_all(arguments.folder)
    else:
        write_all(arguments.folder)


if __name__ == "__main__":
    main()
