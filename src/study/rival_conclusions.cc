#include "study/rival_conclusions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>

namespace mask2cause {
namespace {

constexpr double kBelow = 0.03;  // by so much may a mean differ between machines and seeds
constexpr const char *kPaper = ": paper", *kDiagonal = " with diagonal";

// The mean at the head of "0.973 ± 0.012"; below 0 for an empty cell.
double Mean(const std::string& cell) {
  double mean = -1.0;
  std::from_chars(cell.data(), cell.data() + cell.size(), mean);
  return mean;
}

std::string MeanText(const std::string& cell) {
  return cell.substr(0, cell.find(' '));
}

// All that tie to the last digit shown, and ours beside them. Empty when nothing was run.
std::string BestMethods(const TextTable& table, size_t column) {
  double most = 0.0;
  for (const auto& row : table.rows) most = std::max(most, Mean(row[column]));
  if (most == 0.0) return {};
  std::vector<std::string> best;
  std::string most_text, ours;
  for (const auto& row : table.rows) {
    const double mean = Mean(row[column]);
    if (mean == most) {
      best.push_back(row[0]);
      most_text = MeanText(row[column]);
    } else if (row[0] == "m2c" && mean >= 0.0) {
      ours = "; m2c " + MeanText(row[column]);
    }
  }
  return fmt::format("{}: {} {} best, {}{}.", table.columns[column], fmt::join(best, ", "),
                     best.size() > 1 ? "are" : "is", most_text, ours);
}

// Counted as the paper counts: with self edges where the table has such a column.
size_t ComparableColumn(const TextTable& table, const std::string& benchmark) {
  const auto find = [&](const std::string& title) {
    return static_cast<size_t>(std::find(table.columns.begin(), table.columns.end(), title) - table.columns.begin());
  };
  const size_t with_diagonal = find(benchmark + kDiagonal);
  return with_diagonal < table.columns.size() ? with_diagonal : find(benchmark);
}

// Adds to each method's list the benchmarks on which it stays below the paper.
void CollectShortfalls(const TextTable& table, size_t paper_column,
                       std::map<std::string, std::vector<std::string>>& shortfalls) {
  const std::string& title = table.columns[paper_column];
  const std::string benchmark = title.substr(0, title.size() - std::string(kPaper).size());
  const size_t column = ComparableColumn(table, benchmark);
  if (column == table.columns.size()) return;
  for (const auto& row : table.rows) {
    const double paper = Mean(row[paper_column]), here = Mean(row[column]);
    if (paper < 0.0 || here < 0.0 || paper - here <= kBelow) continue;
    shortfalls[row[0]].push_back(
        fmt::format("{} {} ({})", benchmark, MeanText(row[column]), MeanText(row[paper_column])));
  }
}

}  // namespace

std::vector<std::string> RivalConclusions(const std::vector<TextTable>& tables) {
  std::vector<std::string> conclusions;
  std::map<std::string, std::vector<std::string>> shortfalls;
  for (const TextTable& table : tables) {
    if (!table.title.ends_with(": AUROC")) continue;
    for (size_t column = 1; column < table.columns.size(); ++column) {
      const std::string& title = table.columns[column];
      if (title.ends_with(kPaper)) {
        CollectShortfalls(table, column, shortfalls);
      } else if (!title.ends_with(kDiagonal)) {
        conclusions.push_back(BestMethods(table, column));
      }
    }
  }
  std::erase(conclusions, "");
  for (const auto& [method, where] : shortfalls) {
    conclusions.push_back(fmt::format("{} stays below the paper's figure (in brackets) by more than {}: {}.", method,
                                      kBelow, fmt::join(where, ", ")));
  }
  return conclusions;
}

}  // namespace mask2cause
