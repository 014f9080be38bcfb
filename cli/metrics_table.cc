#include "metrics_table.h"

#include <string>

namespace mask2cause {
namespace {

void AddDecision(Table& table, const std::string& where, const Decision& off_diagonal, const Decision& full,
                 std::string (*number)(double)) {
  const auto add = [&](const char* name, auto field) {
    table.AddRow({name + (" at " + where), number(static_cast<double>(off_diagonal.*field)),
                  number(static_cast<double>(full.*field))});
  };
  add("threshold", &Decision::threshold);
  add("F1", &Decision::f1);
  add("precision", &Decision::precision);
  add("recall", &Decision::recall);
  add("SHD", &Decision::shd);
}

}  // namespace

Table MetricsTable(const Evaluation& evaluation, std::string (*number)(double)) {
  const Metrics& primary = evaluation.off_diagonal;
  const Metrics& full = evaluation.full;
  Table table({{"figure", Table::Align::kLeft}, {"off-diagonal"}, {"with self edges"}});
  const auto add = [&](const char* name, auto field) {
    table.AddRow({name, number(static_cast<double>(primary.*field)), number(static_cast<double>(full.*field))});
  };
  add("pairs", &Metrics::pairs);
  add("true edges", &Metrics::edges);
  add("AUROC", &Metrics::auroc);
  add("AUPRC", &Metrics::auprc);
  add("average precision", &Metrics::average_precision);
  AddDecision(table, "true edge count", primary.at_true_density, full.at_true_density, number);
  AddDecision(table, "fixed threshold", primary.at_fixed, full.at_fixed, number);
  AddDecision(table, "unsupervised threshold", primary.at_split, full.at_split, number);
  return table;
}

}  // namespace mask2cause
