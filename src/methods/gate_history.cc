#include "methods/gate_history.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace mask2cause {
namespace {

constexpr size_t kMostRecords = 16, kFewestRecords = 3;
constexpr size_t kMostBytes = size_t{64} << 20;
constexpr size_t kMostLines = 60;

double Rounded(double gate) {
  return std::round(gate * 1e4) / 1e4;  // for a picture
}

std::vector<double> Quantiles(const std::vector<float>& gates, size_t n) {
  std::vector<float> pairs;
  for (size_t c = 0; c < gates.size(); ++c) {
    if (c / n != c % n) pairs.push_back(gates[c]);
  }
  std::sort(pairs.begin(), pairs.end());
  std::vector<double> quantiles;
  for (const double share : GateHistory::kQuantiles) {
    const double at = share * static_cast<double>(pairs.size() - 1);
    quantiles.push_back(Rounded(static_cast<double>(pairs[static_cast<size_t>(std::lround(at))])));
  }
  return quantiles;
}

}  // namespace

size_t GateRecordCount(size_t variables, size_t members) {
  const size_t fit = kMostBytes / (sizeof(float) * variables * variables * members);
  return fit < kFewestRecords ? 0 : std::min(fit, kMostRecords);
}

std::vector<GateRecord> MeanGateRecords(const std::vector<MemberResult>& members) {
  std::vector<GateRecord> mean = members.front().gate_records;
  for (size_t moment = 0; moment < mean.size(); ++moment) {
    for (size_t c = 0; c < mean[moment].gates.size(); ++c) {
      double sum = 0.0;
      for (const MemberResult& member : members) sum += static_cast<double>(member.gate_records[moment].gates[c]);
      mean[moment].gates[c] = static_cast<float>(sum / static_cast<double>(members.size()));
    }
  }
  return mean;
}

GateHistory SummarizeGates(const std::vector<GateRecord>& records, const std::vector<size_t>& variables,
                           const std::vector<Edge>& edges) {
  GateHistory history;
  const size_t n = variables.size();
  for (const GateRecord& record : records) {
    history.epochs.push_back(record.epochs);
    history.quantiles.push_back(Quantiles(record.gates, n));
  }
  if (records.empty()) return history;
  const auto place = [&](size_t variable) {
    return static_cast<size_t>(std::lower_bound(variables.begin(), variables.end(), variable) - variables.begin());
  };
  for (size_t e = 0; e < std::min(edges.size(), kMostLines); ++e) {
    GateHistory::Line& line = history.lines.emplace_back();
    line.source = edges[e].source;
    line.target = edges[e].target;
    const size_t cell = place(line.target) * n + place(line.source);
    for (const GateRecord& record : records) {
      line.gates.push_back(Rounded(static_cast<double>(record.gates[cell])));
    }
  }
  return history;
}

}  // namespace mask2cause
