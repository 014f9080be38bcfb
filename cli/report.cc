#include "mask2cause/report.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "interrupt.h"
#include "output_file.h"
#include "subcommands.h"
#include "terminal.h"
#include "truth.h"

namespace mask2cause {
namespace {

struct Flags {
  std::string result, output, truth, truth_key;
  std::string comparison, forecast, backtest, pruning;
  bool quiet = false;
};

std::string OutputFor(const Flags& flags) {
  if (!flags.output.empty()) return flags.output;
  return (std::filesystem::path(flags.result).parent_path() / "report.html").string();
}

// What the file says about variables of the result; nothing when no file is named.
template <typename Read>
auto ReadIfNamed(const std::string& path, const Result& result, const Read& read) {
  using Content = decltype(read(path, result.scores.names));
  return path.empty() ? std::optional<Content>() : read(path, result.scores.names);
}

template <typename Content>
const Content* PointerTo(const std::optional<Content>& content) {
  return content ? &*content : nullptr;
}

void Run(const Flags& flags) {
  const std::string output = OutputFor(flags);
  for (const std::string& input : {flags.result, flags.comparison, flags.forecast, flags.backtest, flags.pruning}) {
    RefuseToReplace(input, output);
  }
  RequireReportPage();
  Result result = ReadResult(flags.result);
  if (!flags.truth.empty()) result.truth = ReadTruth(flags.truth, flags.truth_key, result.scores.names);
  if (!flags.forecast.empty()) result.forecast = ReadForecast(flags.forecast, result.scores.names);
  const auto comparison = ReadIfNamed(flags.comparison, result, ReadComparison);
  const auto backtest = ReadIfNamed(flags.backtest, result, ReadBacktest);
  const auto pruning = ReadIfNamed(flags.pruning, result, ReadPruneReport);
  StopIfInterrupted();
  WriteReportPage(result, output, {PointerTo(comparison), PointerTo(backtest), PointerTo(pruning)});
  if (!flags.quiet) Print(output + "\n");
}

void AddPanelFlags(CLI::App& command, Flags& flags) {
  command
      .add_option("--compare", flags.comparison,
                  "Show where methods agree, edge by edge: compare.json of `mask2cause compare`")
      ->type_name("FILE");
  command
      .add_option(
          "--forecast", flags.forecast,
          "Show what comes next: the .json that `mask2cause forecast -o` wrote [the ten steps that discover put "
          "into RESULT]")
      ->type_name("FILE");
  command
      .add_option("--backtest", flags.backtest,
                  "Show how good forecasts were: what `mask2cause forecast --backtest --json` printed")
      ->type_name("FILE");
  command
      .add_option("--pruning", flags.pruning,
                  "Show what forecasters gain from the causes alone: what `mask2cause prune --json` printed")
      ->type_name("FILE");
}

}  // namespace

void AddReport(CLI::App& program) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = program.add_subcommand("report", "Make the report page of a result again: one HTML file");
  command->add_option("RESULT", flags->result, "The result.json that discover wrote")->required()->type_name("");
  command->add_option("-o,--output", flags->output, "The page to write [report.html beside RESULT]")->type_name("FILE");
  command
      ->add_option("--truth", flags->truth,
                   "The true graph (.csv, .npy, .npz), [target][source], to show beside what was found")
      ->type_name("FILE");
  command->add_option("--truth-key", flags->truth_key, "Array to take from an .npz given with --truth")
      ->type_name("NAME");
  AddPanelFlags(*command, *flags);
  command->add_flag("--quiet", flags->quiet, "Do not print the path written");
  command->callback([flags] { Run(*flags); });
}

}  // namespace mask2cause
