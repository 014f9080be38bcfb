#include "mask2cause/discover.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "checkpoint_folder.h"
#include "command_line.h"
#include "edge_table.h"
#include "fit_input.h"
#include "interrupt.h"
#include "mask2cause/error.h"
#include "mask2cause/report.h"
#include "metrics_table.h"
#include "option_flags.h"
#include "subcommands.h"
#include "terminal.h"
#include "truth.h"

namespace mask2cause {
namespace {

constexpr size_t kPageSteps = 10;  // that the report page looks ahead

struct Flags {
  InputFlags input;
  OptionFlags options;
  std::string output, truth, truth_key, mask;
  size_t top = 20;
  bool json = false, tsv = false, quiet = false;
};

// With --json the result is already given; files are then written only on demand.
std::string OutputDirectoryFor(const Flags& flags) {
  if (!flags.output.empty()) return flags.output;
  return flags.json ? "" : OutputNamedAfter(flags.input.path, "mask2cause");
}

std::string ChoicesText(const Result& result) {
  std::string text;
  for (const Choice& choice : result.choices) {
    if (text.empty()) text = "chosen from the data\n";
    text += fmt::format("  {} {}: {}\n", choice.option, choice.value, choice.reason);
  }
  return text;
}

std::string TextForPeople(const Result& result, const std::vector<double>& truth, size_t top) {
  std::string text = EdgeTable(result, truth, top).ForPeople();
  if (result.edges.size() > top) text += fmt::format("... and {} weaker ones\n", result.edges.size() - top);
  text += "\n" + GraphText(result) + ChoicesText(result);
  if (truth.empty()) return text;
  text += MissedEdgesText(result, truth);
  return text + "\n" + MetricsForPeople(Evaluate(result.scores, truth), /*with_self_edges=*/false);
}

void PrintResult(const Flags& flags, const Result& result, const std::vector<double>& truth,
                 const std::vector<std::string>& paths) {
  if (flags.json) {
    Print(ToJson(result));
  } else if (flags.tsv) {
    Print(EdgeTableForScripts(result, truth).ForScripts());
  } else if (!flags.quiet) {
    Print(TextForPeople(result, truth, flags.top) + "\nwritten\n");
    for (const std::string& path : paths) Print("  " + path + "\n");
    if (!HasReportPage()) Print("  no report.html: the program was built without it (`mask2cause report` says more)\n");
  }
}

DiscoverOptions OptionsFor(const Flags& flags, const CheckpointFolder& checkpoint) {
  DiscoverOptions options = ResolveOptions(flags.options);
  options.checkpoint_directory = checkpoint.path();
  if (checkpoint.path().empty() && (options.resume || options.checkpoint_every > 0)) {
    throw Error(ErrorKind::kUsage,
                fmt::format("{} needs a folder, and --json alone writes none",
                            options.resume ? "--resume" : "--checkpoint-every"),
                "add -o DIR");
  }
  return options;
}

[[noreturn]] void StopAfterTraining(const CheckpointFolder& checkpoint) {
  throw Error(ErrorKind::kInterrupted,
              fmt::format("interrupted before the result was written; the trained state is in '{}'", checkpoint.path()),
              "to go on, give the same command with --resume");
}

// For the page. Where the model cannot go on from the last row, the graph is no worse for it.
void ForecastNextSteps(const Dataset& data, size_t threads, const Progress& progress, Result& result) {
  ForecastOptions options;
  options.steps = kPageSteps;
  options.threads = threads;
  try {
    result.forecast = MakeForecast(*result.model, data, options, progress);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kInterrupted) throw;
    result.warnings.push_back(fmt::format("no forecast in the report: {}", error.what()));
  }
}

// A training that cannot succeed leaves no state: resumed, it would fail at the same step.
Result Train(const Dataset& data, const DiscoverOptions& options, const Progress& progress,
             CheckpointFolder& checkpoint) {
  const bool replaces_state = options.method == "m2c" && !options.resume && checkpoint.HoldsState();
  if (replaces_state) {
    PrintWarnings(
        {fmt::format("'{}' holds the state of an earlier run, which this one replaces; --resume goes on from it",
                     checkpoint.path())});
  }
  try {
    Result result = Discover(data, options, progress);
    if (result.model) ForecastNextSteps(data, options.threads, progress, result);
    return result;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kNumerical) checkpoint.Discard();
    const bool members_are_trained =
        error.kind() == ErrorKind::kInterrupted && error.hint().empty() && checkpoint.HoldsState();
    if (members_are_trained) StopAfterTraining(checkpoint);
    throw;
  }
}

void StopIfInterruptedAfterTraining(const CheckpointFolder& checkpoint) {
  if (!Interrupted() || !checkpoint.HoldsState()) return StopIfInterrupted();
  StopAfterTraining(checkpoint);
}

void PrintEstimate(const Dataset& data, const DiscoverOptions& options) {
  const FitEstimate estimate = EstimateFit(data, options);
  if (estimate.steps == 0) return;
  fmt::print(stderr, "mask2cause: {} members and {} judges, at most {} steps: about {} and {:.0f} MB\n",
             estimate.members, estimate.judges, estimate.steps, About(estimate.seconds), estimate.bytes / 1e6);
}

void Run(const Flags& flags) {
  const std::string output = OutputDirectoryFor(flags);
  CheckpointFolder checkpoint(output);
  const DiscoverOptions options = OptionsFor(flags, checkpoint);
  if (!output.empty()) CheckOutputDirectory(output);
  PrintWarnings(UnreadOptions(flags.options, {options.method}));
  ProgressBar bar(flags.quiet);
  const Dataset data = ReadForFit(flags.input, flags.mask, flags.quiet, bar);
  std::vector<double> truth;
  if (!flags.truth.empty()) truth = ReadTruth(flags.truth, flags.truth_key, data.names);
  if (!flags.quiet && !flags.json) PrintEstimate(data, options);
  Result result = Train(data, options, bar.Callback(), checkpoint);
  bar.Clear();
  StopIfInterruptedAfterTraining(checkpoint);
  PrintNewWarnings(result.checks, result.warnings, data);
  result.truth = truth;
  result.command = CommandLine();
  std::vector<std::string> paths;
  if (!output.empty()) paths = WriteResult(result, output);
  if (result.steps > 0) checkpoint.Discard();
  PrintResult(flags, result, truth, paths);
}

void AddOutputFlags(CLI::App& discover, Flags& flags) {
  discover
      .add_option("-o,--output", flags.output,
                  "Folder for report.html, result.json, edges.csv, scores.npy, scores.csv, model.m2c; made if need be "
                  "[NAME-mask2cause after "
                  "the name of DATA; none with --json]")
      ->type_name("DIR");
  discover
      .add_option("--truth", flags.truth,
                  "The true graph (.csv, .npy, .npz), [target][source]: shown beside what was found, with the figures")
      ->type_name("FILE");
  discover
      .add_option(
          "--mask", flags.mask,
          "File of 0 and 1 with a row for each row of DATA: time points (one column) or cells (a column for each "
          "variable, or some by name) that are 1 are not forecast")
      ->type_name("FILE");
  discover.add_option("--truth-key", flags.truth_key, "Array to take from an .npz given with --truth")
      ->type_name("NAME");
  discover.add_option("--top", flags.top, "How many of the strongest edges the table shows")->capture_default_str();
  CLI::Option* json =
      discover.add_flag("--json", flags.json, "Print the result as JSON, and nothing else, to standard output");
  discover.add_flag("--tsv", flags.tsv, "Print all edges tab-separated, with exact numbers, for scripts")
      ->excludes(json);
  discover.add_flag("--quiet", flags.quiet, "No progress bar and no table; warnings and errors are still shown");
}

}  // namespace

void AddDiscover(CLI::App& program) {
  auto flags = std::make_shared<Flags>();
  CLI::App* discover = program.add_subcommand("discover", "Find which variables drive which others");
  AddInputFlags(*discover, flags->input);
  AddOutputFlags(*discover, *flags);
  AddOptionFlags(*discover, flags->options);
  discover->callback([flags] { Run(*flags); });
}

}  // namespace mask2cause
