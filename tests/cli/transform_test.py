"""Series that wander or have a trend: told, and made stationary on demand."""

import random

import m2c


class TransformTest(m2c.CliTest):
    def write_walks(self):
        """Two independent random walks, and one that follows the steps of the first."""
        rng = random.Random(3)
        a = b = c = 0.0
        step = 0.0
        lines = ["a,b,c"]
        for _ in range(400):
            c += 0.9 * step + 0.3 * rng.gauss(0, 1)
            step = rng.gauss(0, 1)
            a, b = a + step, b + rng.gauss(0, 1)
            lines.append(f"{a:.6f},{b:.6f},{c:.6f}")
        self.write("walks.csv", "\n".join(lines) + "\n")

    def test_wandering_series_are_told_with_the_remedy(self):
        self.write_walks()
        run = self.succeed("discover", "walks.csv", "-o", "out")
        self.assertIn("wander", run.err)
        self.assertIn("--difference", run.err)
        self.assertIn("unit-root", self.succeed("inspect", "walks.csv").out)

    def test_differences_are_fitted_and_not_complained_about(self):
        self.write_walks()
        run = self.succeed("discover", "walks.csv", "-o", "out", "--difference", "--json")
        self.assertNotIn("wander", run.err)
        self.assertEqual(run.json["checks"], [])
        self.assertEqual(run.json["data"]["rows"], 400)
        best = run.json["edges"][0]
        self.assertEqual((best["source"], best["target"], best["lag"]), ("a", "c", 1))

    def test_one_or_the_other(self):
        self.write_walks()
        self.must_fail(2, "discover", "walks.csv", "-o", "out", "--difference", "--detrend", says=("--difference", "not both"))


if __name__ == "__main__":
    m2c.main()
