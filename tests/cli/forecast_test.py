"""forecast: distributions of what comes next, and how well a model did."""

import csv
import io
import json

import m2c

TRAIN = ("--method", "m2c", "--lags", "1", "--width", "8", "--heads", "2", "--epochs", "3", "--members", "2", "--judges",
         "none", "--theta-init", "1", "--quiet")


class ForecastTest(m2c.CliTest):
    def setUp(self):
        super().setUp()
        self.write_coupled()
        self.succeed("discover", "data.csv", "-o", "out", "--objective", "nll", *TRAIN)

    def test_table_json_and_tsv_agree(self):
        arguments = ("forecast", "out/model.m2c", "data.csv", "--steps", "3", "--paths", "50")
        seen = self.succeed(*arguments, "--json").json
        self.assertEqual((seen["steps"], seen["members"], seen["last_row"], seen["objective"]), (3, 2, 200, "nll"))
        self.assertEqual([(row["step"], row["variable"]) for row in seen["rows"]],
                         [(step, name) for step in (1, 2, 3) for name in "abc"])
        rows = list(csv.DictReader(io.StringIO(self.succeed(*arguments, "--tsv").out), delimiter="\t"))
        for row, same in zip(rows, seen["rows"]):
            self.assertEqual(float(row["mean"]), same["mean"])
            self.assertEqual(float(row["q0.95"]), same["quantiles"][4])
            self.assertGreater(same["sd"], 0)
            self.assertEqual(same["quantiles"], sorted(same["quantiles"]))
        self.assertRegex(self.succeed(*arguments).out, r"^step +variable +mean +sd +q0.05 ")

    def test_files(self):
        arguments = ("forecast", "out/model.m2c", "data.csv", "--steps", "2", "--quantiles", "0.1,0.9")
        self.assertEqual(self.succeed(*arguments, "-o", "next.csv").out, "next.csv\n")
        rows = list(csv.DictReader(io.StringIO((self.dir / "next.csv").read_text())))
        self.assertEqual(list(rows[0]), ["step", "variable", "mean", "sd", "q0.1", "q0.9"])
        self.succeed(*arguments, "-o", "next.json")
        seen = json.loads((self.dir / "next.json").read_text())
        self.assertEqual([float(row["mean"]) for row in rows], [row["mean"] for row in seen["rows"]])

    def test_same_bytes_for_any_threads_and_other_ones_for_another_seed(self):
        arguments = ("forecast", "out/model.m2c", "data.csv", "--steps", "3", "--json")
        first = self.succeed(*arguments, "--threads", "1").out
        self.assertEqual(self.succeed(*arguments, "--threads", "3").out, first)
        self.assertNotEqual(self.succeed(*arguments, "--seed", "2").out, first)

    def test_a_model_without_spread_says_where_it_takes_it_from(self):
        self.succeed("discover", "data.csv", "-o", "mse", "--objective", "mse", *TRAIN)
        run = self.succeed("forecast", "mse/model.m2c", "data.csv", "--json")
        self.assertIn("knows no spread", run.err)

    def test_backtest(self):
        arguments = ("forecast", "out/model.m2c", "data.csv", "--backtest")
        seen = self.succeed(*arguments, "--json").json
        self.assertEqual((seen["train_rows"], seen["test_rows"]), (159, 40))
        self.assertLess(seen["var"]["rows"][1]["mse"], seen["naive"]["rows"][1]["mse"])
        for name in ("model", "var", "naive"):
            self.assertEqual([row["variable"] for row in seen[name]["rows"]], ["a", "b", "c"])
        rows = list(csv.DictReader(io.StringIO(self.succeed(*arguments, "--tsv").out), delimiter="\t"))
        self.assertEqual(len(rows), 9)
        self.assertEqual(float(rows[0]["CRPS"]), seen["model"]["rows"][0]["crps"])
        self.assertIn("one step ahead over the last 40 rows", self.succeed(*arguments).out)

    def test_backtest_of_the_network_pruned_by_a_graph(self):
        arguments = ("forecast", "out/model.m2c", "data.csv", "--backtest", "--json")
        plain = self.succeed(*arguments).json
        self.write("all.csv", "target,a,b,c\na,1,1,1\nb,1,1,1\nc,1,1,1\n")
        self.write("none.csv", "target,a,b,c\na,0,0,0\nb,0,0,0\nc,0,0,0\n")
        everything = self.succeed(*arguments, "--graph", "all.csv").json
        self.assertEqual(everything["pruned"], plain["model"])
        nothing = self.succeed(*arguments, "--graph", "none.csv").json
        self.assertEqual(nothing["model"], plain["model"])
        self.assertNotEqual(nothing["pruned"], plain["model"])
        self.succeed(*arguments, "--graph", "out/result.json")
        self.write("other.csv", "target,a,b,d\na,0,0,0\nb,0,0,0\nd,0,0,0\n")
        self.must_fail(3, *arguments, "--graph", "other.csv", says=["other.csv", "'c'"])
        self.must_fail(2, "forecast", "out/model.m2c", "data.csv", "--graph", "all.csv", says=["--backtest"])
        self.succeed("prune", "data.csv", "--graph", "all.csv", "-o", "pruned.m2p")
        self.must_fail(2, "forecast", "pruned.m2p", "data.csv", "--backtest", "--graph", "all.csv", says=["--graph"])

    def test_model_of_other_variables(self):
        self.write_coupled("other.csv", names=("a", "b", "d"))
        for more in ((), ("--backtest",)):
            self.must_fail(3, "forecast", "out/model.m2c", "other.csv", *more, says=["other.csv", "'c'"])

    def test_steps_that_make_no_sense(self):
        for steps in ("0", "-3"):
            self.must_fail(2, "forecast", "out/model.m2c", "data.csv", "--steps", steps, "-o", "x.csv",
                           says=["--steps", steps])
        self.must_fail(2, "forecast", "out/model.m2c", "data.csv", "--paths", "1", says=["--paths"])
        self.must_fail(2, "forecast", "out/model.m2c", "data.csv", "--quantiles", "0.5,1", says=["--quantiles"])
        self.must_fail(2, "forecast", "out/model.m2c", "data.csv", "-o", "x.txt", says=["x.txt"])
        self.must_fail(2, "forecast", "out/model.m2c", "data.csv", "-o", "data.csv", says=["data.csv"])
        self.must_fail(2, "forecast", "out/model.m2c", "data.csv", "--backtest", "--share", "1", says=["--share"])

    def test_files_that_are_no_model(self):
        self.must_fail(4, "forecast", "no.m2c", "data.csv", says=["no.m2c"], hint=False)
        self.must_fail(3, "forecast", "data.csv", "data.csv", says=["data.csv"])

    def test_too_few_rows(self):
        self.write("empty.csv", "a,b,c\n1,2,3\n")
        self.must_fail(3, "forecast", "out/model.m2c", "empty.csv", "--backtest", says=["empty.csv"])


if __name__ == "__main__":
    m2c.main()
