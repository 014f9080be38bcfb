#!/usr/bin/env python3
"""Converts the public DREAM3 in-silico time series into the files that a study reads.

    tools/convert_dream3.py SOURCE... --output DATA

SOURCE is a file, or a folder that is searched with all folders below it. Two distributions are known:

  challenge   InSilicoSize<S>-<Name>-trajectories.tsv with DREAM3GoldStandard_InSilicoSize<S>_<Name>.txt
  SRU_for_GCI Dream3TensorData/Size<S><Name>.pt (needs PyTorch) with TrueGeneNetworks/InSilicoSize<S>-<Name>.tsv

S is 10, 50 or 100, Name one of Ecoli1, Ecoli2, Yeast1, Yeast2, Yeast3. Series and graph find each other by these two
and may lie in different folders, as long as both are below a SOURCE.

Writes DATA/dream3/Size<S><Name>.npz:

  TsData    (n_traj * 21, N) float64, the trajectories one after the other
  A         (N, N) int8, A[target][source] = 1: source acts on target
  sign      (N, N) int8, +1 activates, -1 represses, 0 no edge or sign unknown
  n_traj    number of trajectories
  traj_len  21

Graph files list an edge a line, "G1 <tab> G2 <tab> mark", G1 acting on G2. The mark is 1 or 0 (edge or none, sign
unknown; the challenge) or + or - (an edge and its sign; SRU_for_GCI). The .pt files of SRU_for_GCI hold the series
only; should one hold a graph and no graph file be found, its matrix is taken as [target][source], which is how that
project's code has its graphs. --transpose-graph turns the graph around for files that do it the other way.
"""

import argparse
import math
import os
import pathlib
import re
import sys
import tempfile

import numpy

TRAJECTORY_ROWS = 21
SIZES = (10, 50, 100)
NETWORK = r"Size(?P<size>10|50|100)[-_]?(?P<name>Ecoli1|Ecoli2|Yeast1|Yeast2|Yeast3)"
SERIES_FILES = [re.compile(f"InSilico{NETWORK}-trajectories\\.tsv$"), re.compile(f"{NETWORK}\\.pt$")]
GRAPH_FILES = [re.compile(f"DREAM3GoldStandard_InSilico{NETWORK}\\.txt$"), re.compile(f"InSilico{NETWORK}\\.tsv$")]
MARKS = {"0": (0, 0), "1": (1, 0), "+": (1, 1), "-": (1, -1)}  # edge, sign
SERIES_KEYS = ("tsdata", "data", "x")
GRAPH_KEYS = ("gc", "gc_true", "gctrue", "gref", "gtrue", "a", "graph", "network")


class BadInput(Exception):
    """What is wrong, where, and what to do about it."""

    def __init__(self, where, what, remedy):
        super().__init__(f"{where}: {what}\n  hint: {remedy}")


# ---- finding files ----


def files_below(sources):
    for source in map(pathlib.Path, sources):
        if not source.exists():
            raise BadInput(source, "no such file or folder", "give the folder that the download was unpacked into")
        yield from sorted(path for path in source.rglob("*") if path.is_file()) if source.is_dir() else [source]


def by_network(paths, patterns):
    """{(size, name): path}; of two files for one network the pattern that comes first wins."""
    found = {}
    for pattern in patterns:
        here = {}
        for path in paths:
            match = pattern.fullmatch(path.name)
            if not match:
                continue
            network = int(match["size"]), match["name"]
            if network in here and here[network].read_bytes() != path.read_bytes():
                raise BadInput(path, f"is another file for the network of {here[network]}", "give only one of the two")
            here[network] = path
        found = {**here, **found}
    return found


# ---- reading text ----


def lines_of(path):
    try:
        return path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise BadInput(path, f"is not a text file: {error}", "unpack the archive and give the file inside") from None


def fields_of(line):
    return [field.strip().strip('"') for field in line.split("\t")]


def number_of(text, path, line, column):
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BadInput(f"{path}:{line}", f"'{text}' in column {column} is not a number", "repair or download it again")
    return value


def gene_names(path, header, size):
    names = fields_of(header)
    if names[0].lower() != "time" or len(names) < 2:
        raise BadInput(f"{path}:1", "the first line is not 'Time' and the names of the genes, separated by tabs",
                       "give the file of the challenge as it was downloaded")
    if len(names) - 1 != size:
        raise BadInput(f"{path}:1", f"{len(names) - 1} genes where the name of the file says {size}",
                       "rename the file or download it again")
    if len(set(names)) != len(names):
        raise BadInput(f"{path}:1", "a gene is named twice", "download the file again")
    return names[1:]


def split_trajectories(path, size, lines):
    """[[row, ...], ...]; a blank line ends a trajectory, and so does a time that goes back."""
    trajectories, last_time = [], math.inf
    for number, line in enumerate(lines, 2):
        if not line.strip():
            last_time = math.inf
            continue
        fields = fields_of(line)
        if len(fields) != size + 1:
            raise BadInput(f"{path}:{number}", f"{len(fields)} fields instead of {size + 1}",
                           "each line is a time and a value per gene, separated by tabs")
        time, *row = (number_of(text, path, number, column) for column, text in enumerate(fields, 1))
        if time <= last_time:
            trajectories.append((number, []))
        trajectories[-1][1].append(row)
        last_time = time
    for number, rows in trajectories:
        if len(rows) != TRAJECTORY_ROWS:
            raise BadInput(f"{path}:{number}",
                           f"the trajectory that begins here has {len(rows)} rows, not {TRAJECTORY_ROWS}",
                           "a line may be lost, or a blank line too many; download the file again")
    return [rows for _, rows in trajectories]


def read_trajectories(path, size):
    lines = lines_of(path)
    names = gene_names(path, lines[0] if lines else "", size)
    trajectories = split_trajectories(path, size, lines[1:])
    if not trajectories:
        raise BadInput(path, "has no rows of values", "download the file again")
    return numpy.array(trajectories, dtype="f8").reshape(-1, size), names


def read_edges(path, names):
    """(A, sign), both [target][source]."""
    place = {name: i for i, name in enumerate(names)}
    graph = numpy.zeros((len(names), len(names)), dtype="i1")
    sign = numpy.zeros_like(graph)
    for number, line in enumerate(lines_of(path), 1):
        if not line.strip():
            continue
        fields = fields_of(line)
        if len(fields) != 3 or fields[2] not in MARKS:
            raise BadInput(f"{path}:{number}", f"'{line}' is not a source, a target and one of {' '.join(MARKS)}",
                           "give the gold standard as it was downloaded")
        for gene in fields[:2]:
            if gene not in place:
                raise BadInput(f"{path}:{number}",
                               f"gene '{gene}' is not in the time series ({names[0]} ... {names[-1]})",
                               "take series and gold standard of the same size and network")
        source, target = place[fields[0]], place[fields[1]]
        graph[target, source], sign[target, source] = MARKS[fields[2]]
    return graph, sign


# ---- reading PyTorch files ----


def load_tensors(path):
    try:
        import torch
    except ImportError:
        raise BadInput(path, "a .pt file needs PyTorch to be read",
                       "install it (pip install torch), or give the challenge's .tsv files instead") from None
    try:
        # Never the unpickling of arbitrary objects, which may run code.
        return torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:  # torch raises many kinds
        raise BadInput(path, f"PyTorch cannot read it: {error}",
                       "download it again, or use PyTorch 1.13 or later") from None


def as_array(value):
    return numpy.asarray(value.detach().cpu().numpy() if hasattr(value, "detach") else value, dtype="f8")


def keyed(path, content):
    """A dict with lower-case keys, of a dict or of a sequence of series and graph."""
    if isinstance(content, dict):
        return {str(key).lower(): value for key, value in content.items()}
    if isinstance(content, (tuple, list)) and 1 <= len(content) <= 2:
        return dict(zip(("tsdata", "gc"), content))
    raise BadInput(path, f"holds a {type(content).__name__}, not a dict or a pair", "give a file of Dream3TensorData")


def first_of(content, keys):
    return next((as_array(content[key]) for key in keys if key in content), None)


def series_of(path, content, size):
    values = first_of(content, SERIES_KEYS)
    if values is None:
        found = ", ".join(f"{key} {tuple(getattr(value, 'shape', ()))}" for key, value in content.items()) or "nothing"
        raise BadInput(path, f"no key TsData; found: {found}", "give a file of Dream3TensorData")
    if values.ndim == 3:
        values = values.reshape(-1, values.shape[-1])
    if values.ndim != 2 or values.shape[1] != size or values.shape[0] == 0 or values.shape[0] % TRAJECTORY_ROWS:
        raise BadInput(path, f"TsData is {values.shape}, not (trajectories * {TRAJECTORY_ROWS}, {size})",
                       "check that name and content of the file belong together")
    if not numpy.isfinite(values).all():
        raise BadInput(path, "TsData has values that are not finite", "download it again")
    return values


def graph_of(path, content, size):
    """(A, sign) [target][source], or nothing when the file has no graph, which is the rule in SRU_for_GCI."""
    values = first_of(content, GRAPH_KEYS)
    if values is None:
        return None
    if values.shape != (size, size):
        raise BadInput(path, f"the graph is {values.shape}, not ({size}, {size})",
                       "check that name and content of the file belong together")
    signed = (values < 0).any()  # otherwise 1 only says that there is an edge
    return (values != 0).astype("i1"), (numpy.sign(values) if signed else numpy.zeros_like(values)).astype("i1")


# ---- converting ----


def converted(network, series_path, graph_path, transpose):
    size, name = network
    own_graph = None
    if series_path.suffix == ".pt":
        content = keyed(series_path, load_tensors(series_path))
        series, names = series_of(series_path, content, size), [f"G{i + 1}" for i in range(size)]
        own_graph = graph_of(series_path, content, size)
    else:
        series, names = read_trajectories(series_path, size)
    if graph_path is None and own_graph is None:
        wanted = f"DREAM3GoldStandard_InSilicoSize{size}_{name}.txt or InSilicoSize{size}-{name}.tsv"
        raise BadInput(series_path, "its gold standard is missing", f"put {wanted} below a SOURCE")
    graph, sign = read_edges(graph_path, names) if graph_path else own_graph
    if not graph.any():
        raise BadInput(graph_path or series_path, "the gold standard has no edge", "download it again")
    if graph.diagonal().any():
        raise BadInput(graph_path or series_path, "a gene acts on itself, which no DREAM3 network has",
                       "download it again")
    if transpose:
        graph, sign = graph.T.copy(), sign.T.copy()
    return {"TsData": series, "A": graph, "sign": sign, "n_traj": numpy.int64(len(series) // TRAJECTORY_ROWS),
            "traj_len": numpy.int64(TRAJECTORY_ROWS)}


def write_npz(path, arrays):
    """Whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=path.name + ".", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            numpy.savez(out, **arrays)
            out.flush()
            os.fsync(out.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def convert_all(args):
    paths = list(files_below(args.sources))
    series, graphs = by_network(paths, SERIES_FILES), by_network(paths, GRAPH_FILES)
    if not series:
        raise BadInput(", ".join(args.sources),
                       "no InSilicoSize<S>-<Name>-trajectories.tsv and no Size<S><Name>.pt here",
                       "unpack the archives first; --help lists the names")
    # All are read before the first is written.
    files = {network: converted(network, path, graphs.get(network), args.transpose_graph)
             for network, path in sorted(series.items())}
    for (size, name), arrays in files.items():
        out = pathlib.Path(args.output) / "dream3" / f"Size{size}{name}.npz"
        write_npz(out, arrays)
        print(f"{out}\t{arrays['n_traj']} trajectories\t{size} genes\t{arrays['A'].sum()} edges\t"
              f"from {series[size, name]}")
    missing = len(SIZES) * 5 - len(files)
    if missing:
        print(f"convert_dream3: {missing} of the {len(SIZES) * 5} networks were not found", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="+", metavar="SOURCE", help="file or folder of a distribution")
    parser.add_argument("-o", "--output", required=True, metavar="DATA", help="folder in which dream3/ is made")
    parser.add_argument("--transpose-graph", action="store_true",
                        help="the graph is given the other way: turn it around")
    args = parser.parse_args()
    try:
        convert_all(args)
    except BadInput as error:
        sys.exit(f"convert_dream3: error: {error}")
    except OSError as error:
        sys.exit(f"convert_dream3: error: {error.filename}: {error.strerror}\n"
                 "  hint: check that the path can be read or written")


if __name__ == "__main__":
    main()
