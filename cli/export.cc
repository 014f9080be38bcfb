#include "mask2cause/export.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>

#include "interrupt.h"
#include "mask2cause/error.h"
#include "mask2cause/report.h"
#include "output_file.h"
#include "subcommands.h"
#include "terminal.h"

namespace mask2cause {
namespace {

struct Flags {
  std::string result, format, output;
  ExportOptions options;
  bool quiet = false;
};

// What is wrong with the flags is said before the result, which can be large, is read.
ExportFormatInfo ChooseFormat(const Flags& flags) {
  if (flags.format.empty() && flags.output.empty()) {
    throw Error(ErrorKind::kUsage, "neither --format nor -o says which format is wanted",
                "for instance --format dot, or -o graph.svg");
  }
  const ExportFormatInfo format =
      flags.format.empty() ? ExportFormatOfFile(flags.output) : FindExportFormat(flags.format);
  if (format.is_binary && flags.output.empty()) {
    throw Error(ErrorKind::kUsage, fmt::format("{} is a binary format, not for standard output", format.name),
                fmt::format("name the file: -o graph{}", format.suffix));
  }
  return format;
}

void WarnOfEmptyGraph(const Result& result, const ExportFormatInfo& format, const ExportOptions& options) {
  const bool any = std::ranges::any_of(result.edges, [](const Edge& edge) { return edge.found; });
  if (!format.is_graph || options.all_pairs || any) return;
  PrintWarnings({"no edge is in the final graph, so none is exported; --all exports every pair"});
}

void Run(const Flags& flags) {
  const ExportFormatInfo format = ChooseFormat(flags);
  RefuseToReplace(flags.result, flags.output);
  const Result result = ReadResult(flags.result);
  StopIfInterrupted();
  WarnOfEmptyGraph(result, format, flags.options);
  if (flags.output.empty()) {
    Print(ExportResult(result, format.name, flags.options));
    return;
  }
  WriteExport(result, format.name, flags.output, flags.options);
  if (!flags.quiet) Print(flags.output + "\n");
}

std::string FormatHelp() {
  std::string text = "What to write [by the suffix of -o]:";
  for (const ExportFormatInfo& format : ExportFormats()) {
    text += fmt::format("\n{:<10}  {}", format.name, format.summary);
  }
  return text;
}

}  // namespace

void AddExport(CLI::App& program) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command =
      program.add_subcommand("export", "Write a result as other tools read it: a graph, tables, arrays");
  command->add_option("RESULT", flags->result, "The result.json that discover wrote")->required()->type_name("");
  command->add_option("-f,--format", flags->format, FormatHelp())->type_name("FORMAT");
  command->add_option("-o,--output", flags->output, "The file to write; else text goes to standard output")
      ->type_name("FILE");
  command->add_flag("--all", flags->options.all_pairs,
                    "dot, graphml, gexf, svg: every pair, not only the edges of the final graph");
  command->add_flag("--quiet", flags->quiet, "Do not print the path written");
  command->callback([flags] { Run(*flags); });
}

}  // namespace mask2cause
