"""The sources keep the rules, and each rule can fail."""

import os
import pathlib
import tempfile
import unittest

import lint


class SourcesKeepTheRules(unittest.TestCase):
    def test_no_breach(self):
        source = pathlib.Path(os.environ["MASK2CAUSE_SOURCE"])
        self.assertTrue((source / "src/core/parallel.cc").exists())
        self.assertEqual(lint.breaches(source), [])


class EachRuleCanFail(unittest.TestCase):
    def breaches_of(self, path, text):
        with tempfile.TemporaryDirectory() as root:
            file = pathlib.Path(root, path)
            file.parent.mkdir(parents=True)
            file.write_text(text)
            return lint.breaches(root)

    def assert_breach(self, path, text, line, words):
        found = self.breaches_of(path, text)
        self.assertEqual(len(found), 1, found)
        self.assertIn(f"{path}:{line}: ", found[0])
        self.assertIn(words, found[0])

    def assert_clean(self, path, text):
        self.assertEqual(self.breaches_of(path, text), [])

    def test_upward_include(self):
        self.assert_breach("src/core/a.cc", '\n#include "data/windows.h"\n', 2, "must not include 'data/windows.h'")
        self.assert_breach("src/nn/a.cc", '#include "model/model.h"\n', 1, "must not include 'model/model.h'")
        self.assert_breach("src/report/a.cc", '#include "study/study.h"\n', 1, "must not include")
        self.assert_clean("src/nn/a.cc", '#include "kernels/gemm.h"\n#include "nn/a.h"\n#include <vector>\n')

    def test_folder_without_a_place(self):
        self.assert_breach("src/misc/a.cc", "\n", 1, "no place on the ladder")

    def test_command_line_sees_only_the_public_headers(self):
        self.assert_breach("cli/a.cc", '#include "core/rng.h"\n', 1, "sees only include/mask2cause")
        self.assert_clean("cli/a.cc", '#include "table.h"\n#include "mask2cause/error.h"\n#include <CLI/CLI.hpp>\n')

    def test_public_header_stays_light(self):
        self.assert_breach("include/mask2cause/a.h", '#include "core/rng.h"\n', 1, "public header")
        self.assert_breach("include/mask2cause/a.h", "#include <Eigen/Dense>\n", 1, "public header")
        self.assert_clean("include/mask2cause/a.h", '#include "mask2cause/error.h"\n#include <span>\n')

    def test_intrinsics(self):
        self.assert_breach("src/nn/a.cc", "#include <immintrin.h>\n", 1, "src/kernels")
        self.assert_breach("cli/a.cc", "#include <hwy/highway.h>\n", 1, "src/kernels")
        self.assert_clean("src/kernels/a.cc", "#include <hwy/highway.h>\n")

    def test_threads(self):
        self.assert_breach("src/train/a.cc", "std::jthread t;\n", 1, "src/core/parallel")
        self.assert_breach("src/data/a.cc", "#pragma omp parallel for\n", 1, "src/core/parallel")
        self.assert_clean("src/core/parallel.cc", "std::jthread t;\n")
        self.assert_clean("src/train/a.cc", "// no std::thread here\n")

    def test_printing(self):
        for line in ('std::printf("x");', "std::cerr << 1;", 'fmt::print("x");', 'fputs("x", f);'):
            self.assert_breach("src/data/a.cc", "int a;\n" + line + "\n", 2, "never prints")
        self.assert_clean("src/data/a.cc", 'std::snprintf(b, 1, "printf(");  // printf("x")\n')
        self.assert_clean("cli/a.cc", 'fmt::print("x");\n')

    def test_ending(self):
        for line in ("std::exit(1);", "abort();", "::_exit(2);", "std::terminate();"):
            self.assert_breach("src/data/a.cc", line + "\n", 1, "never exits")
        self.assert_clean("src/data/a.cc", "team.abort(); /* exit(1) */ AtExit();\n")

    def test_length(self):
        self.assert_breach("src/data/a.cc", "\n" * 801, 801, "800 is the most")
        self.assert_breach("tests/data/a.py", "\n" * 801, 801, "800 is the most")
        self.assert_clean("src/data/a.cc", "\n" * 800)


if __name__ == "__main__":
    unittest.main()
