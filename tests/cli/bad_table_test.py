"""Text data that cannot be used: the message names place and remedy, the exit code is right, nothing is written."""

import gzip
import os

import m2c


class BadTableTest(m2c.CliTest):
    def refuse(self, content, *says, code=3, name="bad.csv", flags=()):
        self.write(name, content)
        self.must_fail(code, "discover", name, "-o", "out", *flags, says=[name, *says])

    def test_missing_file(self):
        self.must_fail(4, "discover", "none.csv", "-o", "out", says=["none.csv", "No such file"])
        self.must_fail(4, "inspect", "none.csv", says=["none.csv", "No such file"])

    def test_folder_without_csv(self):
        (self.dir / "empty folder").mkdir()
        self.must_fail(4, "discover", "empty folder", "-o", "out", says=["empty folder"])

    def test_folder_in_place_of_npy(self):
        (self.dir / "x.npy").mkdir()
        run = self.run_program("discover", "x.npy", "-o", "out")
        self.assertIn(run.code, (3, 4))
        self.assertIn("x.npy", run.err)

    def test_no_permission_to_read(self):
        self.write_coupled("locked.csv")
        (self.dir / "locked.csv").chmod(0)
        self.must_fail(4, "inspect", "locked.csv", says=["locked.csv", "Permission denied"], **self.as_nobody())

    def test_file_whose_reading_fails(self):
        # Reading the memory of a process from address 0 is an I/O error for everyone.
        os.symlink("/proc/self/mem", self.dir / "mem.csv")
        self.must_fail(4, "discover", "mem.csv", "-o", "out", says=["mem.csv"], hint=False)

    def test_empty_file(self):
        self.refuse("", "empty")

    def test_empty_stdin(self):
        self.must_fail(3, "discover", "-", "-o", "out", says=["empty"])

    def test_header_only(self):
        self.refuse("a,b,c\n", "no rows")

    def test_ragged_row(self):
        self.refuse("a,b,c\n1,2,3\n4,5\n6,7,8\n", "line 3", "3", "2")

    def test_ragged_row_after_a_quoted_newline(self):
        # The record before it spans two lines, so the fault is on line 4.
        self.refuse('"a\nb",c\n1,2\n4\n', "line 4", "2", "1")

    def test_text_in_a_numeric_cell(self):
        self.refuse("a,b,c\n1,2,3\n4,five,6\n", "line 3", "'b'", "'five'")

    def test_text_in_a_numeric_cell_of_gz(self):
        self.refuse(gzip.compress(b"a,b,c\n1,2,3\n4,five,6\n"), "line 3", "'b'", "'five'", name="bad.csv.gz")

    def test_duplicate_names(self):
        self.refuse("a,b,a\n1,2,3\n4,5,6\n", "line 1", "columns 1 and 3", "'a'")

    def test_empty_name(self):
        self.refuse("a,,c\n1,2,3\n4,5,6\n", "column 2")

    def test_too_few_rows(self):
        self.refuse("a,b\n" + "1,2\n3,1\n2,5\n9,3\n", "4", "5", flags=("--lags", "3"))

    def test_enough_rows_for_the_lags(self):
        self.write_coupled(rows=30)
        self.succeed("discover", "data.csv", "-o", "out", "--lags", "3")

    def test_one_variable(self):
        rows = "".join(f"{i * i % 7}\n" for i in range(50))
        self.refuse("a\n" + rows, "2", "variable")

    def test_one_usable_variable(self):
        rows = "".join(f"{i * i % 7},4,4\n" for i in range(50))
        self.refuse("a,b,c\n" + rows, "1 usable", "at least 2", "b, c")

    def test_all_missing_column(self):
        rows = "".join(f"{i * i % 7},NA,{i % 5}\n" for i in range(50))
        self.refuse("a,b,c\n" + rows, "'b'")

    def test_infinity(self):
        for text in ("inf", "-Infinity"):
            self.refuse(f"a,b\n1,2\n3,{text}\n5,6\n", "line 3", "'b'", text)

    def test_too_large_for_float(self):
        self.refuse("a,b\n1,2\n3,4\n1e308,6\n", "line 4", "'a'", "1e308")

    def test_unknown_column(self):
        self.write_coupled()
        self.must_fail(2, "discover", "data.csv", "--columns", "a,zz", "-o", "out", says=["zz"])
        self.must_fail(2, "discover", "data.csv", "--drop", "zz", "-o", "out", says=["zz"])
        self.must_fail(2, "discover", "data.csv", "--time-column", "zz", "-o", "out", says=["zz"])

    def test_folder_with_different_columns(self):
        self.write("folder/1.csv", "a,b\n1,2\n3,4\n")
        self.write("folder/2.csv", "a,c\n1,2\n3,4\n")
        self.must_fail(3, "discover", "folder", "-o", "out", says=["2.csv", "'c'"])

    def test_damaged_gz(self):
        whole = gzip.compress(b"a,b\n" + b"1,2\n" * 1000)
        self.refuse(whole[: len(whole) // 2], name="cut.csv.gz")

    def test_binary_rubbish(self):
        self.refuse(bytes(range(256)) * 20)


if __name__ == "__main__":
    m2c.main()
