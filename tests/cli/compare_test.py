"""compare: several methods on one file, as a person uses it."""

import csv
import io
import json

import m2c

QUICK = ("--methods", "var,pcmci,xcorr,mi")


class CompareTest(m2c.CliTest):
    def setUp(self):
        super().setUp()
        self.write_coupled()

    def rows(self, *more):
        run = self.succeed("compare", "data.csv", *QUICK, "--tsv", "-o", "out", *more)
        return list(csv.DictReader(io.StringIO(run.out), delimiter="\t"))

    def test_table_for_people(self):
        run = self.succeed("compare", "data.csv", *QUICK, "--top", "3")
        lines = run.out.splitlines()
        self.assertEqual(lines[0].split(), ["edge", "agree", "var", "pcmci", "xcorr", "mi"])
        self.assertEqual({tuple(line.split()[:4]) for line in lines[1:3]}, {("a", "->", "b", "4"), ("b", "->", "c", "4")})
        self.assertIn("... and 3 more", run.out)
        self.assertRegex(run.out, r"\n2 of 6 possible edges are in every graph, \d in some\n")
        self.assertRegex(run.out, r"\nmi +\d  scores above the unsupervised threshold")
        self.assertNotIn("AUROC", run.out)
        page = [f"data-compare/{name}" for name in m2c.REPORT_PAGE]
        self.assertEqual(self.files(),
                         ["data-compare", "data-compare/compare.csv", "data-compare/compare.json", *page, "data.csv"])

    def test_each_column_is_what_discover_says(self):
        rows = {(row["source"], row["target"]): row for row in self.rows()}
        self.assertEqual(len(rows), 6)
        for method in ("var", "pcmci", "xcorr", "mi"):
            edges = self.succeed("discover", "data.csv", "--json", "--method", method).json["edges"]
            for rank, edge in enumerate(edges, 1):
                row = rows[edge["source"], edge["target"]]
                self.assertEqual(float(row[f"{method}_score"]), edge["score"])
                self.assertEqual(row[f"{method}_found"], "1" if edge["found"] else "0")
                self.assertEqual(int(row[f"{method}_rank"]), rank)
        for row in rows.values():
            self.assertEqual(int(row["agree"]), sum(int(row[f"{m}_found"]) for m in ("var", "pcmci", "xcorr", "mi")))

    def test_most_agreed_first_and_files_like_the_table(self):
        rows = self.rows()
        agree = [int(row["agree"]) for row in rows]
        self.assertEqual(agree, sorted(agree, reverse=True))
        with open(self.dir / "out/compare.csv", newline="") as file:
            self.assertEqual(list(csv.DictReader(file)), rows)
        data = json.loads((self.dir / "out/compare.json").read_text())
        self.assertEqual([m["method"] for m in data["methods"]], ["var", "pcmci", "xcorr", "mi"])
        self.assertEqual([(e["source"], e["target"], e["agree"]) for e in data["edges"]],
                         [(r["source"], r["target"], int(r["agree"])) for r in rows])
        self.assertEqual(data["edges"][0]["methods"]["mi"]["score"], float(rows[0]["mi_score"]))

    def test_truth(self):
        self.write("truth.csv", "target,a,b,c\na,0,0,0\nb,1,0,0\nc,0,1,0\n")
        run = self.succeed("compare", "data.csv", *QUICK, "--truth", "truth.csv", "-o", "out")
        self.assertRegex(run.out, r"\nmethod +edges +AUROC +AUPRC +an edge is\nvar +\d +1 +1 ")
        self.assertRegex(run.out, r"\na -> b .* edge\n")
        graded = json.loads((self.dir / "out/compare.json").read_text())["methods"]
        self.assertEqual([m["auroc"] for m in graded], [1, 1, 1, 1])
        self.assertEqual([row["truth"] for row in self.rows("--truth", "truth.csv")][:2], ["1", "1"])

    def test_json_writes_no_files(self):
        run = self.succeed("compare", "data.csv", *QUICK, "--json")
        self.assertEqual(run.json["names"], ["a", "b", "c"])
        self.assertEqual(self.files(), ["data.csv"])

    def test_the_usual_methods_include_the_network(self):
        run = self.succeed("compare", "data.csv", "--json", "--epochs", "2", "--effort", "quick")
        self.assertEqual([m["method"] for m in run.json["methods"]],
                         ["m2c", "var", "var-arch", "lasso-var", "pcmci", "mi"])

    def test_a_method_that_cannot_be_fitted_is_named_and_the_others_go_on(self):
        lines = (self.dir / "data.csv").read_text().splitlines()
        self.write("short.csv", "\n".join(lines[:8]) + "\n")  # seven rows: too few for twice three lags
        run = self.succeed("compare", "short.csv", "--methods", "xcorr,pcmci", "--lags", "3", "-o", "out")
        self.assertIn("warning: pcmci failed: short.csv: ", run.err)
        self.assertRegex(run.out, r"\npcmci +- +failed")
        self.assertNotIn("pcmci", (self.dir / "out/compare.csv").read_text())
        self.must_fail(3, "compare", "short.csv", "--methods", "pcmci", "--lags", "3", says=["pcmci", "lags"])

    def test_bad_use(self):
        self.must_fail(2, "compare", "data.csv", "--methods", "var,granger", says=["'granger'", "pcmci"])
        self.must_fail(2, "compare", "data.csv", "--methods", "var,var", says=["'var' is there twice"])
        self.must_fail(2, "compare", "data.csv", "--method", "var", says=["--method", "--methods"])
        self.must_fail(2, "compare", "data.csv", "--resume", says=["--resume"])
        self.must_fail(4, "compare", "none.csv", *QUICK, says=["none.csv"])
        self.write("one.csv", "a,b\n1,7\n5,7\n2,7\n4,7\n3,7\n6,7\n")
        self.must_fail(3, "compare", "one.csv", *QUICK, says=["one.csv", "at least 2"])
        self.write("truth.csv", "0,1\n1,0\n")
        self.must_fail(3, "compare", "data.csv", *QUICK, "--truth", "truth.csv", says=["truth.csv", "2 x 2"])
        self.write("file", "")
        self.must_fail(4, "compare", "data.csv", *QUICK, "-o", "file/out", says=["file"])

    def test_settings_of_rivals_are_checked_before_anything_runs(self):
        self.must_fail(2, "compare", "data.csv", "--methods", "var,cmlp", "--rival-lr", "banana",
                       says=["--rival-lr 'banana'", "auto, or a number"])

        self.must_fail(2, "compare", "data.csv", "--methods", "var,cmlp", "--rival-steps", "20.5",
                       says=["--rival-steps '20.5'", "a whole number"])
        self.must_fail(2, "compare", "data.csv", "--methods", "var,jrngc", "--rival-layers", "1000000000",
                       says=["--rival-layers", "0 to 100"])

    def test_what_one_method_does_not_take_costs_no_other_its_result(self):
        run = self.succeed("compare", "data.csv", "--json", "--methods", "var,cmlp,sru", "--rival-penalty", "path",
                           "--rival-steps", "40")
        var, cmlp, sru = run.json["methods"]
        self.assertIn("--rival-penalty path is not for --method sru", sru["failure"])
        self.assertNotIn("failure", var)
        self.assertNotIn("failure", cmlp)
        run = self.succeed("compare", "data.csv", "--json", "--methods", "m2c,var", "--require", "a -> b", "--effort", "quick")
        network, var = run.json["methods"]
        self.assertIn("only knows forbidden edges", var["failure"])
        self.assertNotIn("failure", network)
        self.must_fail(3, "compare", "data.csv", "--methods", "var,sru", "--forbid", "a -> nobody", says=["nobody"])

    def test_an_option_that_counts_for_none_of_them_is_named(self):
        run = self.succeed("compare", "data.csv", "--json", "--methods", "var,pcmci", "--pc-alpha", "0.3", "--rival-lr", "0.1")
        self.assertIn("--rival-lr does not count for var, pcmci", run.err)
        self.assertNotIn("--pc-alpha", run.err)

    def test_methods_may_stand_apart_and_all_stands_alone(self):
        run = self.succeed("compare", "data.csv", "--json", "--methods", "var, pcmci")
        self.assertEqual([method["method"] for method in run.json["methods"]], ["var", "pcmci"])
        self.must_fail(2, "compare", "data.csv", "--methods", "all,var", says=["'all' stands beside others"])

    def test_help_shows_only_what_it_takes(self):
        shown = self.succeed("compare", "--help").out
        for flag in ("--resume", "--checkpoint-every", "--method TEXT"):
            self.assertNotIn(flag, shown)
        self.assertIn("--lags", shown)

    def test_what_several_methods_say_is_said_once(self):
        rows = (self.dir / "data.csv").read_text().splitlines()
        rows[5] = "," + rows[5].split(",", 1)[1]
        self.write("holes.csv", "\n".join(rows) + "\n")
        run = self.succeed("compare", "holes.csv", "--methods", "cmlp,jrngc", "--rival-steps", "5", "-o", "holes")
        said = [line for line in run.err.splitlines() if "as inputs they count as the mean" in line]
        self.assertEqual(len(said), 1)
        self.assertIn("cmlp, jrngc: ", said[0])

    def test_options_reach_every_method(self):
        run = self.succeed("compare", "data.csv", "--json", *QUICK, "--lags", "2", "--top-k", "1", "--forbid", "a -> b")
        for method in run.json["methods"]:
            self.assertEqual((method["lags"], method["edges"]), (2, 1))
        edge = next(e for e in run.json["edges"] if (e["source"], e["target"]) == ("a", "b"))
        self.assertEqual((edge["agree"], edge["methods"]["pcmci"]["score"]), (0, 0))

    def test_names_that_need_quoting(self):
        self.write_coupled("odd.csv", names=("a,1", "b ä", "c\tx"))
        self.succeed("compare", "odd.csv", *QUICK, "-o", "out", "--quiet")
        with open(self.dir / "out/compare.csv", newline="") as file:
            self.assertEqual({(r["source"], r["target"]) for r in list(csv.DictReader(file))[:2]},
                             {("a,1", "b ä"), ("b ä", "c\tx")})
        self.assertEqual(json.loads((self.dir / "out/compare.json").read_text())["names"], ["a,1", "b ä", "c\tx"])


if __name__ == "__main__":
    m2c.main()
