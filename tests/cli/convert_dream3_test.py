"""tools/convert_dream3.py on made-up networks: arrays, trajectories, orientation, and input that cannot be used."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy

TOOL = pathlib.Path(os.environ["MASK2CAUSE_SOURCE"]) / "tools" / "convert_dream3.py"
SIZE, ROWS = 10, 21
GENES = [f"G{i + 1}" for i in range(SIZE)]
SERIES = f"InSilicoSize{SIZE}-Ecoli1-trajectories.tsv"
GOLD = f"DREAM3GoldStandard_InSilicoSize{SIZE}_Ecoli1.txt"
SIGNED = f"InSilicoSize{SIZE}-Ecoli1.tsv"
VALUES = numpy.random.default_rng(3).random((2, ROWS, SIZE)).round(6)


def series_text(values=VALUES, genes=GENES, blank_lines=True):
    lines = ["\t".join(f'"{name}"' for name in ["Time", *genes])]
    for trajectory in values:
        lines += [""] if blank_lines else []
        lines += ["\t".join(map(str, [10 * step, *row])) for step, row in enumerate(trajectory)]
    return "\n".join(lines) + "\n"


def gold_text(edges=(("G1", "G2"), ("G3", "G1"))):
    pairs = [(a, b) for a in GENES for b in GENES if a != b]
    return "".join(f"{a}\t{b}\t{int((a, b) in edges)}\n" for a, b in sorted(pairs, key=lambda p: p not in edges))


class ToolTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="m2c dream3 ")
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)
        self.write(SERIES, series_text())
        self.write(GOLD, gold_text())

    def write(self, name, content):
        path = self.dir / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def run_tool(self, *more, **popen):
        return subprocess.run([sys.executable, "-B", TOOL, "in", "-o", "out", *more], cwd=self.dir, capture_output=True,
                              text=True, timeout=60, **popen)

    def convert(self, *more):
        done = self.run_tool(*more)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([p.name for p in (self.dir / "out" / "dream3").iterdir()], [f"Size{SIZE}Ecoli1.npz"])
        with numpy.load(self.dir / "out" / "dream3" / f"Size{SIZE}Ecoli1.npz") as arrays:
            return dict(arrays)

    def refuse(self, *says, **popen):
        done = self.run_tool(**popen)
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr.startswith("convert_dream3: error: "), done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        for words in ("\n  hint: ", *says):
            self.assertIn(words, done.stderr)
        self.assertFalse((self.dir / "out").exists())


class ConvertTest(ToolTest):
    def test_arrays(self):
        arrays = self.convert()
        self.assertEqual(sorted(arrays), ["A", "TsData", "n_traj", "sign", "traj_len"])
        self.assertEqual(arrays["TsData"].dtype, numpy.dtype("f8"))
        numpy.testing.assert_array_equal(arrays["TsData"], VALUES.reshape(-1, SIZE))
        self.assertEqual((arrays["n_traj"], arrays["traj_len"]), (2, ROWS))

    def test_graph_is_target_by_source(self):
        arrays = self.convert()
        expected = numpy.zeros((SIZE, SIZE))
        expected[1, 0] = expected[0, 2] = 1  # G1 -> G2, G3 -> G1
        numpy.testing.assert_array_equal(arrays["A"], expected)
        self.assertFalse(arrays["sign"].any())

    def test_transposed_graph(self):
        straight = self.convert()["A"]
        numpy.testing.assert_array_equal(self.convert("--transpose-graph")["A"], straight.T)

    def test_time_going_back_begins_a_trajectory(self):
        self.write(SERIES, series_text(blank_lines=False))
        numpy.testing.assert_array_equal(self.convert()["TsData"], VALUES.reshape(-1, SIZE))

    def test_windows_line_ends_and_byte_order_mark(self):
        self.write(SERIES, "\ufeff" + series_text().replace("\n", "\r\n"))
        self.write(GOLD, gold_text().replace("\n", "\r\n"))
        self.assertEqual(self.convert()["n_traj"], 2)

    def test_genes_in_another_order(self):
        self.write(SERIES, series_text(genes=GENES[::-1]))
        graph = self.convert()["A"]
        self.assertEqual(graph[SIZE - 2, SIZE - 1], 1)  # G1 -> G2
        self.assertEqual(graph.sum(), 2)

    def test_signed_graph_in_another_folder(self):
        (self.dir / "in" / GOLD).unlink()
        self.write(f"TrueGeneNetworks/{SIGNED}", "G1\tG2\t-\nG3\tG1\t+\n")
        arrays = self.convert()
        self.assertEqual((arrays["sign"][1, 0], arrays["sign"][0, 2], arrays["A"].sum()), (-1, 1, 2))

    def test_program_reads_what_is_written(self):
        self.convert()
        done = subprocess.run([os.environ["MASK2CAUSE"], "inspect", f"out/dream3/Size{SIZE}Ecoli1.npz"], cwd=self.dir,
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)


class BadFileTest(ToolTest):
    def test_missing_gold_standard(self):
        (self.dir / "in" / GOLD).unlink()
        self.refuse(SERIES, "gold standard is missing", GOLD)

    def test_wrong_number_of_genes(self):
        self.write(SERIES, series_text(VALUES[:, :, :9], GENES[:9]))
        self.refuse(f"{SERIES}:1", "9 genes", "10")

    def test_broken_number(self):
        for broken in ("0,5", "nan", "", "x"):
            lines = series_text().split("\n")
            lines[4] = lines[4].rsplit("\t", 1)[0] + "\t" + broken
            self.write(SERIES, "\n".join(lines))
            self.refuse(f"{SERIES}:5", f"'{broken}'", "column 11")

    def test_row_with_a_field_too_few(self):
        lines = series_text().split("\n")
        lines[7] = lines[7].rsplit("\t", 1)[0]
        self.write(SERIES, "\n".join(lines))
        self.refuse(f"{SERIES}:8", "10 fields instead of 11")

    def test_lost_row(self):
        lines = series_text().split("\n")
        del lines[10]
        self.write(SERIES, "\n".join(lines))
        self.refuse(f"{SERIES}:3", "20 rows, not 21")

    def test_header_only_and_no_header(self):
        self.write(SERIES, series_text(values=[]))
        self.refuse(SERIES, "no rows")
        self.write(SERIES, "")
        self.refuse(f"{SERIES}:1", "Time")

    def test_gold_standard_of_another_size(self):
        self.write(GOLD, "G1\tG11\t1\n")
        self.refuse(f"{GOLD}:1", "'G11'")

    def test_gold_standard_with_another_mark(self):
        self.write(GOLD, "G1\tG2\t1\nG1\tG3\tyes\n")
        self.refuse(f"{GOLD}:2", "yes")

    def test_gold_standard_without_an_edge(self):
        self.write(GOLD, gold_text(edges=()))
        self.refuse(GOLD, "no edge")

    def test_not_text(self):
        self.write(SERIES, b"PK\x03\x04\xff\xfe")
        self.refuse(SERIES, "not a text file")

    def test_nothing_known_in_the_folder(self):
        (self.dir / "in" / SERIES).unlink()
        self.refuse("in: no InSilicoSize")

    def test_two_different_files_for_one_network(self):
        self.write(f"again/{SERIES}", series_text(VALUES + 1))
        self.refuse(SERIES, "another file")

    def test_missing_source(self):
        done = subprocess.run([sys.executable, "-B", TOOL, "nowhere", "-o", "out"], cwd=self.dir, capture_output=True,
                              text=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("nowhere: no such file or folder", done.stderr)

    def test_output_below_a_file(self):
        (self.dir / "out").write_text("a file")
        done = self.run_tool()
        self.assertEqual(done.returncode, 1)
        self.assertNotIn("Traceback", done.stderr)
        self.assertIn("out/dream3", done.stderr)


# Stands in for PyTorch, which the tests do not ask for: `load` gives what the file, a Python expression, says.
TORCH = """import numpy
def load(path, map_location, weights_only):
    return eval(open(path).read(), {"numpy": numpy})
"""
TENSORS = f"Dream3TensorData/Size{SIZE}Ecoli1.pt"


class TensorTest(ToolTest):
    def setUp(self):
        super().setUp()
        (self.dir / "in" / SERIES).unlink()
        (self.dir / "torch.py").write_text(TORCH)

    def run_tool(self, *more):
        return super().run_tool(*more, env={**os.environ, "PYTHONPATH": str(self.dir)})

    def test_series_with_the_graph_beside_it(self):
        self.write(TENSORS, "{'TsData': numpy.arange(42 * 10.).reshape(42, 10)}")
        arrays = self.convert()
        numpy.testing.assert_array_equal(arrays["TsData"], numpy.arange(42 * 10.).reshape(42, 10))
        self.assertEqual((arrays["n_traj"], arrays["A"][1, 0], arrays["A"].sum()), (2, 1, 2))

    def test_graph_inside_is_target_by_source(self):
        (self.dir / "in" / GOLD).unlink()
        for content in ("{'tsdata': numpy.ones((21, 10)), 'GC': numpy.eye(10, k=2)}",
                        "(numpy.ones((21, 10)), numpy.eye(10, k=2))"):
            self.write(TENSORS, content)
            numpy.testing.assert_array_equal(self.convert()["A"], numpy.eye(10, k=2))
            numpy.testing.assert_array_equal(self.convert("--transpose-graph")["A"], numpy.eye(10, k=-2))

    def test_unknown_keys_are_named(self):
        self.write(TENSORS, "{'Series': numpy.ones((21, 10)), 'other': 1}")
        self.refuse(TENSORS, "no key TsData", "series (21, 10)", "other")

    def test_wrong_shape(self):
        self.write(TENSORS, "{'TsData': numpy.ones((20, 10))}")
        self.refuse(TENSORS, "(20, 10)", "(trajectories * 21, 10)")

    def test_missing_graph(self):
        (self.dir / "in" / GOLD).unlink()
        self.write(TENSORS, "{'TsData': numpy.ones((21, 10))}")
        self.refuse(TENSORS, "gold standard is missing")

    def test_file_that_torch_refuses(self):
        self.write(TENSORS, "not an expression")
        self.refuse(TENSORS, "cannot read")

    def test_no_torch(self):
        (self.dir / "torch.py").write_text("raise ImportError('none here')\n")
        self.write(TENSORS, "{}")
        self.refuse(TENSORS, "needs PyTorch")


if __name__ == "__main__":
    unittest.main()
