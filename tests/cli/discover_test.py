"""discover from file to graph."""

import csv
import io
import json

import numpy

import m2c


class DiscoverTest(m2c.CliTest):
    def test_finds_the_edges_and_writes_four_files_that_agree(self):
        self.write_coupled()
        run = self.succeed("discover", "data.csv", "-o", "out")
        self.assertIn("a -> b", run.out)
        self.assertIn("b -> c", run.out)
        result = json.loads((self.dir / "out/result.json").read_text())
        edges = list(csv.DictReader(io.StringIO((self.dir / "out/edges.csv").read_text())))
        npy = numpy.load(self.dir / "out/scores.npy", allow_pickle=False)
        table = list(csv.reader(io.StringIO((self.dir / "out/scores.csv").read_text())))
        self.assertEqual({(e["source"], e["target"]) for e in edges[:2]}, {("a", "b"), ("b", "c")})
        self.assertEqual([(e["source"], e["target"]) for e in edges],
                         [(e["source"], e["target"]) for e in result["edges"]])
        self.assertEqual(numpy.array(result["scores"]).tolist(), npy.tolist())
        self.assertEqual(table[0][1:], ["a", "b", "c"])
        self.assertEqual([row[0] for row in table[1:]], ["a", "b", "c"])
        self.assertEqual([[float(cell) for cell in row[1:]] for row in table[1:]], npy.tolist())
        for edge in edges:  # [target][source]
            self.assertEqual(float(edge["score"]), npy["abc".index(edge["target"]), "abc".index(edge["source"])])
        for path in ("result.json", "edges.csv", "scores.npy", "scores.csv"):
            self.assertIn(f"out/{path}", run.out)

    def test_lag_and_sign(self):
        self.write_coupled()
        edges = {(e["source"], e["target"]): e for e in self.succeed("discover", "data.csv", "--json").json["edges"]}
        self.assertEqual((edges["a", "b"]["lag"], edges["a", "b"]["sign"]), (1, 1))
        self.assertEqual((edges["b", "c"]["lag"], edges["b", "c"]["sign"]), (1, -1))
        self.assertLess(edges["a", "b"]["q"], 1e-6)
        self.assertGreater(edges["c", "a"]["p"], 1e-3)

    def test_result_tells_where_it_comes_from(self):
        self.write_coupled()
        result = self.succeed("discover", "data.csv", "--json", "--lags", "2", "--seed", "9").json
        self.assertRegex(result["version"], r"^\d+\.\d+\.\d+$")
        self.assertEqual(result["schema"], 1)
        self.assertEqual((result["options"]["lags"], result["options"]["seed"], result["options"]["method"]),
                         (2, 9, "var"))
        self.assertEqual(result["data"]["source"], "data.csv")
        self.assertRegex(result["data"]["fingerprint"], r"^[0-9a-f]{32}$")
        self.assertEqual((result["data"]["rows"], result["data"]["trajectories"]), (200, 1))
        self.assertGreaterEqual(result["seconds"], 0)
        self.assertEqual(numpy.shape(result["lag_coefficients"]), (2, 3, 3))

    def test_json_is_pure_and_writes_no_file(self):
        self.write_coupled()
        run = self.succeed("discover", "data.csv", "--json")
        self.assertEqual(len(run.json["edges"]), 6)
        self.assertEqual(self.files(), ["data.csv"])
        run = self.succeed("discover", "data.csv", "--json", "-o", "out")
        written = json.loads((self.dir / "out/result.json").read_text())
        self.assertEqual(written["scores"], run.json["scores"])

    def test_json_stays_pure_with_warnings(self):
        rows = "".join(f"{i * i % 7},4,{i * 3 % 5}\n" for i in range(60))
        self.write("constant.csv", "a,still,c\n" + rows)
        run = self.succeed("discover", "constant.csv", "--json")
        self.assertEqual(run.json["excluded"], ["still"])
        self.assertIn("warning", run.err)
        self.assertIn("still", run.err)

    def test_constant_column_is_not_fitted(self):
        rows = "".join(f"{i * i % 7},4,{i * 3 % 5}\n" for i in range(60))
        self.write("constant.csv", "a,still,c\n" + rows)
        result = self.succeed("discover", "constant.csv", "--json").json
        self.assertEqual(result["names"], ["a", "still", "c"])
        self.assertEqual({e["source"] for e in result["edges"]} | {e["target"] for e in result["edges"]}, {"a", "c"})
        self.assertEqual([row[1] for row in result["scores"]], [0, 0, 0])

    def test_quiet_prints_warnings_only(self):
        self.write_coupled()
        run = self.succeed("discover", "data.csv", "-o", "out", "--quiet")
        self.assertEqual(run.out, "")
        for line in run.err.splitlines():
            self.assertTrue(line.startswith("mask2cause: warning: "), line)
        self.assertTrue((self.dir / "out/result.json").exists())

    def test_default_folder_is_named_after_the_data(self):
        self.write_coupled("my data.csv")
        run = self.succeed("discover", "my data.csv")
        self.assertTrue((self.dir / "my data-mask2cause/result.json").exists())
        self.assertIn("my data-mask2cause/result.json", run.out)

    def test_stdin(self):
        self.write_coupled()
        content = (self.dir / "data.csv").read_bytes()
        from_stdin = self.succeed("discover", "-", "--json", stdin=content).json
        from_file = self.succeed("discover", "data.csv", "--json").json
        self.assertEqual(from_stdin["scores"], from_file["scores"])

    def test_tsv(self):
        self.write_coupled()
        rows = list(csv.DictReader(io.StringIO(self.succeed("discover", "data.csv", "--tsv", "-o", "out").out),
                                   delimiter="\t"))
        self.assertEqual(len(rows), 6)
        self.assertEqual({(row["source"], row["target"]) for row in rows[:2]}, {("a", "b"), ("b", "c")})
        self.assertEqual([row["found"] for row in rows], ["1" if float(row["q"]) <= 0.1 else "0" for row in rows])
        self.assertEqual([row["found"] for row in rows[:2]], ["1", "1"])

    def found(self, *options):
        run = self.succeed("discover", "data.csv", "--json", *options)
        return [(edge["source"], edge["target"]) for edge in run.json["edges"] if edge["found"]], run.json["graph_rule"]

    def test_rules_of_the_final_graph(self):
        self.write_coupled()
        ranked = [(e["source"], e["target"]) for e in self.succeed("discover", "data.csv", "--json").json["edges"]]
        strict, rule = self.found("--fdr", "1e-9")
        self.assertEqual(set(strict), {("a", "b"), ("b", "c")})
        self.assertIn("q at most 1e-09", rule)
        self.assertEqual(self.found("--fdr", "1")[0], ranked)
        self.assertEqual(self.found("--top-k", "3"), (ranked[:3], "the 3 strongest"))
        self.assertEqual(self.found("--top-k", "100")[0], ranked)
        self.assertEqual(self.found("--density", "0.17"), (ranked[:1], "the 1 strongest"))
        self.assertEqual(set(self.found("--threshold", "0.5")[0]), {("a", "b"), ("b", "c")})
        self.assertEqual(self.found("--top-k", "1", "--require", "c -> a", "--method", "m2c", "--epochs", "2")[0][-1],
                         ("c", "a"))
        self.assertNotIn(("a", "b"), self.found("--top-k", "6", "--forbid", "a -> b")[0])
        self.must_fail(2, "discover", "data.csv", "--json", "--top-k", "1", "--density", "0.5", says=["give one of them"])

    def test_top(self):
        self.write_coupled()
        run = self.succeed("discover", "data.csv", "--top", "2", "-o", "out")
        self.assertEqual(run.out.count(" -> "), 2)
        self.assertIn("4 weaker", run.out)

    def test_names_that_need_quoting(self):
        names = ("a,1", "b ä", "c\tx")
        self.write_coupled(names=names)
        run = self.succeed("discover", "data.csv", "-o", "out")
        edges = list(csv.DictReader(io.StringIO((self.dir / "out/edges.csv").read_text())))
        self.assertEqual({(e["source"], e["target"]) for e in edges[:2]}, {("a,1", "b ä"), ("b ä", "c\tx")})
        self.assertEqual(json.loads((self.dir / "out/result.json").read_text())["names"], list(names))
        self.assertNotIn("\t", run.out)

    def test_same_bytes_for_any_number_of_threads(self):
        self.succeed("simulate", "var", "-o", "x.npz")
        for threads in ("1", "4"):
            self.succeed("discover", "x.npz", "-o", threads, "--threads", threads)
        for name in ("scores.npy", "scores.csv", "edges.csv"):
            self.assertEqual((self.dir / "1" / name).read_bytes(), (self.dir / "4" / name).read_bytes())

    def test_truth_beside_what_was_found(self):
        self.write_coupled()
        self.write("truth.csv", "target,a,b,c\na,0,0,1\nb,1,0,0\nc,0,1,0\n")
        run = self.succeed("discover", "data.csv", "--truth", "truth.csv", "-o", "out")
        lines = {line.split("  ")[0]: line for line in run.out.splitlines() if " -> " in line and "score" not in line}
        self.assertRegex(lines["a -> b"], r"yes +edge$")
        self.assertRegex(lines["c -> a"], r"no +edge$")
        self.assertRegex(lines["c -> b"], r"no +no edge$")
        self.assertRegex(run.out, r"true edges that were not found\n  c -> a ")
        self.assertIn("AUROC", run.out)

    def test_truth_is_matched_by_name(self):
        self.write_coupled()
        self.write("truth.csv", "target,c,z,a,b\nc,0,0,0,1\nz,1,1,1,1\na,0,0,0,0\nb,0,0,1,0\n")
        rows = list(csv.DictReader(io.StringIO(
            self.succeed("discover", "data.csv", "--truth", "truth.csv", "--tsv", "-o", "out").out), delimiter="\t"))
        self.assertEqual({(r["source"], r["target"]) for r in rows if r["truth"] == "1"}, {("a", "b"), ("b", "c")})

    def test_truth_of_another_size(self):
        self.write_coupled()
        self.write("truth.csv", "0,1\n1,0\n")
        self.must_fail(3, "discover", "data.csv", "--truth", "truth.csv", "-o", "out", says=["truth.csv", "2 x 2", "3"])

    def test_columns_and_drop(self):
        self.write_coupled()
        self.assertEqual(self.succeed("discover", "data.csv", "--json", "--columns", "a,c").json["names"], ["a", "c"])
        self.assertEqual(self.succeed("discover", "data.csv", "--json", "--drop", "2").json["names"], ["a", "c"])

    def test_all_methods_of_the_help_run(self):
        self.write_coupled()
        page = self.succeed("options-page").out
        methods = [line.split("`")[1] for line in page.split("## Methods")[1].splitlines() if line.startswith("| `")]
        methods.remove("--method")
        self.assertIn("var", methods)
        for method in methods:
            self.succeed("discover", "data.csv", "--json", "--method", method)


if __name__ == "__main__":
    m2c.main()
