#include "study/run_log.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "mask2cause/error.h"
#include "mask2cause/version.h"
#include "report/json_text.h"

namespace mask2cause {
namespace {

using nlohmann::json;

std::string NumbersJson(const std::vector<double>& values) {
  std::string text = "[";
  for (const double value : values) {
    if (text.size() > 1) text += ",";
    text += JsonNumber(value);
  }
  return text + "]";
}

std::string ToLine(const StudyRun& run, const RunOutcome& outcome) {
  JsonObject measures;
  for (const auto& [name, value] : outcome.measures) {
    if (std::isfinite(value)) measures.Add(name, value);
  }
  JsonObject line;
  line.Add("key", RunKey(run));
  line.Add("row", run.row);
  line.Add("series", run.series);
  line.Add("method", run.options.method);
  line.Add("data", run.data.name);
  line.Add("seed", run.options.seed);
  line.Add("version", Version());
  if (!outcome.commit.empty()) line.Add("commit", outcome.commit);
  line.Add("seconds", outcome.seconds);
  line.AddText("measures", measures.OnOneLine());
  if (!outcome.scores.empty()) {
    line.AddText("scores", NumbersJson(outcome.scores));
    line.AddText("truth", NumbersJson(outcome.truth));
  }
  return line.OnOneLine() + "\n";
}

RunOutcome FromJson(const json& line) {
  RunOutcome outcome;
  outcome.measures = line.at("measures").get<Measures>();
  outcome.seconds = line.at("seconds").get<double>();
  if (line.contains("commit")) outcome.commit = line.at("commit").get<std::string>();
  if (line.contains("scores")) {
    outcome.scores = line.at("scores").get<std::vector<double>>();
    outcome.truth = line.at("truth").get<std::vector<double>>();
  }
  return outcome;
}

}  // namespace

RunLog::RunLog(const std::string& path) : path_(path), lock_(path) {
  Read();
  file_.open(path, std::ios::app | std::ios::binary);
  if (!file_) throw Error(ErrorKind::kFile, fmt::format("cannot write '{}'", path), "choose another folder with -o");
}

void RunLog::Read() {
  std::ifstream in(path_, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const size_t whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  if (whole < text.size()) std::filesystem::resize_file(path_, whole);
  size_t number = 1;
  for (size_t first = 0; first < whole; ++number) {
    const size_t end = text.find('\n', first);
    try {
      const json line = json::parse(text.substr(first, end - first));
      outcomes_.insert_or_assign(line.at("key").get<std::string>(), FromJson(line));
    } catch (const json::exception& error) {
      throw Error(ErrorKind::kData, fmt::format("{}:{}: not a run of a study: {}", path_, number, error.what()),
                  "remove that line, or choose another folder with -o");
    }
    first = end + 1;
  }
}

const RunOutcome* RunLog::Find(const StudyRun& run) const {
  const auto found = outcomes_.find(RunKey(run));
  if (found == outcomes_.end() || (run.keep_scores && found->second.scores.empty())) return nullptr;
  return &found->second;
}

void RunLog::Add(const StudyRun& run, const RunOutcome& outcome) {
  const std::string line = ToLine(run, outcome);
  const std::lock_guard lock(mutex_);
  file_ << line << std::flush;
  if (!file_) throw Error(ErrorKind::kFile, fmt::format("cannot write '{}'", path_), "is the disk full?");
  outcomes_.insert_or_assign(RunKey(run), outcome);
}

}  // namespace mask2cause
