#include <fmt/format.h>

#include "core/atomic_file.h"
#include "mask2cause/compare.h"
#include "mask2cause/report.h"
#include "report/csv_text.h"
#include "report/json_text.h"
#include "report/output_directory.h"

namespace mask2cause {
namespace {

bool IsTrue(const Comparison& comparison, const ComparedEdge& edge) {
  return comparison.truth[edge.target * comparison.names.size() + edge.source] != 0.0;
}

std::string MethodJson(const MethodOutcome& outcome, bool graded) {
  JsonObject object;
  object.Add("method", outcome.method);
  if (!outcome.ok()) {
    object.Add("failure", outcome.failure);
    return object.OnOneLine();
  }
  size_t found = 0;
  for (const Edge& edge : outcome.result.edges) found += edge.found;
  object.Add("edges", found);
  object.Add("graph_rule", outcome.result.graph_rule);
  object.Add("lags", outcome.result.options.lags);
  object.Add("seconds", outcome.result.seconds);
  object.Add("warnings", outcome.result.warnings);
  if (graded) {
    object.Add("auroc", outcome.evaluation.off_diagonal.auroc);
    object.Add("auprc", outcome.evaluation.off_diagonal.auprc);
  }
  return object.OnOneLine();
}

std::string EdgeJson(const Comparison& comparison, const ComparedEdge& edge) {
  JsonObject object, views;
  for (size_t m = 0; m < edge.views.size(); ++m) {
    if (!comparison.methods[m].ok()) continue;
    JsonObject view;
    view.Add("rank", edge.views[m].rank);
    view.Add("score", edge.views[m].score);
    view.Add("found", edge.views[m].found);
    views.AddText(comparison.methods[m].method, view.OnOneLine());
  }
  object.Add("source", comparison.names[edge.source]);
  object.Add("target", comparison.names[edge.target]);
  object.Add("agree", edge.agree);
  object.Add("mean_rank", edge.mean_rank);
  if (!comparison.truth.empty()) object.Add("truth", IsTrue(comparison, edge));
  object.AddText("methods", views.OnOneLine());
  return object.OnOneLine();
}

std::string Lines(const std::vector<std::string>& texts) {
  return fmt::format("[\n    {}\n  ]", fmt::join(texts, ",\n    "));
}

std::string ToCsv(const Comparison& comparison) {
  std::string csv;
  for (const std::vector<std::string>& row : ComparisonCells(comparison)) {
    for (size_t c = 0; c < row.size(); ++c) csv += fmt::format("{}{}", c > 0 ? "," : "", CsvField(row[c]));
    csv += '\n';
  }
  return csv;
}

}  // namespace

std::vector<std::vector<std::string>> ComparisonCells(const Comparison& comparison) {
  std::vector<std::vector<std::string>> rows = {{"source", "target", "agree", "mean_rank"}};
  for (const MethodOutcome& outcome : comparison.methods) {
    if (!outcome.ok()) continue;
    for (const char* what : {"rank", "score", "found"}) rows[0].push_back(fmt::format("{}_{}", outcome.method, what));
  }
  if (!comparison.truth.empty()) rows[0].push_back("truth");
  for (const ComparedEdge& edge : comparison.edges) {
    std::vector<std::string> cells = {comparison.names[edge.source], comparison.names[edge.target],
                                      fmt::format("{}", edge.agree), fmt::format("{}", edge.mean_rank)};
    for (size_t m = 0; m < edge.views.size(); ++m) {
      if (!comparison.methods[m].ok()) continue;
      const ComparedEdge::View& view = edge.views[m];
      cells.insert(cells.end(), {fmt::format("{}", view.rank), fmt::format("{}", view.score), view.found ? "1" : "0"});
    }
    if (!comparison.truth.empty()) cells.push_back(IsTrue(comparison, edge) ? "1" : "0");
    rows.push_back(std::move(cells));
  }
  return rows;
}

std::string ToJson(const Comparison& comparison) {
  std::vector<std::string> methods, edges;
  for (const MethodOutcome& outcome : comparison.methods) {
    methods.push_back(MethodJson(outcome, !comparison.truth.empty()));
  }
  for (const ComparedEdge& edge : comparison.edges) edges.push_back(EdgeJson(comparison, edge));
  JsonObject object;
  object.Add("names", comparison.names);
  object.AddText("methods", Lines(methods));
  object.AddText("edges", Lines(edges));
  return object.OnLines() + "\n";
}

std::vector<std::string> WriteComparison(const Comparison& comparison, const std::string& directory) {
  std::vector<FileContent> files = {{directory + "/compare.csv", ToCsv(comparison)},
                                    {directory + "/compare.json", ToJson(comparison)}};
  const std::string page_path = directory + "/report.html";
  if (HasReportPage()) files.push_back({page_path, ReportPage(MainResult(comparison), {.comparison = &comparison})});
  OutputDirectory output(directory);
  WriteFilesAtomically(files);
  output.Keep();
  if (!HasReportPage()) RemoveFile(page_path);  // that of an earlier run
  std::vector<std::string> paths;
  for (const FileContent& file : files) paths.push_back(file.path);
  return paths;
}

}  // namespace mask2cause
