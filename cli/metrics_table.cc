#include "metrics_table.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "table.h"

namespace mask2cause {
namespace {

// The three places where scores are cut into edges and no edges.
struct Cut {
  const char* name;
  Decision Metrics::*decision;
};
constexpr std::array<Cut, 3> kCuts = {{{"true edge count", &Metrics::at_true_density},
                                       {"fixed threshold", &Metrics::at_fixed},
                                       {"unsupervised threshold", &Metrics::at_split}}};

// Calls add(name, off-diagonal value, full value) for each figure that needs no threshold.
template <typename Add>
void ForEachFigure(const Evaluation& evaluation, Add add) {
  const auto each = [&](const char* name, auto field) {
    add(name, static_cast<double>(evaluation.off_diagonal.*field), static_cast<double>(evaluation.full.*field));
  };
  each("pairs", &Metrics::pairs);
  each("true edges", &Metrics::edges);
  each("AUROC", &Metrics::auroc);
  each("AUPRC", &Metrics::auprc);
  each("average precision", &Metrics::average_precision);
}

std::vector<std::pair<const char*, double>> Figures(const Decision& decision) {
  return {{"threshold", decision.threshold},
          {"F1", decision.f1},
          {"precision", decision.precision},
          {"recall", decision.recall},
          {"SHD", static_cast<double>(decision.shd)}};
}

std::string FiguresForPeople(const Evaluation& evaluation, bool with_self_edges) {
  std::vector<Table::Column> columns{{"figure", Table::Align::kLeft}, {"off-diagonal"}};
  if (with_self_edges) columns.push_back({"with self edges"});
  Table table(columns);
  ForEachFigure(evaluation, [&](const char* name, double off_diagonal, double full) {
    std::vector<std::string> cells{name, ShortNumber(off_diagonal)};
    if (with_self_edges) cells.push_back(ShortNumber(full));
    table.AddRow(std::move(cells));
  });
  return table.ForPeople();
}

void AddCuts(Table& table, const Metrics& metrics, const std::string& which) {
  for (const Cut& cut : kCuts) {
    std::vector<std::string> cells{cut.name + which};
    for (const auto& [name, value] : Figures(metrics.*cut.decision)) cells.push_back(ShortNumber(value));
    table.AddRow(std::move(cells));
  }
}

}  // namespace

std::string MetricsForPeople(const Evaluation& evaluation, bool with_self_edges) {
  std::vector<Table::Column> columns{{"edges decided at the", Table::Align::kLeft}};
  for (const auto& [name, value] : Figures({})) columns.push_back({name});
  Table table(columns);
  AddCuts(table, evaluation.off_diagonal, "");
  if (with_self_edges) AddCuts(table, evaluation.full, ", with self edges");
  return FiguresForPeople(evaluation, with_self_edges) + "\n" + table.ForPeople();
}

std::string MetricsForScripts(const Evaluation& evaluation) {
  Table table({{"figure"}, {"off-diagonal"}, {"with self edges"}});
  ForEachFigure(evaluation, [&](const char* name, double off_diagonal, double full) {
    table.AddRow({name, ExactNumber(off_diagonal), ExactNumber(full)});
  });
  for (const Cut& cut : kCuts) {
    const auto primary = Figures(evaluation.off_diagonal.*cut.decision);
    const auto full = Figures(evaluation.full.*cut.decision);
    for (size_t i = 0; i < primary.size(); ++i) {
      table.AddRow({primary[i].first + (" at " + std::string(cut.name)), ExactNumber(primary[i].second),
                    ExactNumber(full[i].second)});
    }
  }
  return table.ForScripts();
}

}  // namespace mask2cause
