"""Studies as a person runs them: listed, cut short and gone on with, without data, with broken data."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import m2c

sys.path.append("/usr/lib/python3/dist-packages")
import numpy as np  # noqa: E402


class StudyTest(m2c.CliTest):
    def lay_out_var(self, sets=range(1, 6)):
        """Made-up series under the names of the public files."""
        folder = self.dir / "data" / "var"
        folder.mkdir(parents=True)
        for k in sets:
            self.succeed("simulate", "var", "--variables", "4", "--steps", "120", "--seed", str(k), "-o", "x.npz", "--quiet")
            with np.load(self.dir / "x.npz") as made:
                np.savez(folder / f"S_30_T_500_dataset_{k}.npz", X_np=made["X"].T, Gref=made["A"])

    def study(self, folder, *more):
        return ("study", "lorenz-var", "--data", "data", "-o", folder, "--only", "VAR T500", *more)

    def tables(self, folder):
        return [(self.dir / folder / name).read_bytes() for name in ("table.md", "table.csv")]

    def test_list_names_each_study_with_time(self):
        lines = self.succeed("study", "--list", "--tsv").out.splitlines()
        self.assertEqual(lines[0].split("\t")[:2], ["study", "time, about"])
        names = [line.split("\t")[0] for line in lines[1:]]
        self.assertEqual(names, ["lorenz-var", "causaltime", "dream3", "mixed", "ablation", "multi-hop", "depth", "leakage",
                                 "metrics", "thresholds", "scaling", "sensitivity", "complexity", "defaults", "rivals",
                                 "pruning", "pruning-rivals", "feature-selection"])
        for line in lines[1:]:
            self.assertRegex(line.split("\t")[1], r"^\d+ (s|min)$")

    def test_a_study_writes_its_tables(self):
        self.lay_out_var()
        run = self.succeed(*self.study("out"))
        self.assertIn("| VAR T500 | 1.00", run.out)
        self.assertEqual(self.dir.joinpath("out/table.md").read_text(), "# lorenz-var\n\nmain table 1: " +
                         "AUROC on VAR and Lorenz-96 of ten variables, squared error and likelihood\n\n" + run.out)
        runs = [json.loads(line) for line in (self.dir / "out/runs.jsonl").read_text().splitlines()]
        self.assertEqual(len(runs), 20)
        self.assertEqual({r["series"] for r in runs}, {"MSE", "NLL", "default", "ridge VAR"})
        summary = json.loads((self.dir / "out/summary.json").read_text())
        self.assertEqual(summary["runs"], 20)
        self.assertRegex(summary["date"], r"^20\d\d-\d\d-\d\d$")
        again = self.succeed(*self.study("out"))
        self.assertIn("20 of them known from before", again.err)
        self.assertEqual(again.out, run.out)

    def test_pruning_counts_the_parents_of_the_true_graph(self):
        self.lay_out_var(sets=[1])
        self.succeed("study", "pruning", "--data", "data", "-o", "out", "--only", "VAR T500")
        (run,) = [json.loads(line) for line in (self.dir / "out/runs.jsonl").read_text().splitlines()]
        with np.load(self.dir / "data/var/S_30_T_500_dataset_1.npz") as made:
            graph = (made["Gref"] != 0) | np.eye(4, dtype=bool)
        self.assertAlmostEqual(run["measures"]["pr_linear_truth"], 100 * (20 - graph.sum() - 4) / 20)
        self.assertEqual(run["measures"]["pr_linear_children"], run["measures"]["pr_linear_truth"])
        self.assertNotEqual(run["measures"]["mse_r_linear_children"], run["measures"]["mse_r_linear_truth"])
        for model in ("linear", "mlp", "nbeats", "arimax"):
            self.assertIn(f"mse_r_{model}_graph", run["measures"])

    def test_pruning_rivals_compares_two_errors(self):
        self.lay_out_var(sets=[1])
        self.succeed("study", "pruning-rivals", "--data", "data", "-o", "out", "--only", "VAR T500")
        (run,) = [json.loads(line) for line in (self.dir / "out/runs.jsonl").read_text().splitlines()]
        figures = run["measures"]
        for model in ("linear", "mlp", "nbeats", "arimax"):
            left, theirs = (100 - figures[f"mse_r_{model}_{graph}"] for graph in ("density", "rival_density"))
            self.assertAlmostEqual(figures[f"improvement_{model}_density"], 100 * (theirs - left) / theirs)
            self.assertEqual(figures[f"pr_{model}_density"], figures[f"pr_{model}_rival_density"])

    def test_feature_selection_runs_each_selector(self):
        self.lay_out_var(sets=[1])
        text = self.succeed("study", "feature-selection", "--data", "data", "-o", "out", "--only", "VAR T500").out
        runs = [json.loads(line) for line in (self.dir / "out/runs.jsonl").read_text().splitlines()]
        self.assertEqual({run["series"] for run in runs}, {"m2c", "mi", "var"})
        self.assertEqual(len({run["measures"]["pr_linear_density"] for run in runs}), 1)
        for title in ("ours", "mutual information", "linear Granger"):
            self.assertRegex(text, rf"{title}: PR [\d.]+ %, MSE-R [+-]")

    def test_killed_it_goes_on_to_the_same_table(self):
        self.lay_out_var()
        self.succeed(*self.study("whole", "--jobs", "1"))
        log = self.dir / "cut/runs.jsonl"
        for stop in (signal.SIGKILL, signal.SIGINT):
            process = subprocess.Popen([m2c.PROGRAM, *self.study("cut")], cwd=self.dir, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            already = len(log.read_text().splitlines()) if log.exists() else 0
            deadline = time.monotonic() + 60
            while not log.exists() or len(log.read_text().splitlines()) < already + 3:
                self.assertLess(time.monotonic(), deadline)
                if process.poll() is not None:
                    break
                time.sleep(0.01)
            process.send_signal(stop)
            process.communicate()
        with log.open("a") as file:
            file.write('{"key": "half a li')
        self.assertFalse((self.dir / "cut/table.md").exists(), "the study was over before it could be cut short")
        self.succeed(*self.study("cut", "--jobs", "2"))
        self.assertEqual(self.tables("cut"), self.tables("whole"))

    def test_runs_what_it_can_and_says_what_is_missing(self):
        self.lay_out_var(sets=(1, 2))
        run = self.succeed(*self.study("out", "--only", "ridge VAR"))
        self.assertIn("var/S_30_T_500_dataset_3.npz and 27 more", run.err)
        self.assertIn("SRU_for_GCI", run.err)
        self.assertIn("| VAR T500", run.out)

    def test_only_that_matches_nothing_names_what_there_is(self):
        self.must_fail(2, "study", "lorenz-var", "--only", "nothing", "-o", "out", says=("VAR T1000", "ridge VAR"))

    def test_skip_leaves_out(self):
        self.lay_out_var(sets=(1, 2))
        self.succeed(*self.study("out", "--skip", "MSE", "--skip", "NLL", "--skip", "default", "--skip", "T1000"))
        rows = [json.loads(line) for line in (self.dir / "out/runs.jsonl").read_text().splitlines()]
        self.assertEqual({(row["row"], row["series"]) for row in rows}, {("VAR T500", "ridge VAR")})
        self.must_fail(2, *self.study("out", "--skip", "VAR"), says=("--only leaves no run", "ridge VAR"))

    def test_summaries_of_parts_are_put_together(self):
        self.lay_out_var()
        parts = ("var", "xcorr")
        for part in parts:
            skip = [word for name in ("arch", "lasso", "m2c", "N=") for word in ("--skip", name)]
            self.succeed("study", "rivals", "--data", "data", "-o", part, "--only", part, *skip)
        summaries = [self.dir / part / "summary.json" for part in parts]
        tool = pathlib.Path(os.environ["MASK2CAUSE_SOURCE"], "tools/fill_summary.py")
        whole = json.loads(subprocess.run([sys.executable, tool, *summaries], check=True, capture_output=True).stdout)
        var, xcorr = (json.loads(path.read_text()) for path in summaries)

        def cell(summary, method):
            table = summary["tables"][0]
            rows = [row for row in table["rows"] if row[0] == method]
            return rows[0][table["columns"].index("VAR T500")] if rows else ""

        self.assertEqual(cell(var, "xcorr"), "")
        self.assertEqual(cell(whole, "xcorr"), cell(xcorr, "xcorr"))
        self.assertEqual(cell(whole, "var"), cell(var, "var"))
        self.assertNotEqual(cell(whole, "var"), "")
        self.assertEqual(whole["runs"], var["runs"] + xcorr["runs"])
        (self.dir / "joined/rivals").mkdir(parents=True)
        (self.dir / "joined/rivals/summary.json").write_text(json.dumps(whole))
        page = self.succeed("results-page", "joined").out
        best = [line for line in page.splitlines() if line.startswith("- VAR T500:")]
        better = max(("var", "xcorr"), key=lambda method: float(cell(whole, method).split()[0]))
        self.assertEqual(len(best), 1, "one conclusion about the methods of both parts")
        self.assertIn(better, best[0])

    def test_other_methods_beside_those_of_a_study(self):
        self.lay_out_var()
        beside = self.succeed(*self.study("out", "--methods", "xcorr,pcmci", "--only", "ridge VAR", "--skip", "MSE", "--skip", "NLL",
                                          "--skip", "default"))
        self.succeed("study", "rivals", "--data", "data", "-o", "rivals", "--only", "xcorr", "--only", "pcmci", "--skip", "N=",
                     "--skip", "m2c")
        own, asked, with_diagonal = json.loads((self.dir / "out/summary.json").read_text())["tables"]
        (rivals,) = [table for table in json.loads((self.dir / "rivals/summary.json").read_text())["tables"]
                     if table["title"].endswith("(table 1), data sets 1-5: AUROC")]
        self.assertIn("auroc,", asked["title"])
        self.assertIn("auroc_diagonal,", with_diagonal["title"])
        self.assertEqual(asked["columns"], ["data", "xcorr", "pcmci"])
        cells = {row[0]: row[rivals["columns"].index("VAR T500")] for row in rivals["rows"]}
        self.assertEqual(asked["rows"], [["VAR T500", cells["xcorr"], cells["pcmci"]]])
        self.assertNotIn("", asked["rows"][0])
        self.assertIn("| VAR T500 |", beside.out)

    def test_bad_calls(self):
        self.must_fail(2, "study", says=("which study",))
        self.must_fail(2, "study", "scaling", "--methods", "pcnci", "-o", "out", says=("pcnci", "pcmci"))
        self.must_fail(2, "study", "scaling", "--methods", "var,var", "-o", "out", says=("twice",))
        self.must_fail(2, "study", "rivals", "--methods", "var", "-o", "out", says=("rivals has no place", "--only"))
        self.must_fail(2, "study", "lorentz", "-o", "out", says=("lorenz-var",))
        self.must_fail(3, "study", "mixed", "-o", "out", says=("--data", "mixed/hetero_50_seed0.npz"))

    def test_broken_data_fail_that_run_alone(self):
        self.lay_out_var()
        (self.dir / "data/var/S_30_T_500_dataset_2.npz").write_bytes(b"PK no zip")
        run = self.run_program(*self.study("out", "--only", "ridge VAR"))
        self.assertEqual(run.code, 5)
        self.assertIn("S_30_T_500_dataset_2.npz", run.err)
        self.assertIn("| VAR T500", run.out)
        self.assertTrue((self.dir / "out/table.md").exists())

    def test_results_page_is_fresh(self):
        docs = pathlib.Path(os.environ["MASK2CAUSE_SOURCE"], "docs")
        page = (docs / "results.md").read_text(encoding="utf-8")
        self.assertEqual(page, self.succeed("results-page", docs / "results").out, "stale: run 'make results-page'")
        for picture in (docs / "results").glob("*/*.svg"):
            self.assertIn(f"(results/{picture.parent.name}/{picture.name})", page)


if __name__ == "__main__":
    m2c.main()
