#include "mask2cause/study.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>

#include "mask2cause/error.h"
#include "method_flag.h"
#include "subcommands.h"
#include "table.h"
#include "terminal.h"

namespace mask2cause {
namespace {

struct Flags {
  StudyOptions options;
  bool list = false, tsv = false, quiet = false;
};

void List(const Flags& flags) {
  Table table({{"study", Table::Align::kLeft},
               {"time, about", Table::Align::kRight},
               {"what it shows", Table::Align::kLeft},
               {"paper", Table::Align::kLeft}});
  for (const StudyInfo& study : Studies()) {
    table.AddRow({study.name, About(study.seconds), study.summary, study.paper});
  }
  Print(flags.tsv ? table.ForScripts() : table.ForPeople());
}

void Run(const Flags& flags) {
  if (flags.list) return List(flags);
  if (flags.options.name.empty()) {
    throw Error(ErrorKind::kUsage, "which study?", "give a name; `mask2cause study --list` shows them");
  }
  StudyOptions options = flags.options;
  options.methods = MethodsTyped(options.methods);
  if (options.output_directory.empty()) options.output_directory = "study-" + options.name;
  StudyReport report;
  {
    ProgressBar bar(flags.quiet);
    report = RunStudy(options, bar.Callback());
  }
  Print(flags.tsv ? report.table_for_scripts : report.text);
  std::vector<std::string> warnings;
  for (const std::string& missing : report.missing) warnings.push_back("not run, file missing: " + missing);
  for (const std::string& failure : report.failures) warnings.push_back("failed: " + failure);
  PrintWarnings(warnings);
  if (!flags.quiet) {
    fmt::print(stderr, "{} runs ({} of them known from before) in {:.0f} s, written to {}\n", report.runs,
               report.runs_done_before, report.seconds, options.output_directory);
  }
  if (!report.failures.empty()) {
    throw Error(ErrorKind::kNumerical, fmt::format("{} of {} runs failed", report.failures.size(), report.runs),
                "the table is of the others; the same command tries them again");
  }
}

}  // namespace

void AddStudy(CLI::App& program) {
  auto flags = std::make_shared<Flags>();
  CLI::App* study = program.add_subcommand("study", "Run one of the paper's experiments and write its table");
  study->add_option("NAME", flags->options.name, "Which study; --list shows them")->type_name("");
  study->add_flag("--list", flags->list, "List the studies with what they show and about how long they take");
  study
      ->add_option("--data", flags->options.data_directory,
                   "Folder with the public data sets (docs/studies.md says how to lay it out)")
      ->type_name("DIR");
  study
      ->add_option("-o,--output", flags->options.output_directory,
                   "Folder for the runs and tables [study-NAME]; runs found there are kept")
      ->type_name("DIR");
  study->add_option("--jobs", flags->options.jobs, "Runs side by side, one thread each, 0 for all cores [0]")
      ->type_name("INT")
      ->check(CLI::Range(0, 1024));
  study->add_option("--seeds", flags->options.seeds, "Seeds for each data set [the study's own]")
      ->type_name("INT")
      ->check(CLI::Range(1, 1000));
  study->add_option("--only", flags->options.only, "Only rows or series whose name contains this; may be repeated")
      ->type_name("TEXT")
      ->take_all();
  study->add_option("--skip", flags->options.skip, "No rows or series whose name contains this; may be repeated")
      ->type_name("TEXT")
      ->take_all();
  AddMethodsFlag(*study, "Beside those of the study, each data set once: these methods", flags->options.methods);
  study->add_flag("--as-paper", flags->options.as_paper,
                  "dream3: windows across trajectories, as the authors' loader has them");
  study->add_option("--commit", flags->options.commit, "Noted in summary.json")->type_name("TEXT");
  study->add_flag("--tsv", flags->tsv, "Print every figure tab-separated, for scripts");
  study->add_flag("--quiet", flags->quiet, "No progress, no closing line");
  study->callback([flags] { Run(*flags); });
}

// Not shown in help: the Makefile makes docs/results.md with it.
void AddResultsPage(CLI::App& program) {
  auto folder = std::make_shared<std::string>();
  CLI::App* page = program.add_subcommand("results-page", "Print docs/results.md from a folder of summaries");
  page->group("");
  page->add_option("DIR", *folder, "Folder with <study>/summary.json")->required()->type_name("");
  page->callback([folder] { Print(ResultsPage(*folder)); });
}

}  // namespace mask2cause
