#include "mask2cause/prune.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "graph_file.h"
#include "input_flags.h"
#include "interrupt.h"
#include "output_file.h"
#include "subcommands.h"
#include "table.h"
#include "terminal.h"

namespace mask2cause {
namespace {

struct Flags {
  InputFlags input;
  PruneOptions options;
  std::vector<size_t> order = {1, 0};
  std::string graph, graph_key, output;
  bool json = false, tsv = false, quiet = false;
};

std::string Failure(const PrunedVariable& one) {
  if (!one.full.failure.empty()) return "full failed: " + one.full.failure;
  return one.pruned.failure.empty() ? "" : "pruned failed: " + one.pruned.failure;
}

Table ReportTable(const PruneReport& report, std::string (*number)(double)) {
  Table table({{"variable", Table::Align::kLeft},
               {"inputs"},
               {"parents"},
               {"parameters"},
               {"pruned"},
               {"PR %"},
               {"MSE"},
               {"pruned MSE"},
               {"MSE-R %"},
               {"note", Table::Align::kLeft}});
  for (const PrunedVariable& one : report.variables) {
    table.AddRow({one.name, std::to_string(one.full.inputs), std::to_string(one.parents.size()),
                  std::to_string(one.full.parameters), std::to_string(one.pruned.parameters),
                  number(one.reduction.parameters_percent), number(one.full.mse), number(one.pruned.mse),
                  number(one.reduction.mse_percent), Failure(one)});
  }
  return table;
}

std::string Summary(const PruneReport& report) {
  std::string text = fmt::format(
      "{}: trained on {} rows, tested on {}; errors are in units of each variable's variance\n"
      "parameters  {} -> {}  (PR {} %)\n",
      report.options.model, report.train_rows, report.test_rows, report.full_parameters, report.pruned_parameters,
      ShortNumber(report.reduction.parameters_percent));
  const size_t succeeded = report.variables.size() - report.failed;
  text += fmt::format("test MSE    {} -> {}  (MSE-R {} %), mean of {} variables\n", ShortNumber(report.full_mse),
                      ShortNumber(report.pruned_mse), ShortNumber(report.reduction.mse_percent), succeeded);
  return text;
}

void Warn(const PruneReport& report) {
  std::vector<std::string> warnings;
  for (const std::string& name : report.excluded) {
    warnings.push_back(fmt::format("'{}' does not vary over the training rows and is left out", Printable(name)));
  }
  if (report.failed > 0) {
    warnings.push_back(fmt::format("{} of {} variables have no error because a fit failed; the mean is of the others",
                                   report.failed, report.variables.size()));
  }
  PrintWarnings(warnings);
}

void Run(Flags& flags) {
  flags.options.ar = flags.order[0];
  flags.options.ma = flags.order[1];
  for (const std::string& read : {flags.input.path, flags.graph}) RefuseToReplace(read, flags.output);
  ProgressBar bar(flags.quiet);
  const Dataset data = ReadDataset(flags.input.path, flags.input.read, bar.Callback());
  bar.Clear();
  StopIfInterrupted();
  PrintWarnings(data.warnings);
  const std::vector<double> graph = ReadGraph(flags.graph, flags.graph_key, data.names);
  const PruneReport report = Prune(data, graph, flags.options, bar.Callback());
  bar.Clear();
  Warn(report);
  if (!flags.output.empty()) SavePruned(report, flags.output);
  if (flags.json) {
    Print(ToJson(report));
  } else if (flags.tsv) {
    Print(ReportTable(report, ExactNumber).ForScripts());
  } else {
    Print(ReportTable(report, ShortNumber).ForPeople() + "\n" + Summary(report));
    if (!flags.output.empty()) Print(fmt::format("saved in {}\n", flags.output));
  }
}

void AddModelFlags(CLI::App& prune, Flags& flags) {
  PruneOptions& o = flags.options;
  prune
      .add_option(
          "--model", o.model,
          "linear (least squares), mlp (32 hidden), nbeats (three blocks), arimax (regression with ARMA errors)")
      ->capture_default_str()
      ->type_name("NAME");
  prune.add_option("--lags", o.lags, "Lags of each input")->capture_default_str();
  prune.add_option("--train", o.train_share, "Share of the rows, from the first, to train on; the rest tests")
      ->capture_default_str()
      ->type_name("SHARE");
  prune
      .add_option("--order", flags.order,
                  "arimax: order of the autoregressive and the moving-average part, each 0 .. 3 [1,0]")
      ->delimiter(',')
      ->expected(2)
      ->type_name("P,Q");
  prune
      .add_option("--nbeats", o.nbeats,
                  "nbeats: blocks of two hidden layers (short) or four (deep), as in the paper, or the published ones "
                  "that pass on what they leave unexplained (generic)")
      ->capture_default_str()
      ->type_name("SHAPE");
  prune.add_option("--epochs", o.epochs, "mlp, nbeats: steps of Adam, each over all rows")->capture_default_str();
  prune.add_option("--lr", o.lr, "mlp, nbeats: learning rate")->capture_default_str();
  prune.add_option("--seed", o.seed, "mlp, nbeats: of the first weights")->capture_default_str();
  prune.add_option("--threads", o.threads, "0: all cores; the result is the same for any number")
      ->capture_default_str();
}

}  // namespace

void AddPrune(CLI::App& program) {
  auto flags = std::make_shared<Flags>();
  CLI::App* prune =
      program.add_subcommand("prune", "Forecast with the causes alone, and compare with forecasts from everything");
  AddInputFlags(*prune, flags->input);
  prune
      ->add_option("--graph", flags->graph,
                   "result.json of discover (its found edges), or a graph as .csv, .npy, .npz: [target][source], "
                   "non-zero is an edge")
      ->required()
      ->type_name("FILE");
  prune->add_option("--graph-key", flags->graph_key, "Array to take from --graph when it is an .npz")
      ->type_name("NAME");
  AddModelFlags(*prune, *flags);
  prune->add_option("-o,--output", flags->output, "Save the pruned forecaster here, for `forecast`")->type_name("FILE");
  CLI::Option* json = prune->add_flag("--json", flags->json, "Print JSON, and nothing else, to standard output");
  prune->add_flag("--tsv", flags->tsv, "Print the table tab-separated, with exact numbers, for scripts")
      ->excludes(json);
  prune->add_flag("--quiet", flags->quiet, "No progress bar");
  prune->callback([flags] { Run(*flags); });
}

}  // namespace mask2cause
