#include "fit_input.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "interrupt.h"

namespace mask2cause {
namespace {

std::string CheckText(const DataCheck& check) {
  constexpr size_t kMostNames = 5;
  std::string who;
  for (size_t i = 0; i < std::min(check.variables.size(), kMostNames); ++i) {
    who += (who.empty() ? "" : ", ") + Printable(check.variables[i]);
  }
  if (check.variables.size() > kMostNames) who += fmt::format(" and {} more", check.variables.size() - kMostNames);
  return fmt::format("{}{}{}; {}", who, who.empty() ? "" : ": ", check.finding, check.remedy);
}

}  // namespace

Dataset ReadForFit(const InputFlags& input, const std::string& mask, bool quiet, ProgressBar& bar) {
  Dataset data = ReadDataset(input.path, input.read, bar.Callback());
  bar.Clear();
  StopIfInterrupted();
  PrintWarnings(data.warnings);
  if (data.time.kind != TimeKind::kNone && !quiet) {
    fmt::print(stderr, "mask2cause: '{}' is taken as time, not as a variable (--time-column none to keep it)\n",
               data.time.name);
  }
  if (!mask.empty()) LeaveOut(data, mask);
  return data;
}

void PrintNewWarnings(const std::vector<DataCheck>& checks, const std::vector<std::string>& warnings,
                      const Dataset& data) {
  std::vector<std::string> fresh;
  for (const DataCheck& check : checks) fresh.push_back(CheckText(check));
  for (const std::string& warning : warnings) {
    const bool known = std::find(data.warnings.begin(), data.warnings.end(), warning) != data.warnings.end();
    if (!known) fresh.push_back(warning);
  }
  PrintWarnings(fresh);
}

std::string OutputNamedAfter(const std::string& data, const std::string& ending) {
  if (data == "-") return "stdin-" + ending;
  std::filesystem::path path = std::filesystem::path(data).lexically_normal();
  if (path.filename().empty()) path = path.parent_path();
  if (path.extension() == ".gz") path = path.stem();
  return path.stem().string() + "-" + ending;
}

}  // namespace mask2cause
