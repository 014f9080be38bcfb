// One run of a study, and what is remembered of it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "mask2cause/discover.h"
#include "study/data_source.h"

namespace mask2cause {

// Name -> figure. NaN figures are left out.
using Measures = std::map<std::string, double>;

struct RunOutcome {
  Measures measures;
  double seconds = 0.0;        // of the fit
  std::string commit;          // of the program, where the caller said
  std::vector<double> scores;  // (N, N), and
  std::vector<double> truth;   // (N, N): kept for pictures when the run asks for it
};

struct RunContext {
  std::string data_directory, output_directory, commit;
  Progress progress;  // of this run; returns false once the study is cancelled
};

struct StudyRun;
using RunFunction = RunOutcome (*)(const StudyRun& run, const RunContext& context);

// Discover, then grade against the truth: what most runs do.
RunOutcome DiscoverAndGrade(const StudyRun& run, const RunContext& context);

struct StudyRun {
  std::string row, series;  // where the figure stands: a line of the table, and whose settings
  DataSource data;
  DiscoverOptions options;
  bool keep_scores = false;
  RunFunction function = DiscoverAndGrade;
  std::string variant;  // told to `function`, where it does more than one thing
};

// Equal keys, equal outcome: row, series, data, seed, and a hash of everything else that counts.
std::string RunKey(const StudyRun& run);

// A rough guess, for ordering and for the estimate of time.
double ExpectedSeconds(const StudyRun& run);

}  // namespace mask2cause
