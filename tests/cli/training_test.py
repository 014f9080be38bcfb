"""discover with the default method: what is written, what is refused, and that the same seed gives the same bytes."""

import json

import numpy

import m2c

QUICK = ("--method", "m2c", "--width", "8", "--heads", "2", "--lags", "1", "--epochs", "4")


class TrainingTest(m2c.CliTest):
    def setUp(self):
        super().setUp()
        self.write_coupled()

    def train(self, folder, *flags, data="data.csv", members="1"):
        self.succeed("discover", data, "-o", folder, "--quiet", *QUICK, "--members", members, *flags)
        return json.loads((self.dir / folder / "result.json").read_text())

    def saved(self, folder):
        return {name: (self.dir / folder / name).read_bytes() for name in ("scores.npy", "scores.csv", "model.m2c")}

    def test_files_and_members_of_the_result(self):
        run = self.succeed("discover", "data.csv", "-o", "out", *QUICK, "--members", "2", "--judges", "none")
        written = ["edges.csv", "model.m2c", *m2c.REPORT_PAGE, "result.json", "scores.csv", "scores.npy"]
        self.assertEqual(sorted(path.name for path in (self.dir / "out").iterdir()), written)
        for name in written:
            self.assertIn(f"out/{name}", run.out)
        result = json.loads((self.dir / "out/result.json").read_text())
        self.assertEqual(result["names"], ["a", "b", "c"])
        self.assertEqual(numpy.load(self.dir / "out/scores.npy").tolist(), result["scores"])
        self.assertEqual(numpy.shape(result["scores"]), (3, 3))
        self.assertEqual(numpy.shape(result["epoch_losses"]), (2, 4))
        self.assertEqual(result["steps"], 2 * 4 * 7)  # 199 windows in batches of 32
        self.assertGreater(result["seconds"], 0)
        self.assertEqual((result["options"]["method"], result["options"]["epochs"]), ("m2c", 4))
        self.assertNotIn("mean_scores", result)

    def test_dual_tells_mean_from_variance(self):
        result = self.train("out", "--objective", "dual")
        larger = numpy.maximum(result["mean_scores"], result["variance_scores"])
        self.assertEqual(larger.tolist(), result["scores"])
        by_scores = self.train("out", "--objective", "dual", "--judges", "none")
        for edge in by_scores["edges"]:
            cell = "abc".index(edge["target"]), "abc".index(edge["source"])
            on_variance = by_scores["variance_scores"][cell[0]][cell[1]] > by_scores["mean_scores"][cell[0]][cell[1]]
            self.assertEqual(edge["kind"], "variance" if on_variance else "mean")

    def test_judges_test_every_edge(self):
        self.succeed("discover", "data.csv", "-o", "out", "--quiet", "--method", "m2c", "--width", "16")
        result = json.loads((self.dir / "out/result.json").read_text())
        for edge in result["edges"]:
            self.assertTrue(edge["nats_low"] <= edge["nats"] <= edge["nats_high"], edge)
            self.assertTrue(0 <= edge["p"] <= edge["q"] <= 1, edge)
            upper = not result["split"]["two_humped"] or edge["score"] > result["split"]["threshold"]
            self.assertEqual(edge["found"], edge["q"] <= 0.1 and edge["stability"] >= 0.5 and upper)
            self.assertEqual("kind" in edge, "kind_confidence" in edge)
        found = {(edge["source"], edge["target"]): edge for edge in result["edges"] if edge["found"]}
        for pair, sign in ((("a", "b"), 1), (("b", "c"), -1)):
            self.assertEqual((found[pair]["lag"], found[pair]["sign"], found[pair]["kind"]), (1, sign, "mean"))
        self.assertEqual(numpy.shape(result["lag_coefficients"]), (3, 3, 3))

    def test_a_mask_leaves_rows_out(self):
        self.write("mask.csv", "skip\n" + "".join("1\n" if 50 <= row < 60 else "0\n" for row in range(200)))
        result = self.train("out", "--mask", str(self.dir / "mask.csv"), "--judges", "none")
        self.assertEqual(result["data"]["left_out"], 30)
        self.assertNotEqual(result["scores"], self.train("all", "--judges", "none")["scores"])
        self.write("short.csv", "skip\n0\n")
        self.must_fail(3, "discover", "data.csv", "--mask", "short.csv", says=["1 rows, but", "has 200"])
        self.must_fail(4, "discover", "data.csv", "--mask", "none.csv", says=["none.csv"])

    def test_too_few_rows_for_judges_are_said(self):
        text = (self.dir / "data.csv").read_text().splitlines(keepends=True)
        self.write("few.csv", "".join(text[:35]))
        result = self.train("out", data="few.csv")
        self.assertIn("too few to hold some out for 5 judges", " ".join(result["warnings"]))
        self.assertNotIn("nats", result["edges"][0])
        self.must_fail(2, "discover", "data.csv", "-o", "x", "--method", "m2c", "--judges", "1", says=["--judges takes auto, none"])

    def test_table_leaves_out_what_the_method_cannot_tell(self):
        run = self.succeed("discover", "data.csv", "-o", "out", *QUICK)
        self.assertRegex(run.out.splitlines()[0],
                         r"^edge +score +nats \(95 %\) +q +stable +lag +sign +(acts on +)?found$")
        run = self.succeed("discover", "data.csv", "-o", "out", *QUICK, "--members", "1", "--judges", "none")
        self.assertRegex(run.out.splitlines()[0], r"^edge +score +lag +sign +found$")
        run = self.succeed("discover", "data.csv", "-o", "out", *m2c.QUICK_METHOD)
        self.assertRegex(run.out.splitlines()[0], r"^edge +score +q +lag +sign +found$")

    def test_a_result_without_a_model_takes_the_old_model_away(self):
        self.train("out")
        self.assertTrue((self.dir / "out/model.m2c").exists())
        self.succeed("discover", "data.csv", "-o", "out", *m2c.QUICK_METHOD)
        self.assertFalse((self.dir / "out/model.m2c").exists())

    def test_same_seed_same_bytes_for_any_number_of_threads(self):
        self.succeed("simulate", "var", "-n", "24", "-t", "150", "--density", "0.1", "-o", "x.npz")
        for members in ("1", "3"):
            flags = ("--dropout", "0.2", "--seed", "7")
            for threads in ("1", "2", "3", "8"):
                self.train(f"{members} {threads}", *flags, "--threads", threads, data="x.npz", members=members)
                self.assertEqual(self.saved(f"{members} {threads}"), self.saved(f"{members} 1"))
            self.train("again", *flags, data="x.npz", members=members)
            self.assertEqual(self.saved("again"), self.saved(f"{members} 1"))
            self.train("other", *flags[:-1], "8", data="x.npz", members=members)
            self.assertNotEqual(self.saved("other")["scores.npy"], self.saved(f"{members} 1")["scores.npy"])

    def test_locked_graph(self):
        self.write("graph.csv", "target,a,b,c\na,1,0,0\nb,1,1,0\nc,0,1,1\n")
        result = self.train("out", "--lock-graph", "graph.csv")
        self.assertEqual(result["scores"], [[1, 0, 0], [1, 1, 0], [0, 1, 1]])
        self.must_fail(4, "discover", "data.csv", "-o", "new", *QUICK, "--lock-graph", "no.csv", says=["no.csv"])

    def test_options_that_make_no_network(self):
        for flags, words in ((("--theta-init", "high"), "--theta-init 'high'"),
                             (("--width", "10", "--heads", "4"), "--width 10 is no multiple of --heads 4"),
                             (("--objective", "l1"), "l1"), (("--schedule", "step"), "step"), (("--isa", "z80"), "z80"),
                             (("--layers", "0"), "--layers"), (("--layers", "21"), "--layers"),
                             (("--lr", "0"), "--lr")):
            self.must_fail(2, "discover", "data.csv", "-o", "new", "--method", "m2c", *flags, says=[words])

    def test_exploding_loss(self):
        run = self.must_fail(5, "discover", "data.csv", "-o", "new", *QUICK, "--lambda", "1e300",
                             "--checkpoint-every", "1", says=["not finite at step 2 (epoch 1)", "halved 3 times"])
        self.assertRegex(run.err, r"in '[abc]'")

    def test_trajectories_from_a_folder(self):
        text = (self.dir / "data.csv").read_text().splitlines(keepends=True)
        for part in range(4):
            self.write(f"parts/{part}.csv", text[0] + "".join(text[1 + part * 50:51 + part * 50]))
        self.assertEqual(self.train("out", "--judges", "none", data="parts")["steps"], 4 * 7)  # 4 x 49 windows, not 199


if __name__ == "__main__":
    m2c.main()
