"""prune: forecasts from the causes alone beside forecasts from everything."""

import csv
import io
import json

import numpy

import m2c

MODELS = ("linear", "mlp", "nbeats", "arimax")


class PruneTest(m2c.CliTest):
    GRAPH = "target,a,b,c\na,0,0,0\nb,1,0,0\nc,0,1,0\n"

    def setUp(self):
        super().setUp()
        self.write_coupled()
        self.write("graph.csv", self.GRAPH)

    def test_table_and_totals(self):
        text = self.succeed("prune", "data.csv", "--graph", "graph.csv").out
        self.assertRegex(text, r"\nb +3 +1 +4 +3 +25 ")
        self.assertIn("parameters  12 -> 8  (PR 33.33 %)", text)

    def test_json_of_each_model(self):
        for model in MODELS:
            seen = self.succeed("prune", "data.csv", "--graph", "graph.csv", "--model", model, "--json").json
            self.assertEqual(seen["model"], model)
            self.assertEqual((seen["train_rows"], seen["test_rows"], seen["failed"]), (159, 40, 0))
            self.assertEqual([row["parents"] for row in seen["rows"]], [[], ["a"], ["b"]])
            full, pruned = (sum(row[form]["parameters"] for row in seen["rows"]) for form in ("full", "pruned"))
            self.assertAlmostEqual(seen["parameter_reduction_percent"], 100 * (full - pruned) / full)
            full, pruned = (numpy.mean([row[form]["mse"] for row in seen["rows"]]) for form in ("full", "pruned"))
            self.assertAlmostEqual(seen["mse_reduction_percent"], 100 * (full - pruned) / full)

    def test_linear_is_least_squares_on_the_first_rows(self):
        seen = self.succeed("prune", "data.csv", "--graph", "graph.csv", "--json").json
        x = numpy.loadtxt(self.dir / "data.csv", delimiter=",", skiprows=1, dtype=numpy.float32).astype(float)
        inputs = numpy.column_stack([numpy.ones(159), x[:159, 0], x[:159, 1]])
        weights = numpy.linalg.lstsq(inputs, x[1:160, 1], rcond=None)[0]
        error = x[160:, 1] - numpy.column_stack([numpy.ones(40), x[159:199, 0], x[159:199, 1]]) @ weights
        self.assertAlmostEqual(seen["rows"][1]["pruned"]["mse"], numpy.mean(error**2) / x[:160, 1].var(), delta=1e-4)

    def test_tsv_has_the_same_figures(self):
        seen = self.succeed("prune", "data.csv", "--graph", "graph.csv", "--json").json
        text = self.succeed("prune", "data.csv", "--graph", "graph.csv", "--tsv").out
        rows = list(csv.DictReader(io.StringIO(text), delimiter="\t"))
        self.assertEqual([float(row["pruned MSE"]) for row in rows], [row["pruned"]["mse"] for row in seen["rows"]])

    def test_graph_of_discover_and_matrix_files_give_the_same(self):
        self.succeed("discover", "data.csv", "-o", "out")
        edges = json.loads((self.dir / "out/result.json").read_text())["edges"]
        graph = numpy.zeros((3, 3))
        names = ["a", "b", "c"]
        for edge in edges:
            if edge["found"]:
                graph[names.index(edge["target"]), names.index(edge["source"])] = 1
        self.assertEqual(graph[1, 0], 1)
        numpy.save(self.dir / "graph.npy", graph)
        numpy.savez(self.dir / "graph.npz", other=graph.T, mine=graph)
        texts = {self.succeed("prune", "data.csv", *graph, "--json").out
                 for graph in (("--graph", "out/result.json"), ("--graph", "graph.npy"),
                               ("--graph", "graph.npz", "--graph-key", "mine"))}
        self.assertEqual(len(texts), 1)

    def test_graph_may_hold_more_variables_in_another_order(self):
        self.write("more.csv", "target,z,c,b,a\nz,0,1,1,1\nc,0,0,1,0\nb,0,0,0,1\na,0,0,0,0\n")
        first = self.succeed("prune", "data.csv", "--graph", "graph.csv", "--json").out
        self.assertEqual(self.succeed("prune", "data.csv", "--graph", "more.csv", "--json").out, first)

    def test_same_bytes_for_any_threads(self):
        for model in MODELS:
            texts = {self.succeed("prune", "data.csv", "--graph", "graph.csv", "--model", model, "--threads", threads,
                                  "--json").out for threads in (1, 3)}
            self.assertEqual(len(texts), 1)

    def test_failed_fit_is_said_and_not_replaced(self):
        self.write_coupled("short.csv", rows=14)
        run = self.succeed("prune", "short.csv", "--graph", "graph.csv", "--model", "arimax", "--lags", "2", "--json")
        self.assertIn("fit failed", run.err)
        self.assertIsNone(run.json["rows"][0]["full"]["mse"])
        self.assertIn("unknowns", run.json["rows"][0]["full"]["failure"])
        self.assertIsNone(run.json["mse_reduction_percent"])

    def test_graph_of_other_variables(self):
        self.write("other.csv", self.GRAPH.replace("c", "d"))
        self.must_fail(3, "prune", "data.csv", "--graph", "other.csv", says=["other.csv", "'c'"])
        self.write("small.csv", "0,1\n0,0\n")
        self.must_fail(3, "prune", "data.csv", "--graph", "small.csv", says=["small.csv", "2 x 2", "3 variables"])
        self.must_fail(4, "prune", "data.csv", "--graph", "no.json", says=["no.json"])

    def test_saved_it_forecasts(self):
        for model in MODELS:
            report = self.succeed("prune", "data.csv", "--graph", "graph.csv", "--model", model, "-o", "pruned.m2p",
                                  "--json").json
            arguments = ("forecast", "pruned.m2p", "data.csv", "--paths", "50", "--json")
            seen = self.succeed(*arguments, "--steps", "3").json
            self.assertEqual((seen["objective"], seen["members"], seen["last_row"]), (model, 1, 200))
            self.assertEqual([row["variable"] for row in seen["rows"]], list("abc") * 3)
            for row in seen["rows"]:
                self.assertGreater(row["sd"], 0)
                self.assertEqual(row["quantiles"], sorted(row["quantiles"]))
            self.assertEqual(self.succeed(*arguments, "--steps", "3", "--threads", "3").json, seen)
            graded = self.succeed("forecast", "pruned.m2p", "data.csv", "--backtest", "--json").json
            self.assertAlmostEqual(graded["model"]["mean"]["mse"], report["pruned_mse"], places=9)
            self.assertAlmostEqual(graded["unpruned"]["mean"]["mse"], report["full_mse"], places=9)
        text = self.succeed("prune", "data.csv", "--graph", "graph.csv", "-o", "pruned.m2p").out
        self.assertTrue(text.endswith("saved in pruned.m2p\n"), text)

    def test_saved_forecasts_that_cannot_be_made(self):
        self.succeed("prune", "data.csv", "--graph", "graph.csv", "-o", "pruned.m2p", "--lags", "3")
        self.write_coupled("other.csv", names=("a", "b", "d"))
        self.write_coupled("short.csv", rows=2)
        for more in ((), ("--backtest",)):
            self.must_fail(3, "forecast", "pruned.m2p", "other.csv", *more, says=["other.csv", "'c'"])
            self.must_fail(3, "forecast", "pruned.m2p", "short.csv", *more, says=["short.csv", "2 rows"])
        for steps in ("0", "-1"):
            self.must_fail(2, "forecast", "pruned.m2p", "data.csv", "--steps", steps, "-o", "x.csv",
                           says=["--steps", steps])
        whole = (self.dir / "pruned.m2p").read_bytes()
        (self.dir / "cut.m2p").write_bytes(whole[:-20])
        self.must_fail(3, "forecast", "cut.m2p", "data.csv", says=["cut.m2p", "truncated"])
        (self.dir / "flipped.m2p").write_bytes(whole[:100] + bytes([whole[100] ^ 1]) + whole[101:])
        self.must_fail(3, "forecast", "flipped.m2p", "data.csv", says=["flipped.m2p", "checksum"])

    def test_what_is_read_is_not_replaced(self):
        for file in ("data.csv", "graph.csv"):
            self.must_fail(2, "prune", "data.csv", "--graph", "graph.csv", "-o", file, says=[file])

    def test_a_failed_fit_is_not_saved(self):
        self.write_coupled("short.csv", rows=9)
        self.must_fail(3, "prune", "short.csv", "--graph", "graph.csv", "--model", "arimax", "--lags", "2", "-o",
                       "pruned.m2p", says=["pruned.m2p", "unknowns"])

    def test_too_few_rows(self):
        self.write_coupled("short.csv", rows=6)
        self.must_fail(3, "prune", "short.csv", "--graph", "graph.csv", says=["short.csv", "6 rows"])

    def test_options_that_make_no_sense(self):
        for option in (("--model", "tree"), ("--train", "1.5"), ("--lags", "0"), ("--order", "4,0"), ("--lr", "-1"),
                       ("--nbeats", "long"), ("--epochs", "0")):
            self.must_fail(2, "prune", "data.csv", "--graph", "graph.csv", *option, says=[option[0]])
        self.must_fail(2, "prune", "data.csv", says=["--graph"])


if __name__ == "__main__":
    m2c.main()
