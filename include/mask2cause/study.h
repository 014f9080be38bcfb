// The paper's experiments, each one a call: many runs of method x data x seed x settings, and the tables they make.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mask2cause/progress.h"

namespace mask2cause {

struct StudyInfo {
  std::string name, summary, paper;  // `paper`: the table or figure it repeats
  double seconds = 0.0;              // a rough estimate, on all cores of this machine
};
std::vector<StudyInfo> Studies();

struct StudyOptions {
  std::string name;
  std::string data_directory;  // of the public data sets; empty: simulated systems only
  std::string
      output_directory;  // runs.jsonl, table.md, table.csv, summary.json and pictures; runs found there are kept
  size_t jobs = 0;       // runs side by side, one thread each; 0: all cores
  size_t seeds = 0;      // seeds for each data set; 0: as the study says
  std::vector<std::string> only;     // rows or series whose name contains one of these; empty: all
  std::vector<std::string> skip;     // of those, not the ones whose name contains one of these
  std::vector<std::string> methods;  // of discover, beside those that the study has by itself
  bool as_paper = false;             // dream3: windows across trajectories, as the authors' loader has them
  std::string commit;                // noted in summary.json
};

struct StudyReport {
  std::string text;                   // tables and findings, for people
  std::string table_for_scripts;      // the content of table.csv, tab-separated
  std::vector<std::string> files;     // written
  std::vector<std::string> missing;   // data files that are not there, and where they come from
  std::vector<std::string> failures;  // runs that failed, with their message
  size_t runs = 0, runs_done_before = 0;
  double seconds = 0.0;
};

// Runs what is not yet in runs.jsonl, then writes the tables. Throws Error: kUsage for an unknown name, kData when no
// run has its data, kInterrupted when cancelled (finished runs stay in runs.jsonl and the same call goes on).
StudyReport RunStudy(const StudyOptions& options, const Progress& progress = {});

// docs/results.md from a folder of summary.json files, each <study>/summary.json.
std::string ResultsPage(const std::string& summaries_directory);

}  // namespace mask2cause
