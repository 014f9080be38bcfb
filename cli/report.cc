#include "mask2cause/report.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
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
  bool quiet = false;
};

std::string OutputFor(const Flags& flags) {
  if (!flags.output.empty()) return flags.output;
  return (std::filesystem::path(flags.result).parent_path() / "report.html").string();
}

void Run(const Flags& flags) {
  const std::string output = OutputFor(flags);
  RefuseToReplace(flags.result, output);
  RequireReportPage();
  Result result = ReadResult(flags.result);
  if (!flags.truth.empty()) result.truth = ReadTruth(flags.truth, flags.truth_key, result.scores.names);
  StopIfInterrupted();
  WriteReportPage(result, output);
  if (!flags.quiet) Print(output + "\n");
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
  command->add_flag("--quiet", flags->quiet, "Do not print the path written");
  command->callback([flags] { Run(*flags); });
}

}  // namespace mask2cause
