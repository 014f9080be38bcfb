// The program. The only place that catches: every failure becomes a message, a hint and an exit code here.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "command_line.h"
#include "interrupt.h"
#include "mask2cause/error.h"
#include "mask2cause/version.h"
#include "subcommands.h"
#include "terminal.h"

namespace mask2cause {
namespace {

int Report(ErrorKind kind, const std::string& message, const std::string& hint) {
  FlushOutput(/*throw_on_failure=*/false);
  fmt::print(stderr, "mask2cause: error: {}\n", message);
  if (!hint.empty()) fmt::print(stderr, "  hint: {}\n", hint);
  return static_cast<int>(kind);
}

void AddSubcommands(CLI::App& program) {
  program.set_version_flag("--version", std::string("mask2cause ") + Version(), "Print the version and leave");
  program.require_subcommand(1);
  program.footer(kExitCodes);
  for (const auto add : kSubcommands) add(program);
  for (CLI::App* subcommand : program.get_subcommands({})) subcommand->footer(kExitCodes);
}

// CLI11 tells help and version requests by exceptions too.
int ReportParseError(CLI::App& program, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return program.exit(error);
  const auto chosen = program.get_subcommands();
  const std::vector<std::string> rest = program.remaining();
  const std::string command = chosen.empty() ? "mask2cause" : "mask2cause " + chosen.front()->get_name();
  const std::string message =
      chosen.empty() && !rest.empty() ? fmt::format("there is no subcommand '{}'", rest.front()) : error.what();
  return Report(ErrorKind::kUsage, message, fmt::format("run '{} --help' for what it takes", command));
}

int Main(int argc, char** argv) {
  CLI::App program("Causal discovery in multivariate time series: a data file in, a graph of causes out.",
                   "mask2cause");
  try {
    AddSubcommands(program);
    CatchInterrupts();
    RememberCommandLine(argc, argv);
    program.parse(argc, argv);
    FlushOutput(/*throw_on_failure=*/true);
    return 0;
  } catch (const CLI::ParseError& error) {
    return ReportParseError(program, error);
  } catch (const Error& error) {
    // An interrupted training says where its state is; whatever else Ctrl-C cut short has left nothing.
    const bool tells_how_to_go_on = error.kind() == ErrorKind::kInterrupted && !error.hint().empty();
    if (Interrupted() && !tells_how_to_go_on) {
      return Report(ErrorKind::kInterrupted, "interrupted; nothing was written", "");
    }
    return Report(error.kind(), error.what(), error.hint());
  } catch (const std::bad_alloc&) {
    return Report(ErrorKind::kNumerical, "out of memory", "use fewer variables or rows (--columns), or fewer lags");
  } catch (const std::exception& error) {
    return Report(ErrorKind::kFile, error.what(), "");
  }
}

}  // namespace
}  // namespace mask2cause

int main(int argc, char** argv) {
  return mask2cause::Main(argc, argv);
}
