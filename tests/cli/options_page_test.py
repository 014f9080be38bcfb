"""docs/options.md is what the option table says."""

import os
import pathlib

import m2c


class OptionsPageTest(m2c.CliTest):
    def test_page_is_fresh(self):
        page = pathlib.Path(os.environ["MASK2CAUSE_SOURCE"], "docs/options.md").read_text(encoding="utf-8")
        self.assertEqual(page, self.succeed("options-page").out, "stale: run 'make options-page'")


if __name__ == "__main__":
    m2c.main()
