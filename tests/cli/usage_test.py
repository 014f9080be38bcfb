"""Help, version, exit codes and arguments that make no sense."""

import subprocess

import m2c

SUBCOMMANDS = ("simulate", "discover", "compare", "evaluate", "export", "report", "inspect", "forecast", "prune")
EXIT_CODES = ("  0 ", "  2 ", "  3 ", "  4 ", "  5 ", "  130 ")


class UsageTest(m2c.CliTest):
    def test_help_names_subcommands_and_exit_codes(self):
        text = self.succeed("--help").out
        for words in (*SUBCOMMANDS, *EXIT_CODES):
            self.assertIn(words, text)
        self.assertNotIn("options-page", text)

    def test_help_of_each_subcommand_documents_exit_codes(self):
        for subcommand in SUBCOMMANDS:
            text = self.succeed(subcommand, "--help").out
            for words in EXIT_CODES:
                self.assertIn(words, text)

    def test_discover_help_has_every_flag(self):
        text = self.succeed("discover", "--help").out
        for flag in ("--key", "--time-column", "--columns", "--drop", "--transpose", "--max-bytes", "--output",
                     "--config", "--json", "--quiet", "--truth", "--tsv", "--method", "--lags", "--seed", "--threads",
                     "--ridge"):
            self.assertIn(flag, text)

    def test_version(self):
        self.assertRegex(self.succeed("--version").out, r"^mask2cause \d+\.\d+\.\d+\n$")

    def test_no_subcommand(self):
        self.must_fail(2, says=["subcommand"])

    def test_unknown_subcommand(self):
        self.must_fail(2, "discovery", says=["discovery"])

    def test_unknown_flag(self):
        self.must_fail(2, "discover", "x.csv", "--lag", "3", says=["--lag"])

    def test_missing_argument(self):
        self.must_fail(2, "discover", says=["DATA"])

    def test_option_that_is_no_number(self):
        self.write_coupled()
        self.must_fail(2, "discover", "data.csv", "--lags", "three", says=["--lags", "three", "whole number"])
        self.must_fail(2, "discover", "data.csv", "--lags", "3.5", says=["--lags", "3.5", "whole number"])
        self.must_fail(2, "discover", "data.csv", "--ridge", "much", says=["--ridge", "much"])

    def test_option_out_of_range(self):
        self.write_coupled()
        self.must_fail(2, "discover", "data.csv", "--lags", "10001", says=["--lags 10001 is out of range", "0 .. "])
        self.must_fail(2, "discover", "data.csv", "--lags", "-1", says=["--lags", "-1"])
        self.must_fail(2, "discover", "data.csv", "--ridge", "-1", says=["--ridge", "-1"])
        self.must_fail(2, "discover", "data.csv", "--ridge", "nan", says=["--ridge", "nan"])

    def test_simulate_refuses_what_makes_no_sense(self):
        self.must_fail(2, "simulate", "foo", "-o", "x.npz", says=["foo", "var, lorenz96, mixed or chain"])
        self.must_fail(2, "simulate", "var", "-o", "x.npz", "--burn-in", "-1", says=["--burn-in"])

    def test_config_file_that_is_a_folder(self):
        self.write_coupled()
        (self.dir / "folder").mkdir()
        self.must_fail(4, "discover", "data.csv", "--config", "folder", says=["'folder' is a folder"])

    def test_more_threads_than_the_system_gives(self):
        self.write_coupled()
        limit = f"ulimit -v 1500000; exec '{m2c.PROGRAM}' discover data.csv --method var --threads 1024 --json"
        if "asan" in m2c.PROGRAM or "tsan" in m2c.PROGRAM:
            self.skipTest("sanitizers need more address space than the limit leaves")
        done = subprocess.run(["bash", "-c", limit], cwd=self.dir, capture_output=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_time_column_is_reported(self):
        self.write("t.csv", "when,a,b\n" + "".join(f"{i},{i * 7 % 5},{i * 3 % 11}\n" for i in range(40)))
        run = self.run_program("discover", "t.csv", "--json", *m2c.QUICK_METHOD)
        self.assertIn("'when' is taken as time", run.err)
        self.assertEqual(run.json["data"]["time_column"], "when")

    def test_an_option_that_the_method_does_not_read_is_named(self):
        self.write("data.csv", "a,b\n" + "".join(f"{k * 7 % 11},{k * 5 % 13}\n" for k in range(60)))
        run = self.succeed("discover", "data.csv", "--method", "var", "--epochs", "5", "--ridge", "2", "-o", "out")
        self.assertIn("warning: --epochs does not count for var", run.err)
        self.assertNotIn("--ridge", run.err)

    def test_unknown_method(self):
        self.write_coupled()
        self.must_fail(2, "discover", "data.csv", "--method", "magic", says=["magic", "var"])

    def test_json_and_tsv_exclude_each_other(self):
        self.write_coupled()
        self.must_fail(2, "discover", "data.csv", "--json", "--tsv", says=["--json"])

    def test_simulate_unknown_system(self):
        self.must_fail(2, "simulate", "lorenz", "-o", "x.npz", says=["lorenz"])

    def test_simulate_unknown_format(self):
        self.must_fail(2, "simulate", "chain", "-o", "x.txt", says=["x.txt", ".csv", ".npz"])


class ConfigFileTest(m2c.CliTest):
    def setUp(self):
        super().setUp()
        self.write_coupled()

    def options(self, *arguments):
        return self.succeed("discover", "data.csv", "--json", *arguments).json["options"]

    def test_file_sets_options(self):
        self.write("c.toml", "lags = 5\nridge = 0.5\nmethod = \"var\"\n")
        options = self.options("--config", "c.toml")
        self.assertEqual((options["lags"], options["ridge"]), (5, 0.5))

    def test_flag_beats_file(self):
        self.write("c.toml", "lags = 5\nridge = 0.5\n")
        options = self.options("--config", "c.toml", "--lags", "2")
        self.assertEqual((options["lags"], options["ridge"]), (2, 0.5))

    def test_unknown_key_names_key_and_line(self):
        self.write("c.toml", "lags = 5\n\nlag = 3\n")
        self.must_fail(2, "discover", "data.csv", "--config", "c.toml", says=["c.toml:3:", "'lag'"])

    def test_wrong_type_names_key_and_line(self):
        self.write("c.toml", "# mine\nlags = \"five\"\n")
        self.must_fail(2, "discover", "data.csv", "--config", "c.toml", says=["c.toml:2:", "'lags'", "whole number"])

    def test_out_of_range_names_key_and_line(self):
        self.write("c.toml", "ridge = -2.0\n")
        self.must_fail(2, "discover", "data.csv", "--config", "c.toml", says=["c.toml:1:", "'ridge'"])

    def test_not_toml(self):
        self.write("c.toml", "lags = 5\nwhat is this\n")
        self.must_fail(2, "discover", "data.csv", "--config", "c.toml", says=["c.toml:2:"])

    def test_missing_file(self):
        self.must_fail(4, "discover", "data.csv", "--config", "no.toml", says=["no.toml", "No such file"])


if __name__ == "__main__":
    m2c.main()
