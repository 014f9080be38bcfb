#include "mask2cause/compare.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "command_line.h"
#include "fit_input.h"
#include "interrupt.h"
#include "mask2cause/error.h"
#include "mask2cause/report.h"
#include "method_flag.h"
#include "option_flags.h"
#include "subcommands.h"
#include "table.h"
#include "truth.h"

namespace mask2cause {
namespace {

struct Flags {
  InputFlags input;
  OptionFlags options;
  std::vector<std::string> methods = UsualMethods();
  std::string output, truth, truth_key, mask;
  size_t top = 20;
  bool json = false, tsv = false, quiet = false;
};

// Options of discover that make no sense here.
const std::vector<std::string>& Refused() {
  static const std::vector<std::string> names = {"method", "resume", "checkpoint-every"};
  return names;
}

// Options of one run of one method.
DiscoverOptions OptionsFor(const Flags& flags) {
  for (const auto& [name, text] : flags.options.typed) {
    if (std::find(Refused().begin(), Refused().end(), name) == Refused().end()) continue;
    throw Error(ErrorKind::kUsage, fmt::format("--{} is for discover, not for compare", name),
                name == "method" ? "name the methods with --methods" : "leave it out");
  }
  return ResolveOptions(flags.options);
}

std::string ViewText(const ComparedEdge::View& view) {
  return view.rank == 0 ? "-" : fmt::format("{}{}", view.rank, view.found ? "*" : " ");
}

Table EdgesTable(const Comparison& comparison, size_t top) {
  std::vector<Table::Column> columns{{"edge", Table::Align::kLeft}, {"agree"}};
  for (const MethodOutcome& outcome : comparison.methods) columns.push_back({outcome.method + " "});
  if (!comparison.truth.empty()) columns.push_back({"truth", Table::Align::kLeft});
  Table table(columns);
  for (size_t i = 0; i < std::min(top, comparison.edges.size()); ++i) {
    const ComparedEdge& edge = comparison.edges[i];
    std::vector<std::string> cells{comparison.names[edge.source] + " -> " + comparison.names[edge.target],
                                   std::to_string(edge.agree)};
    for (const ComparedEdge::View& view : edge.views) cells.push_back(ViewText(view));
    if (!comparison.truth.empty()) {
      const bool is_edge = comparison.truth[edge.target * comparison.names.size() + edge.source] != 0.0;
      cells.push_back(is_edge ? "edge" : "no edge");
    }
    table.AddRow(std::move(cells));
  }
  return table;
}

Table MethodsTable(const Comparison& comparison) {
  std::vector<Table::Column> columns{{"method", Table::Align::kLeft}, {"edges"}};
  if (!comparison.truth.empty()) columns.insert(columns.end(), {{"AUROC"}, {"AUPRC"}});
  columns.push_back({"an edge is", Table::Align::kLeft});
  Table table(columns);
  for (const MethodOutcome& outcome : comparison.methods) {
    const auto found = std::count_if(outcome.result.edges.begin(), outcome.result.edges.end(),
                                     [](const Edge& edge) { return edge.found; });
    std::vector<std::string> cells{outcome.method, outcome.ok() ? std::to_string(found) : "-"};
    if (!comparison.truth.empty()) {
      for (const double figure : {outcome.evaluation.off_diagonal.auroc, outcome.evaluation.off_diagonal.auprc}) {
        cells.push_back(outcome.ok() ? ShortNumber(figure) : "-");
      }
    }
    cells.push_back(outcome.ok() ? outcome.result.graph_rule : "failed");
    table.AddRow(std::move(cells));
  }
  return table;
}

std::string TextForPeople(const Comparison& comparison, size_t top) {
  std::string text = EdgesTable(comparison, top).ForPeople();
  if (comparison.edges.size() > top) text += fmt::format("... and {} more\n", comparison.edges.size() - top);
  const size_t fitted = static_cast<size_t>(std::count_if(comparison.methods.begin(), comparison.methods.end(),
                                                          [](const MethodOutcome& outcome) { return outcome.ok(); }));
  size_t all = 0, some = 0;
  for (const ComparedEdge& edge : comparison.edges) {
    all += edge.agree == fitted;
    some += edge.agree > 0 && edge.agree < fitted;
  }
  text += fmt::format(
      "\nunder each method: the rank of the edge, * where it is in the method's graph\n"
      "{} of {} possible edges are in every graph, {} in some\n\n",
      all, comparison.edges.size(), some);
  return text + MethodsTable(comparison).ForPeople();
}

std::string TextForScripts(const Comparison& comparison) {
  const std::vector<std::vector<std::string>> cells = ComparisonCells(comparison);
  std::vector<Table::Column> columns;
  for (const std::string& title : cells.front()) columns.push_back({title});
  Table table(columns);
  for (size_t row = 1; row < cells.size(); ++row) table.AddRow(cells[row]);
  return table.ForScripts();
}

void PrintMethodWarnings(const Comparison& comparison, const Dataset& data) {
  std::vector<std::string> warnings;
  std::vector<std::pair<std::string, std::string>> said;  // a warning, and which methods give it
  const std::vector<DataCheck>* checks = nullptr;
  for (const MethodOutcome& outcome : comparison.methods) {
    if (!outcome.ok()) {
      warnings.push_back(fmt::format("{} failed: {}", outcome.method, outcome.failure));
      continue;
    }
    if (checks == nullptr) checks = &outcome.result.checks;
    for (const std::string& text : outcome.result.warnings) {
      const auto same = std::find_if(said.begin(), said.end(), [&](const auto& other) { return other.first == text; });
      if (same == said.end()) {
        said.push_back({text, outcome.method});
      } else {
        same->second += ", " + outcome.method;
      }
    }
  }
  for (const auto& [text, methods] : said) warnings.push_back(fmt::format("{}: {}", methods, text));
  PrintNewWarnings(*checks, warnings, data);
}

void Run(const Flags& flags) {
  const DiscoverOptions options = OptionsFor(flags);
  std::string output = flags.output;
  if (output.empty() && !flags.json) output = OutputNamedAfter(flags.input.path, "compare");
  if (!output.empty()) CheckOutputDirectory(output);
  ProgressBar bar(flags.quiet);
  const Dataset data = ReadForFit(flags.input, flags.mask, flags.quiet, bar);
  std::vector<double> truth;
  if (!flags.truth.empty()) truth = ReadTruth(flags.truth, flags.truth_key, data.names);
  const std::vector<std::string> methods = MethodsTyped(flags.methods);
  Comparison comparison = Compare(data, options, methods, truth, bar.Callback());
  bar.Clear();
  StopIfInterrupted();
  PrintWarnings(UnreadOptions(flags.options, methods));
  PrintMethodWarnings(comparison, data);
  for (MethodOutcome& outcome : comparison.methods) outcome.result.command = CommandLine();
  std::vector<std::string> paths;
  if (!output.empty()) paths = WriteComparison(comparison, output);
  if (flags.json) {
    Print(ToJson(comparison));
  } else if (flags.tsv) {
    Print(TextForScripts(comparison));
  } else if (!flags.quiet) {
    Print(TextForPeople(comparison, flags.top) + "\nwritten\n");
    for (const std::string& path : paths) Print("  " + path + "\n");
  }
}

}  // namespace

void AddCompare(CLI::App& program) {
  auto flags = std::make_shared<Flags>();
  CLI::App* compare =
      program.add_subcommand("compare", "Run several methods on the same data and show where they agree");
  AddInputFlags(*compare, flags->input);
  AddMethodsFlag(*compare, "Which methods", flags->methods);
  compare
      ->add_option(
          "-o,--output", flags->output,
          "Folder for report.html, compare.csv and compare.json; made if need be [NAME-compare after the name of DATA; "
          "none with --json]")
      ->type_name("DIR");
  compare
      ->add_option(
          "--truth", flags->truth,
          "The true graph (.csv, .npy, .npz), [target][source]: shown beside the edges, and AUROC and AUPRC of "
          "each method")
      ->type_name("FILE");
  compare->add_option("--truth-key", flags->truth_key, "Array to take from an .npz given with --truth")
      ->type_name("NAME");
  compare->add_option("--mask", flags->mask, "As in discover: time points or cells that are not forecast")
      ->type_name("FILE");
  compare->add_option("--top", flags->top, "How many edges the table shows")->capture_default_str();
  CLI::Option* json =
      compare->add_flag("--json", flags->json, "Print the comparison as JSON, and nothing else, to standard output");
  compare->add_flag("--tsv", flags->tsv, "Print all edges tab-separated, with exact numbers, for scripts")
      ->excludes(json);
  compare->add_flag("--quiet", flags->quiet, "No progress bar and no table; warnings and errors are still shown");
  AddOptionFlags(*compare, flags->options, Refused());
  compare->callback([flags] { Run(*flags); });
}

}  // namespace mask2cause
