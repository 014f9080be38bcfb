"""inspect: what was read."""

import csv
import io

import numpy

import m2c


class InspectTest(m2c.CliTest):
    def write_weather(self):
        rows = [f"2024-01-01T{h:02}:00:00,{h * 7 % 5},3.5,{'NA' if h % 4 == 0 else h}" for h in range(24)]
        return self.write("weather.csv", "when,wind,still,rain\n" + "\n".join(rows) + "\n")

    def test_what_a_person_sees(self):
        self.write_weather()
        text = self.succeed("inspect", "weather.csv").out
        self.assertIn("24 rows x 3 variables", text)
        self.assertRegex(text, r"time column +'when' \(dates\), 2024-01-01T00:00:00 .. 2024-01-01T23:00:00, step 3600")
        self.assertRegex(text, r"missing +6 cells \(8.33 %\)")
        self.assertRegex(text, r"constants +still\n")
        self.assertRegex(text, r"rain +25\.00 ")
        self.assertRegex(text, r"still .*constant\n")
        self.assertIn("first rows", text)

    def test_json(self):
        self.write_weather()
        seen = self.succeed("inspect", "weather.csv", "--json").json
        self.assertEqual((seen["rows"], seen["variables"], seen["missing"]), (24, 3, 6))
        self.assertEqual((seen["time"]["name"], seen["time"]["kind"]), ("when", "date"))
        self.assertEqual([c["name"] for c in seen["columns"]], ["wind", "still", "rain"])
        self.assertEqual([c["constant"] for c in seen["columns"]], [False, True, False])
        self.assertEqual([c["missing_share"] for c in seen["columns"]], [0, 0, 0.25])
        self.assertEqual(seen["first_rows"][0], [0, 3.5, None])
        self.assertEqual(seen["dropped"], [])

    def test_dropped_columns_are_named(self):
        self.write_weather()
        seen = self.succeed("inspect", "weather.csv", "--json", "--drop", "still,rain").json
        self.assertEqual(seen["dropped"], ["still", "rain"])

    def test_tsv(self):
        self.write_weather()
        rows = list(csv.DictReader(io.StringIO(self.succeed("inspect", "weather.csv", "--tsv").out), delimiter="\t"))
        self.assertEqual([row["variable"] for row in rows], ["wind", "still", "rain"])

    def test_time_column_can_be_switched_off(self):
        self.write("x.csv", "t,a,b\n" + "".join(f"{i},{i * i % 7},{i % 3}\n" for i in range(30)))
        self.assertEqual(self.succeed("inspect", "x.csv", "--json").json["variables"], 2)
        self.assertEqual(self.succeed("inspect", "x.csv", "--json", "--time-column", "none").json["variables"], 3)

    def test_uneven_sampling_is_warned_about(self):
        steps = [0, 60, 120, 180, 900, 960, 1020]
        self.write("x.csv", "time,a,b\n" + "".join(f"{1700000000 + s},{s % 7},{s % 11}\n" for s in steps))
        run = self.succeed("inspect", "x.csv")
        self.assertIn("warning", run.err)
        self.assertIn("uneven", run.out)

    def test_folder_of_trajectories(self):
        self.write("runs/1.csv", "a,b\n1,2\n3,4\n5,7\n")
        self.write("runs/2.csv", "a,b\n1,2\n3,5\n")
        seen = self.succeed("inspect", "runs", "--json").json
        self.assertEqual([(t["name"], t["rows"]) for t in seen["trajectories"]], [("1.csv", 3), ("2.csv", 2)])

    def test_wide_array_names_the_flag(self):
        numpy.save(self.dir / "x.npy", numpy.random.default_rng(1).normal(size=(5, 40)))
        run = self.succeed("inspect", "x.npy")
        self.assertIn("--transpose", run.err)
        self.assertIn("40 rows x 5 variables", self.succeed("inspect", "x.npy", "--transpose").out)

    def test_three_dimensions(self):
        numpy.save(self.dir / "x.npy", numpy.random.default_rng(1).normal(size=(4, 30, 3)))
        seen = self.succeed("inspect", "x.npy", "--json").json
        self.assertEqual((seen["rows"], seen["variables"], len(seen["trajectories"])), (120, 3, 4))

    def test_control_characters_do_not_reach_the_terminal(self):
        self.write("x.csv", "a\x1b[31m,b\n1,2\n3,4\n5,9\n")
        self.assertNotIn("\x1b", self.must_fail(3, "inspect", "x.csv", says=["x.csv"]).err)
        self.write("x.csv", '"a\r\nb",c\n1,2\n3,4\n5,9\n')
        self.assertNotIn("\r", self.succeed("inspect", "x.csv").out)


if __name__ == "__main__":
    m2c.main()
