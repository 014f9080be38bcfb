#include "study/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "report/csv_text.h"
#include "report/json_text.h"

namespace mask2cause {
namespace {

// Characters, not bytes: "±" is one.
size_t Width(const std::string& text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string Padded(const std::string& text, size_t width) {
  return text + std::string(width - Width(text), ' ');
}

std::string CellText(const TableColumn& column, const std::string& row, const Results& results) {
  if (column.series.empty()) {
    const auto found = column.texts.find(row);
    return found == column.texts.end() ? "" : found->second;
  }
  return MeanAndSpread(results.Get(row, column.series, column.measure), column.decimals);
}

std::string MarkdownLine(const std::vector<std::string>& cells, const std::vector<size_t>& widths) {
  std::string line = "|";
  for (size_t c = 0; c < cells.size(); ++c) line += fmt::format(" {} |", Padded(cells[c], widths[c]));
  return line + "\n";
}

}  // namespace

std::string MeanAndSpread(const Statistic& statistic, int decimals) {
  if (statistic.count == 0) return "";
  const std::string mean = fmt::format("{:.{}f}", statistic.mean, decimals);
  const bool is_count = decimals == 0 && statistic.sd == 0.0;  // the same in every run
  return std::isfinite(statistic.sd) && !is_count ? fmt::format("{} ± {:.{}f}", mean, statistic.sd, decimals) : mean;
}

TextTable Fill(const TablePlan& plan, const Results& results) {
  TextTable table;
  table.title = plan.title;
  table.columns.push_back(plan.row_title);
  for (const TableColumn& column : plan.columns) table.columns.push_back(column.title);
  for (const std::string& row : plan.rows) {
    const bool quoted = std::find(plan.quoted.begin(), plan.quoted.end(), row) != plan.quoted.end();
    if (!results.HasRow(row) && !quoted) continue;
    std::vector<std::string> cells = {row};
    for (const TableColumn& column : plan.columns) cells.push_back(CellText(column, row, results));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::string ToMarkdown(const TextTable& table) {
  std::vector<size_t> widths;
  for (size_t c = 0; c < table.columns.size(); ++c) {
    widths.push_back(std::max<size_t>(3, Width(table.columns[c])));
    for (const auto& row : table.rows) widths[c] = std::max(widths[c], Width(row[c]));
  }
  std::string text = table.title.empty() ? "" : fmt::format("**{}**\n\n", table.title);
  text += MarkdownLine(table.columns, widths);
  text += "|";
  for (const size_t width : widths) text += std::string(width + 2, '-') + "|";
  text += "\n";
  for (const auto& row : table.rows) text += MarkdownLine(row, widths);
  return text;
}

std::string FiguresCsv(const Results& results, char delimiter) {
  std::string text = fmt::format("row{0}series{0}measure{0}mean{0}sd{0}runs\n", delimiter);
  for (const std::string& row : results.rows()) {
    for (const std::string& series : results.series()) {
      std::set<std::string> measures;
      for (const RunOutcome& outcome : results.Of(row, series)) {
        for (const auto& [name, value] : outcome.measures) measures.insert(name);
      }
      for (const std::string& measure : measures) {
        const Statistic s = results.Get(row, series, measure);
        text += fmt::format("{1}{0}{2}{0}{3}{0}{4}{0}{5}{0}{6}\n", delimiter, CsvField(row), CsvField(series), measure,
                            JsonNumber(s.mean), std::isfinite(s.sd) ? JsonNumber(s.sd) : "", s.count);
      }
    }
  }
  return text;
}

}  // namespace mask2cause
