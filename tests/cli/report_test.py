"""report: the page that discover writes, made again from its result.json."""

import base64
import hashlib
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

    def test_errors(self):
        self.must_fail(4, "report", "none.json", says=["none.json"])
        self.must_fail(3, "report", "data.csv", "-o", "x.html", says=["data.csv", "not a result"])
        self.must_fail(2, "report", "out/result.json", "-o", "out/result.json", says=["result.json is a file that is read"])


if __name__ == "__main__":
    m2c.main()
