#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "input_flags.h"
#include "interrupt.h"
#include "mask2cause/checks.h"
#include "mask2cause/report.h"
#include "subcommands.h"
#include "table.h"
#include "terminal.h"

namespace mask2cause {
namespace {

constexpr size_t kFirstRows = 5;
constexpr size_t kFirstColumns = 8;  // of the first rows; more would not fit a terminal
constexpr size_t kMostTrajectories = 10;
constexpr size_t kMostNames = 10;  // of variables that a check is about

struct Flags {
  InputFlags input;
  bool json = false, tsv = false, quiet = false;
};

std::string TimeText(const TimeColumn& time) {
  if (time.kind == TimeKind::kNone) return "none";
  const bool counts = time.kind == TimeKind::kCounter;
  const char* kind = time.kind == TimeKind::kIsoDate ? "dates" : counts ? "counter" : "epoch seconds";
  std::string text = fmt::format("'{}' ({}), {} .. {}, step {}{}", time.name, kind, time.first, time.last,
                                 ShortNumber(time.typical_step), counts ? "" : " s");
  if (time.uneven_steps > 0) text += fmt::format(", {} uneven", time.uneven_steps);
  return Printable(text);
}

std::string Joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + Printable(name);
  return out.empty() ? "none" : out;
}

std::string Shortened(std::vector<std::string> names) {
  const size_t all = names.size();
  if (all > kMostNames) names.resize(kMostNames);
  return Joined(names) + (all > kMostNames ? fmt::format(" and {} more", all - kMostNames) : "");
}

std::string TrajectoriesText(const std::vector<Trajectory>& trajectories) {
  std::string out = std::to_string(trajectories.size());
  if (trajectories.size() < 2) return out;
  out += " (rows: ";
  for (size_t i = 0; i < std::min(trajectories.size(), kMostTrajectories); ++i) {
    const Trajectory& one = trajectories[i];
    out += (i > 0 ? ", " : "") + (one.name.empty() ? "" : Printable(one.name) + " ") + std::to_string(one.rows);
  }
  return out + (trajectories.size() > kMostTrajectories ? ", ...)" : ")");
}

std::string Overview(const Dataset& data, const std::vector<ColumnSummary>& columns) {
  std::vector<std::string> constants;
  for (const ColumnSummary& column : columns) {
    if (column.constant) constants.push_back(column.name);
  }
  const double cells = static_cast<double>(data.rows) * static_cast<double>(data.variables());
  std::string out;
  auto end = std::back_inserter(out);
  fmt::format_to(end, "source        {}\n", Printable(data.source));
  fmt::format_to(end, "shape         {} rows x {} variables\n", data.rows, data.variables());
  fmt::format_to(end, "trajectories  {}\n", TrajectoriesText(data.trajectories));
  fmt::format_to(end, "time column   {}\n", TimeText(data.time));
  fmt::format_to(end, "left out      {}\n", Joined(data.dropped));
  fmt::format_to(end, "missing       {} cells ({:.2f} %)\n", data.missing.count(),
                 cells > 0 ? 100.0 * static_cast<double>(data.missing.count()) / cells : 0.0);
  fmt::format_to(end, "constants     {}\n", Joined(constants));
  fmt::format_to(end, "fingerprint   {}\n", Fingerprint(data));
  return out;
}

Table ColumnTable(const std::vector<ColumnSummary>& columns, std::string (*number)(double)) {
  Table table({{"variable", Table::Align::kLeft},
               {"missing %"},
               {"mean"},
               {"sd"},
               {"min"},
               {"max"},
               {"note", Table::Align::kLeft}});
  for (const ColumnSummary& column : columns) {
    const double cells = static_cast<double>(column.observed + column.missing);
    const double missing = cells > 0 ? 100.0 * static_cast<double>(column.missing) / cells : 0.0;
    table.AddRow({column.name, fmt::format("{:.2f}", missing), number(column.mean), number(column.sd),
                  number(column.min), number(column.max), column.constant ? "constant" : ""});
  }
  return table;
}

Table FirstRows(const Dataset& data) {
  const size_t shown = std::min(data.variables(), kFirstColumns);
  std::vector<Table::Column> columns{{"row"}};
  for (size_t v = 0; v < shown; ++v) columns.push_back({Printable(data.names[v])});
  if (shown < data.variables()) columns.push_back({"..."});
  Table table(columns);
  for (size_t r = 0; r < std::min(data.rows, kFirstRows); ++r) {
    std::vector<std::string> cells{std::to_string(r + 1)};
    for (size_t v = 0; v < shown; ++v) cells.push_back(data.is_missing(r, v) ? "?" : ShortNumber(data.at(r, v)));
    if (shown < data.variables()) cells.push_back("");
    table.AddRow(cells);
  }
  return table;
}

std::string ChecksText(const std::vector<DataCheck>& checks) {
  if (checks.empty()) return "  nothing to complain about\n";
  std::string text;
  for (const DataCheck& check : checks) {
    const std::string who = check.variables.empty() ? "all" : Shortened(check.variables);
    text += fmt::format("  {}: {}: {}\n    {}\n", check.name, who, check.finding, check.remedy);
  }
  return text;
}

void Run(const Flags& flags) {
  ProgressBar bar(flags.quiet);
  const Dataset data = ReadDataset(flags.input.path, flags.input.read, bar.Callback());
  bar.Clear();
  StopIfInterrupted();
  PrintWarnings(data.warnings);
  if (flags.json) {
    Print(ToJson(data));
    return;
  }
  const std::vector<ColumnSummary> columns = Summarize(data);
  if (flags.tsv) {
    Print(ColumnTable(columns, ExactNumber).ForScripts());
    return;
  }
  Print(Overview(data, columns) + "\n" + ColumnTable(columns, ShortNumber).ForPeople() + "\nfirst rows\n" +
        FirstRows(data).ForPeople() + "\nchecks\n" + ChecksText(CheckData(data)));
}

}  // namespace

void AddInspect(CLI::App& program) {
  auto flags = std::make_shared<Flags>();
  CLI::App* inspect = program.add_subcommand("inspect", "Show what was read, and what about it could mislead a fit");
  AddInputFlags(*inspect, flags->input);
  CLI::Option* json = inspect->add_flag("--json", flags->json, "Print JSON, and nothing else, to standard output");
  inspect->add_flag("--tsv", flags->tsv, "Print the table of variables tab-separated, with exact numbers, for scripts")
      ->excludes(json);
  inspect->add_flag("--quiet", flags->quiet, "No progress bar");
  inspect->callback([flags] { Run(*flags); });
}

}  // namespace mask2cause
