#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "mask2cause/report.h"
#include "metrics_table.h"
#include "subcommands.h"
#include "terminal.h"
#include "truth.h"

namespace mask2cause {
namespace {

struct Flags {
  std::string scores, truth, scores_key, truth_key;
  double threshold = 0.5;
  bool json = false, tsv = false;
};

void Run(const Flags& flags) {
  const ScoreMatrix scores = ReadScores(flags.scores, flags.scores_key);
  const Evaluation evaluation =
      Evaluate(scores, ReadTruth(flags.truth, flags.truth_key, scores.names), flags.threshold);
  if (!evaluation.split.two_humped) {
    PrintWarnings({"the scores do not fall into two groups: do not trust the unsupervised threshold"});
  }
  if (flags.json) {
    Print(ToJson(evaluation));
  } else if (flags.tsv) {
    Print(MetricsForScripts(evaluation));
  } else {
    Print(MetricsForPeople(evaluation, /*with_self_edges=*/true));
  }
}

}  // namespace

void AddEvaluate(CLI::App& program) {
  auto flags = std::make_shared<Flags>();
  CLI::App* evaluate = program.add_subcommand("evaluate", "Grade scores against a known graph");
  evaluate
      ->add_option("SCORES", flags->scores, "result.json of discover, or scores as .csv, .npy, .npz: [target][source]")
      ->required()
      ->type_name("");
  evaluate
      ->add_option("TRUTH", flags->truth, "The true graph as .csv, .npy, .npz: [target][source], non-zero is an edge")
      ->required()
      ->type_name("");
  evaluate->add_option("--scores-key", flags->scores_key, "Array to take from SCORES when it is an .npz")
      ->type_name("NAME");
  evaluate->add_option("--truth-key", flags->truth_key, "Array to take from TRUTH when it is an .npz")
      ->type_name("NAME");
  evaluate->add_option("--threshold", flags->threshold, "The fixed threshold: a score above it is an edge [0.5]")
      ->type_name("NUMBER");
  CLI::Option* json = evaluate->add_flag("--json", flags->json, "Print JSON, and nothing else, to standard output");
  evaluate->add_flag("--tsv", flags->tsv, "Print the table tab-separated, with exact numbers, for scripts")
      ->excludes(json);
  evaluate->callback([flags] { Run(*flags); });
}

}  // namespace mask2cause
