// An experiment: which runs, which tables, which pictures, and what the figures say about the paper's claim. One file
// each, and one line in registry.cc.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/atomic_file.h"
#include "mask2cause/study.h"
#include "study/results.h"

namespace mask2cause {

// A column is either a figure of the runs or, where `texts` is given, fixed for each row (the paper's).
struct TableColumn {
  std::string title;
  std::string series, measure;
  int decimals = 3;
  std::map<std::string, std::string> texts;  // by row
};

struct TablePlan {
  std::string title, row_title;
  std::vector<std::string> rows;
  std::vector<TableColumn> columns;
  std::vector<std::string> quoted = {};  // those of the rows that are shown although nobody ran them: the paper's
};

// A measure of the graph that a run finds.
struct ComparedFigure {
  std::string measure;
  int decimals = 3;
};

struct Plan {
  std::vector<StudyRun> runs;
  std::vector<TablePlan> tables;
  std::map<std::string, double> paper_seconds;                       // by row, where the paper says
  std::function<std::vector<std::string>(const Results&)> findings;  // sentences with their figures; may be empty
  std::function<std::vector<FileContent>(const Results&)> pictures;  // file names without a folder; may be empty
  std::vector<ComparedFigure> compared_by;                           // other methods; empty: no place for them
  bool alone = false;                                                // timings: one run at a time
};

struct TextTable;  // study/table.h

struct Experiment {
  const char* name;
  const char* summary;
  const char* paper;
  Plan (*plan)(const StudyOptions& options);
  // What its tables say by themselves; drawn anew wherever they are shown, so that they may be joined from parts.
  std::vector<std::string> (*conclusions)(const std::vector<TextTable>& tables) = nullptr;
};

const std::vector<Experiment>& Experiments();
// Throws Error{kUsage} that lists the names.
const Experiment& FindExperiment(const std::string& name);

// Seeds to run: `usual` unless the options say.
inline size_t Seeds(const StudyOptions& options, size_t usual) {
  return options.seeds > 0 ? options.seeds : usual;
}

// The same settings on each of several data sets, `seeds` times. Data sets have seeds of their own: networks that start
// alike also fail alike.
void AddRuns(Plan& plan, const std::string& row, const std::string& series, const std::vector<DataSource>& data,
             const DiscoverOptions& options, size_t seeds);

// Columns of text that stand for the paper's figures.
TableColumn PaperColumn(std::string title, std::map<std::string, std::string> texts);

}  // namespace mask2cause
