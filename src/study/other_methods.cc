#include "study/other_methods.h"

#include <fmt/format.h>

#include <algorithm>

#include "mask2cause/error.h"
#include "methods/method.h"
#include "study/rival_settings.h"

namespace mask2cause {
namespace {

// A row of the plan: its data sets, each once, and what is done with them.
struct Row {
  std::string name;
  std::vector<DataSource> data;
  RunFunction function;
};

std::vector<Row> RowsOf(const Plan& plan) {
  std::vector<Row> rows;
  for (const StudyRun& run : plan.runs) {
    auto row = std::ranges::find(rows, run.row, &Row::name);
    if (row == rows.end()) row = rows.insert(row, {run.row, {}, run.function});
    if (std::ranges::find(row->data, run.data.name, &DataSource::name) == row->data.end())
      row->data.push_back(run.data);
  }
  return rows;
}

bool Has(const Plan& plan, const std::string& series) {
  return std::ranges::find(plan.runs, series, &StudyRun::series) != plan.runs.end();
}

void AddSeries(const Row& row, const std::string& method, Plan& plan) {
  const size_t first = plan.runs.size();
  AddRuns(plan, row.name, method, row.data, BenchmarkSettings(method, row.data.front().kind), 1);
  for (size_t r = first; r < plan.runs.size(); ++r) plan.runs[r].function = row.function;
}

TablePlan FigureTable(const ComparedFigure& figure, const std::vector<Row>& rows,
                      const std::vector<std::string>& methods) {
  TablePlan table{
      fmt::format("Methods that were asked for: {}, mean ± sd over data sets", figure.measure), "data", {}, {}};
  for (const Row& row : rows) table.rows.push_back(row.name);
  for (const std::string& method : methods)
    table.columns.push_back({method, method, figure.measure, figure.decimals, {}});
  return table;
}

}  // namespace

void AddOtherMethods(const StudyOptions& options, Plan& plan) {
  if (options.methods.empty()) return;
  CheckMethodNames(options.methods);
  if (plan.compared_by.empty()) {
    throw Error(ErrorKind::kUsage, fmt::format("--methods: study {} has no place for other methods", options.name),
                options.name == "rivals" ? "it has them all; --only NAME runs one"
                                         : "docs/studies.md says which studies take them, and why not all");
  }
  const std::vector<Row> rows = RowsOf(plan);
  for (const std::string& method : options.methods) {
    if (Has(plan, method)) continue;  // the study has it under this name already
    for (const Row& row : rows) AddSeries(row, method, plan);
  }
  for (const ComparedFigure& figure : plan.compared_by) {
    plan.tables.push_back(FigureTable(figure, rows, options.methods));
  }
}

}  // namespace mask2cause
