#include "mask2cause/study.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

#include "core/parallel.h"
#include "mask2cause/error.h"
#include "mask2cause/version.h"
#include "report/csv_text.h"
#include "report/output_directory.h"
#include "study/experiment.h"
#include "study/other_methods.h"
#include "study/runner.h"
#include "study/summary.h"

namespace mask2cause {
namespace {

bool Contains(const std::string& text, const std::vector<std::string>& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](const std::string& part) { return text.find(part) != std::string::npos; });
}

std::vector<StudyRun> Wanted(const std::vector<StudyRun>& runs, const StudyOptions& options) {
  const auto named_in = [](const StudyRun& run, const std::vector<std::string>& parts) {
    return Contains(run.row, parts) || Contains(run.series, parts);
  };
  std::vector<StudyRun> kept;
  std::set<std::string> names;
  for (const StudyRun& run : runs) {
    names.insert({run.row, run.series});
    if ((options.only.empty() || named_in(run, options.only)) && !named_in(run, options.skip)) kept.push_back(run);
  }
  if (!kept.empty()) return kept;
  throw Error(ErrorKind::kUsage, fmt::format("--{} leaves no run", options.only.empty() ? "skip" : "only"),
              fmt::format("rows and series are: {}", fmt::join(names, ", ")));
}

void NoteFileSizes(std::vector<StudyRun>& runs, const std::string& directory) {
  for (StudyRun& run : runs) {
    if (!run.data.file.empty()) run.data.bytes = std::filesystem::file_size(directory + "/" + run.data.file);
  }
}

// Takes runs without their file out of the plan and says what is missing, a line for each kind of file.
std::vector<std::string> TakeOutMissing(std::vector<StudyRun>& runs, const std::string& directory) {
  std::vector<std::string> kinds;
  std::map<std::string, std::vector<std::string>> files;
  const auto is_missing = [&](const StudyRun& run) {
    const auto exists = [&](const std::string& file) {
      return file.empty() || std::filesystem::exists(directory + "/" + file);
    };
    if (run.data.file.empty()) return false;
    if (!directory.empty() && exists(run.data.file) && exists(run.data.truth_file)) return false;
    std::vector<std::string>& list = files[HowToGet(run.data)];
    if (list.empty()) kinds.push_back(HowToGet(run.data));
    if (std::find(list.begin(), list.end(), run.data.file) == list.end()) list.push_back(run.data.file);
    return true;
  };
  std::erase_if(runs, is_missing);
  std::vector<std::string> missing;
  for (const std::string& kind : kinds) {
    const std::vector<std::string>& list = files[kind];
    const std::string others = list.size() > 1 ? fmt::format(" and {} more", list.size() - 1) : "";
    missing.push_back(fmt::format("{}{}: {}", list.front(), others, kind));
  }
  return missing;
}

std::string ShortSeconds(double seconds) {
  return seconds < 10.0 ? fmt::format("{:.2g}", seconds) : fmt::format("{:.0f}", seconds);
}

TextTable SecondsTable(const Plan& plan, const Results& results) {
  TextTable table;
  table.title = "Seconds per run, one thread";
  table.columns = {""};
  for (const std::string& series : results.series()) table.columns.push_back(series);
  if (!plan.paper_seconds.empty()) table.columns.push_back("paper");
  for (const std::string& row : results.rows()) {
    std::vector<std::string> cells = {row};
    for (const std::string& series : results.series()) {
      const Statistic seconds = results.Seconds(row, series);
      cells.push_back(seconds.count == 0 ? "" : ShortSeconds(seconds.mean));
    }
    if (!plan.paper_seconds.empty()) {
      const auto found = plan.paper_seconds.find(row);
      cells.push_back(found == plan.paper_seconds.end() ? "" : fmt::format("{:.0f}", found->second));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Summary Summarise(const Experiment& experiment, const Plan& plan, const Results& results) {
  Summary summary;
  summary.study = experiment.name;
  summary.about = experiment.summary;
  summary.paper = experiment.paper;
  summary.date = Today();
  std::set<std::string> commits;
  summary.version = Version();
  summary.machine = DescribeMachine();
  for (const std::string& row : results.rows()) {
    for (const std::string& series : results.series()) {
      for (const RunOutcome& outcome : results.Of(row, series)) {
        ++summary.runs;
        if (!outcome.commit.empty()) commits.insert(outcome.commit);
        summary.core_seconds += outcome.seconds;
      }
    }
  }
  summary.commit = fmt::format("{}", fmt::join(commits, ", "));
  for (const TablePlan& table : plan.tables) summary.tables.push_back(Fill(table, results));
  summary.seconds = SecondsTable(plan, results);
  if (plan.findings) summary.findings = plan.findings(results);
  return summary;
}

void Write(const std::string& directory, const Experiment& experiment, Summary& summary, const Plan& plan,
           const Results& results, StudyReport& report) {
  std::vector<FileContent> files;
  if (plan.pictures) files = plan.pictures(results);
  for (FileContent& file : files) {
    summary.pictures.push_back(file.path);
    file.path = directory + "/" + file.path;
  }
  report.text = SummaryText(experiment, summary);
  files.push_back({directory + "/table.md",
                   fmt::format("# {}\n\n{}: {}\n\n{}", summary.study, summary.paper, summary.about, report.text)});
  files.push_back({directory + "/table.csv", FiguresCsv(results, ',')});
  files.push_back({directory + "/summary.json", ToJson(summary)});
  WriteFilesAtomically(files);
  report.files.push_back(directory + "/runs.jsonl");
  for (const FileContent& file : files) report.files.push_back(file.path);
}

[[noreturn]] void FailWithoutData(const StudyOptions& options, const std::vector<std::string>& missing) {
  const std::string where = options.data_directory.empty()
                                ? "no data folder was given (--data)"
                                : fmt::format("'{}' has none of them", options.data_directory);
  throw Error(
      ErrorKind::kData,
      fmt::format("study {}: nothing to run, {}; needed:\n  {}", options.name, where, fmt::join(missing, "\n  ")),
      "docs/studies.md says how to lay the files out");
}

}  // namespace

std::vector<StudyInfo> Studies() {
  std::vector<StudyInfo> infos;
  for (const Experiment& experiment : Experiments()) {
    StudyInfo info{experiment.name, experiment.summary, experiment.paper, 0.0};
    const Plan plan = experiment.plan({});
    for (const StudyRun& run : plan.runs) info.seconds += ExpectedSeconds(run);
    if (!plan.alone) info.seconds /= static_cast<double>(HardwareThreads());
    infos.push_back(std::move(info));
  }
  return infos;
}

StudyReport RunStudy(const StudyOptions& options, const Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  const Experiment& experiment = FindExperiment(options.name);
  Plan plan = experiment.plan(options);
  AddOtherMethods(options, plan);
  for (StudyRun& run : plan.runs) run.options.threads = 1;
  StudyReport report;
  std::vector<StudyRun> wanted = Wanted(plan.runs, options);
  report.missing = TakeOutMissing(wanted, options.data_directory);
  if (wanted.empty()) FailWithoutData(options, report.missing);
  TakeOutMissing(plan.runs, options.data_directory);
  for (std::vector<StudyRun>* runs : {&plan.runs, &wanted}) NoteFileSizes(*runs, options.data_directory);

  OutputDirectory directory(options.output_directory);
  directory.Keep();
  RunLog log(options.output_directory + "/runs.jsonl");
  report.runs = wanted.size();
  for (const StudyRun& run : wanted) report.runs_done_before += log.Find(run) != nullptr;
  report.failures = ExecuteRuns(wanted, log, {options.data_directory, options.output_directory, options.commit, {}},
                                plan.alone ? 1 : options.jobs, progress);

  Results results;
  for (const StudyRun& run : plan.runs) {
    if (const RunOutcome* outcome = log.Find(run)) results.Add(run, *outcome);
  }
  Summary summary = Summarise(experiment, plan, results);
  summary.missing = report.missing;
  Write(options.output_directory, experiment, summary, plan, results, report);
  report.table_for_scripts = FiguresCsv(results, '\t');
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace mask2cause
