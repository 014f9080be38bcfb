"""simulate and evaluate."""

import csv
import io
import os

import numpy

import m2c


class SimulateTest(m2c.CliTest):
    def test_npz_has_data_and_truth(self):
        for system in ("var", "lorenz96", "mixed", "chain"):
            run = self.succeed("simulate", system, "-n", "7", "-t", "120", "-o", f"{system}.npz")
            self.assertEqual(run.out, f"{system}.npz\n")
            arrays = numpy.load(self.dir / f"{system}.npz", allow_pickle=False)
            self.assertEqual(arrays["X"].shape, (120, 7))
            self.assertEqual(arrays["X"].dtype, numpy.float32)
            for name in ("A", "A_mean", "A_var"):
                self.assertEqual(arrays[name].shape, (7, 7))
            self.assertTrue((arrays["A_lag"].max(axis=0) == arrays["A"]).all())
            self.assertTrue((numpy.maximum(arrays["A_mean"], arrays["A_var"]) == arrays["A"]).all())

    def test_lorenz_truth_is_target_by_source(self):
        self.succeed("simulate", "lorenz96", "-n", "8", "-o", "x.npz")
        truth = numpy.load(self.dir / "x.npz")["A"]
        for target in range(8):
            self.assertEqual({int(s) for s in numpy.flatnonzero(truth[target])},
                             {(target - 2) % 8, (target - 1) % 8, target, (target + 1) % 8})

    def test_csv_equals_npz(self):
        self.succeed("simulate", "mixed", "-t", "80", "-o", "x.npz")
        run = self.succeed("simulate", "mixed", "-t", "80", "-o", "x.csv")
        self.assertEqual(run.out.split(), ["x.csv", "x.graph.csv", "x.mean_graph.csv", "x.variance_graph.csv",
                                           "x.lags.csv"])
        arrays = numpy.load(self.dir / "x.npz")
        values = numpy.loadtxt(self.dir / "x.csv", delimiter=",", skiprows=1, dtype=numpy.float32)
        self.assertTrue((values == arrays["X"]).all())
        for name, key in (("graph", "A"), ("mean_graph", "A_mean"), ("variance_graph", "A_var")):
            rows = list(csv.reader(io.StringIO((self.dir / f"x.{name}.csv").read_text())))
            self.assertEqual([[float(c) for c in row[1:]] for row in rows[1:]], arrays[key].tolist())
        lags = list(csv.DictReader(io.StringIO((self.dir / "x.lags.csv").read_text())))
        self.assertEqual(len(lags), int(arrays["A_lag"].sum()))

    def test_same_seed_same_bytes(self):
        self.succeed("simulate", "var", "-o", "1.npz", env={**os.environ, "TZ": "UTC"})
        self.succeed("simulate", "var", "-o", "2.npz", env={**os.environ, "TZ": "America/Los_Angeles"})
        self.succeed("simulate", "var", "-o", "3.npz", "--seed", "2")
        first, second, third = ((self.dir / f"{i}.npz").read_bytes() for i in (1, 2, 3))
        self.assertEqual(first, second)
        self.assertNotEqual(first, third)

    def test_output_folder_is_made(self):
        self.succeed("simulate", "chain", "-o", "a/b/x.csv")
        self.assertTrue((self.dir / "a/b/x.graph.csv").exists())

    def test_options_that_make_no_sense(self):
        self.must_fail(2, "simulate", "var", "-n", "0", "-o", "x.npz", hint=False)
        self.must_fail(2, "simulate", "var", "--density", "1.5", "-o", "x.npz", says=["1.5"], hint=False)
        self.must_fail(2, "simulate", "lorenz96", "-t", "-4", "-o", "x.npz", hint=False)

    def test_strongly_forced_lorenz_stays_finite(self):
        self.succeed("simulate", "lorenz96", "-n", "100", "--forcing", "40", "-t", "250", "-o", "x.npz")
        self.assertTrue(numpy.isfinite(numpy.load(self.dir / "x.npz")["X"]).all())


class EvaluateTest(m2c.CliTest):
    SCORES = "target,a,b,c\na,0.9,0.1,0.2\nb,0.8,0.9,0.3\nc,0.1,0.7,0.9\n"
    TRUTH = "target,a,b,c\na,1,0,0\nb,1,1,0\nc,0,1,1\n"

    def setUp(self):
        super().setUp()
        self.write("scores.csv", self.SCORES)
        self.write("truth.csv", self.TRUTH)

    def test_perfect_scores(self):
        seen = self.succeed("evaluate", "scores.csv", "truth.csv", "--json").json
        for part, pairs, edges in (("off_diagonal", 6, 2), ("full", 9, 5)):
            metrics = seen[part]
            self.assertEqual((metrics["pairs"], metrics["edges"]), (pairs, edges))
            self.assertEqual((metrics["auroc"], metrics["average_precision"]), (1, 1))
            self.assertEqual(metrics["at_true_density"]["shd"], 0)
            self.assertEqual(metrics["at_fixed"]["f1"], 1)

    def test_table_and_tsv(self):
        self.assertRegex(self.succeed("evaluate", "scores.csv", "truth.csv").out, r"AUROC +1 +1\n")
        rows = dict(line.split("\t")[:2] for line in self.succeed("evaluate", "scores.csv", "truth.csv", "--tsv")
                    .out.splitlines())
        self.assertEqual((rows["AUROC"], rows["pairs"]), ("1", "6"))

    def test_fixed_threshold(self):
        seen = self.succeed("evaluate", "scores.csv", "truth.csv", "--threshold", "0.75", "--json").json
        self.assertEqual(seen["off_diagonal"]["at_fixed"]["recall"], 0.5)

    def test_npy_npz_and_result_json_give_the_same(self):
        self.succeed("simulate", "var", "-o", "x.npz")
        self.succeed("discover", "x.npz", "-o", "out")
        numpy.savez(self.dir / "s.npz", mine=numpy.load(self.dir / "out/scores.npy"))
        texts = {self.succeed("evaluate", "out/" + name, "x.npz", "--json").out
                 for name in ("result.json", "scores.csv", "scores.npy")}
        texts.add(self.succeed("evaluate", "s.npz", "x.npz", "--scores-key", "mine", "--truth-key", "A", "--json").out)
        self.assertEqual(len(texts), 1)

    def test_one_class_only_is_null_not_a_number(self):
        self.write("none.csv", "0,0,0\n0,0,0\n0,0,0\n")
        seen = self.succeed("evaluate", "scores.csv", "none.csv", "--json").json
        self.assertIsNone(seen["off_diagonal"]["auroc"])

    def test_truth_of_another_size(self):
        self.write("small.csv", "0,1\n1,0\n")
        self.must_fail(3, "evaluate", "scores.csv", "small.csv", says=["small.csv", "2 x 2", "3"])

    def test_matrix_that_is_not_square(self):
        self.write("wide.csv", "0,1,0\n1,0,1\n")
        self.must_fail(3, "evaluate", "scores.csv", "wide.csv", says=["wide.csv"])

    def test_scores_that_are_no_result(self):
        for content in ("{", "[]", '{"names": ["a"], "scores": [[1, 2]]}', '{"names": "a", "scores": []}',
                        '{"names": ["a"], "scores": [["x"]]}'):
            self.write("bad.json", content)
            self.must_fail(3, "evaluate", "bad.json", "truth.csv", says=["bad.json"])

    def test_missing_files(self):
        self.must_fail(4, "evaluate", "no.json", "truth.csv", says=["no.json", "No such file"])
        self.must_fail(4, "evaluate", "scores.csv", "no.csv", says=["no.csv", "No such file"])


if __name__ == "__main__":
    m2c.main()
