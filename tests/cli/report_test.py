"""report: the page that discover writes, made again from its result.json."""

import base64
import hashlib
import json
import re
import unittest

import m2c


def policy_hashes(page):
    """{directive: hash} of the Content-Security-Policy, and {directive: hash} of what stands in the page."""
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page).group(1)
    allowed = dict(re.findall(r"(script-src|style-src) 'sha256-([^']+)'", policy))
    bodies = {"script-src": re.search(r"<script>(.*)</script>", page, re.DOTALL).group(1),
              "style-src": re.search(r"<style[^>]*>(.*)</style>", page, re.DOTALL).group(1)}
    there = {name: base64.b64encode(hashlib.sha256(body.encode()).digest()).decode() for name, body in bodies.items()}
    return policy, allowed, there


@unittest.skipUnless(m2c.REPORT_PAGE, "the program was built without its report page")
class ReportTest(m2c.CliTest):
    def setUp(self):
        super().setUp()
        self.write_coupled()
        self.succeed("discover", "data.csv", "-o", "out")

    def test_made_again_it_has_the_same_bytes(self):
        self.assertEqual(self.succeed("report", "out/result.json", "-o", "deep/page.html").out, "deep/page.html\n")
        self.assertEqual((self.dir / "deep/page.html").read_bytes(), (self.dir / "out/report.html").read_bytes())

    def test_it_stands_beside_the_result(self):
        (self.dir / "out/report.html").unlink()
        self.assertEqual(self.succeed("report", "out/result.json").out, "out/report.html\n")
        self.assertEqual(self.succeed("report", "out/result.json", "--quiet").out, "")

    def test_the_policy_allows_what_is_in_the_page_and_nothing_else(self):
        policy, allowed, there = policy_hashes((self.dir / "out/report.html").read_text())
        self.assertEqual(allowed, there)
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("unsafe", policy)

    def test_nothing_is_loaded_from_elsewhere(self):
        page = (self.dir / "out/report.html").read_text()
        self.assertNotRegex(page, r"<(?:script|img|iframe|link)[^>]*(?:src|href)=")
        self.assertNotRegex(page, r"@import|url\((?!#)")

    def test_the_command_and_a_truth_go_into_it(self):
        self.assertIn("mask2cause discover data.csv -o out --method var", (self.dir / "out/report.html").read_text())
        self.write("truth.csv", "0,0,0\n1,0,0\n0,1,0\n")
        self.succeed("report", "out/result.json", "--truth", "truth.csv", "-o", "graded.html")
        self.assertIn('"truth": "000100010"', (self.dir / "graded.html").read_text())
        self.write("small.csv", "0,1\n1,0\n")
        self.must_fail(3, "report", "out/result.json", "--truth", "small.csv", "-o", "x.html", says=["small.csv"])

    def data_of(self, page):
        text = (self.dir / page).read_text()
        return json.loads(re.search(r'<script id="page-data" type="application/json">(.*?)</script>', text,
                                    re.DOTALL).group(1))

    def test_what_other_commands_say_goes_into_it(self):
        self.succeed("compare", "data.csv", "--methods", "xcorr,var", "-o", "compared", "--quiet")
        self.write("prune.json", self.succeed("prune", "data.csv", "--graph", "out/result.json", "--json").out)
        self.succeed("report", "out/result.json", "--compare", "compared/compare.json", "--pruning", "prune.json", "-o",
                     "page.html")
        data = self.data_of("page.html")
        self.assertEqual([method["name"] for method in data["comparison"]["methods"]], ["xcorr", "var"])
        self.assertEqual(len(data["comparison"]["agree"]), 6)
        pruned = json.loads((self.dir / "prune.json").read_text())
        self.assertEqual([[data["names"][place] for place in row["parents"]] for row in data["pruning"]["rows"]],
                         [row["parents"] for row in pruned["rows"]])
        self.assertAlmostEqual(data["pruning"]["mse_r"], pruned["mse_reduction_percent"], delta=0.1)
        # compare makes such a page itself, of its first method: the network was not asked for.
        own = self.data_of("compared/report.html")
        self.assertEqual((own["method"], own["comparison"]), ("xcorr", data["comparison"]))
        self.assertIn("mask2cause compare data.csv", own["command"])

    def test_a_trained_model_says_what_comes_next(self):
        train = ("--method", "m2c", "--lags", "1", "--width", "8", "--heads", "2", "--epochs", "2", "--members", "2",
                 "--judges", "none", "--theta-init", "1", "--quiet")
        for threads in ("1", "2"):
            self.succeed("discover", "data.csv", "-o", f"net{threads}", "--threads", threads, *train)
        self.succeed("report", "net1/result.json", "-o", "again.html")
        self.assertEqual((self.dir / "again.html").read_bytes(), (self.dir / "net1/report.html").read_bytes())
        shown = self.data_of("net1/report.html")["forecast"]
        self.assertEqual(shown, self.data_of("net2/report.html")["forecast"])
        self.assertEqual((len(shown["variables"]), len(shown["variables"][0]["mean"]), shown["last_row"]), (3, 10, 200))
        last = (self.dir / "data.csv").read_text().splitlines()[-1].split(",")
        for variable in shown["variables"]:
            self.assertAlmostEqual(variable["recent"][-1], float(last[variable["place"]]), delta=0.01)
        self.succeed("forecast", "net1/model.m2c", "data.csv", "--steps", "10", "-o", "ten.json")
        self.succeed("report", "net1/result.json", "--forecast", "ten.json", "-o", "again.html")
        self.assertEqual((self.dir / "again.html").read_bytes(), (self.dir / "net1/report.html").read_bytes())
        self.succeed("forecast", "net1/model.m2c", "data.csv", "--steps", "2", "--quantiles", "0.1,0.9", "-o", "two.json")
        self.write("backtest.json", self.succeed("forecast", "net1/model.m2c", "data.csv", "--backtest", "--json").out)
        self.succeed("report", "net1/result.json", "--forecast", "two.json", "--backtest", "backtest.json", "-o", "x.html")
        data = self.data_of("x.html")
        self.assertEqual((data["forecast"]["levels"], len(data["forecast"]["variables"][0]["mean"])), ([0.1, 0.9], 2))
        self.assertEqual([one["name"] for one in data["backtest"]["forecasters"]], ["model", "naive", "var"])
        self.must_fail(3, "report", "net1/result.json", "--forecast", "backtest.json", "-o", "y.html",
                       says=["backtest.json", "not a forecast", "--backtest"])

    def test_panels_of_something_else(self):
        self.write_coupled("other.csv", names=("a", "b", "z"))
        self.succeed("compare", "other.csv", "--methods", "xcorr,var", "-o", "other", "--quiet")
        self.must_fail(3, "report", "out/result.json", "--compare", "other/compare.json", "-o", "x.html",
                       says=["other/compare.json", "'z'", "same data"])
        for flag, what in (("--compare", "comparison"), ("--forecast", "forecast"), ("--backtest", "backtest"),
                           ("--pruning", "prune")):
            self.must_fail(3, "report", "out/result.json", flag, "out/result.json", "-o", "x.html", says=[what])
            self.must_fail(3, "report", "out/result.json", flag, "data.csv", "-o", "x.html", says=["data.csv", "JSON"])
            self.must_fail(4, "report", "out/result.json", flag, "none.json", "-o", "x.html", says=["none.json"])
            self.must_fail(4, "report", "out/result.json", flag, "out", "-o", "x.html", says=["'out'", ".json in it"])
            self.must_fail(2, "report", "out/result.json", flag, "other/compare.json", "-o", "other/compare.json",
                           says=["a file that is read"])

    def test_errors(self):
        self.must_fail(4, "report", "none.json", says=["none.json"])
        self.must_fail(3, "report", "data.csv", "-o", "x.html", says=["data.csv", "not a result"])
        self.must_fail(2, "report", "out/result.json", "-o", "out/result.json", says=["result.json is a file that is read"])


if __name__ == "__main__":
    m2c.main()
