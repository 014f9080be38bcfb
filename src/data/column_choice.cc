#include "data/column_choice.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <numeric>
#include <utility>

#include "data/number.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

size_t EditDistance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

std::string CloseNames(const std::string& text, const std::vector<std::string>& names) {
  constexpr size_t kLongestCompared = 100, kNamesShown = 5;
  std::vector<std::pair<size_t, std::string>> close;
  const std::string lower = ToLower(text.substr(0, kLongestCompared));
  for (const std::string& name : names) {
    close.emplace_back(EditDistance(lower, ToLower(name.substr(0, kLongestCompared))), name);
  }
  std::stable_sort(close.begin(), close.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string list;
  for (size_t i = 0; i < std::min(close.size(), kNamesShown); ++i) {
    list += (i == 0 ? "" : ", ") + close[i].second;
  }
  return list;
}

}  // namespace

size_t FindColumn(const std::string& text, const std::vector<std::string>& names, const std::string& option) {
  const auto named = std::find(names.begin(), names.end(), text);
  if (named != names.end()) return static_cast<size_t>(named - names.begin());
  size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc{} && end == text.data() + text.size();
  if (is_number && number >= 1 && number <= names.size()) return number - 1;
  if (is_number) {
    throw Error(ErrorKind::kUsage, fmt::format("{}: there is no column {}", option, text),
                fmt::format("the file has columns 1 to {}", names.size()));
  }
  throw Error(
      ErrorKind::kUsage, fmt::format("{}: there is no column named {}", option, Quoted(text)),
      fmt::format("close names are: {}; a column can also be given by its number, from 1", CloseNames(text, names)));
}

ColumnChoice ChooseColumns(const ReadOptions& options, const std::vector<std::string>& names) {
  ColumnChoice choice;
  choice.listed.assign(names.size(), false);
  for (const std::string& column : options.columns) choice.listed[FindColumn(column, names, "--columns")] = true;
  choice.wanted = choice.listed;
  if (options.columns.empty()) choice.wanted.assign(names.size(), true);
  choice.dropped.assign(names.size(), false);
  for (const std::string& column : options.drop) {
    const size_t c = FindColumn(column, names, "--drop");
    choice.wanted[c] = choice.listed[c] = false;
    choice.dropped[c] = true;
  }
  choice.recognise_time = options.time_column.empty();
  if (!options.time_column.empty() && options.time_column != "none") {
    choice.time = FindColumn(options.time_column, names, "--time-column");
    choice.wanted[choice.time] = choice.listed[choice.time] = false;
  }
  return choice;
}

}  // namespace mask2cause
