#include "study/summary.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/parallel.h"
#include "kernels/isa.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

using nlohmann::ordered_json;

ordered_json TableJson(const TextTable& table) {
  return {{"title", table.title}, {"columns", table.columns}, {"rows", table.rows}};
}

TextTable TableFrom(const ordered_json& json) {
  TextTable table;
  json.at("title").get_to(table.title);
  json.at("columns").get_to(table.columns);
  json.at("rows").get_to(table.rows);
  for (const auto& row : table.rows) {
    if (row.size() != table.columns.size()) throw Error(ErrorKind::kData, "a table has rows of the wrong length", "");
  }
  return table;
}

Summary FromJson(const ordered_json& json) {
  Summary s;
  json.at("study").get_to(s.study);
  json.at("about").get_to(s.about);
  json.at("paper").get_to(s.paper);
  json.at("date").get_to(s.date);
  json.at("commit").get_to(s.commit);
  json.at("version").get_to(s.version);
  json.at("machine").get_to(s.machine);
  json.at("runs").get_to(s.runs);
  json.at("core_seconds").get_to(s.core_seconds);
  for (const ordered_json& table : json.at("tables")) s.tables.push_back(TableFrom(table));
  s.seconds = TableFrom(json.at("seconds"));
  json.at("findings").get_to(s.findings);
  json.at("pictures").get_to(s.pictures);
  json.at("missing").get_to(s.missing);
  return s;
}

}  // namespace

std::string ToJson(const Summary& s) {
  ordered_json json;
  json["study"] = s.study;
  json["about"] = s.about;
  json["paper"] = s.paper;
  json["date"] = s.date;
  json["commit"] = s.commit;
  json["version"] = s.version;
  json["machine"] = s.machine;
  json["runs"] = s.runs;
  json["core_seconds"] = s.core_seconds;
  json["tables"] = ordered_json::array();
  for (const TextTable& table : s.tables) json["tables"].push_back(TableJson(table));
  json["seconds"] = TableJson(s.seconds);
  json["findings"] = s.findings;
  json["pictures"] = s.pictures;
  json["missing"] = s.missing;
  return json.dump(1) + "\n";
}

Summary ReadSummary(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw Error(ErrorKind::kFile, fmt::format("cannot read '{}'", path), "");
  try {
    return FromJson(ordered_json::parse(in));
  } catch (const ordered_json::exception& error) {
    throw Error(ErrorKind::kData, fmt::format("'{}' is not the summary of a study: {}", path, error.what()), "");
  }
}

std::string SummaryText(const Experiment& experiment, const Summary& summary) {
  std::string text;
  for (const TextTable& table : summary.tables) text += ToMarkdown(table) + "\n";
  std::vector<std::string> sentences = summary.findings;
  if (experiment.conclusions != nullptr) {
    for (std::string& sentence : experiment.conclusions(summary.tables)) sentences.push_back(std::move(sentence));
  }
  for (const std::string& sentence : sentences) text += "- " + sentence + "\n";
  if (!sentences.empty()) text += "\n";
  return text;
}

std::string DescribeMachine() {
  std::ifstream in("/proc/cpuinfo");
  std::string line, processor = "unknown processor";
  while (std::getline(in, line)) {
    if (!line.starts_with("model name")) continue;
    processor = line.substr(line.find(':') + 2);
    break;
  }
  return fmt::format("{}, {} cores, {}", processor, HardwareThreads(), CurrentIsa());
}

std::string Today() {
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
}

}  // namespace mask2cause
