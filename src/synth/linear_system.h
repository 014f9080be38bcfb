// Linear recurrences x_t[i] = sum of weight * x_{t-lag}[source], kept sparse: the common core of VAR, chain and mixed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "mask2cause/simulate.h"

namespace mask2cause {

struct LinearTerm {
  size_t source;
  size_t lag;  // 1..lags
  double weight;
};

struct LinearSystem {
  LinearSystem(size_t variables, size_t max_lag) : lags(max_lag), terms(variables) {}
  size_t variables() const { return terms.size(); }

  size_t lags;
  std::vector<std::vector<LinearTerm>> terms;  // [target]
};

// The last `lags` rows of a running series; starts at zero.
class History {
 public:
  History(size_t variables, size_t lags) : lags_(lags), rows_(lags, std::vector<double>(variables, 0.0)) {}
  // lag 1 is the newest row.
  const std::vector<double>& Row(size_t lag) const { return rows_[(newest_ + lags_ - (lag - 1)) % lags_]; }
  void Push(const std::vector<double>& row) {
    newest_ = (newest_ + 1) % lags_;
    rows_[newest_] = row;
  }
  std::vector<std::vector<double>>& rows() { return rows_; }

 private:
  size_t lags_;
  size_t newest_ = 0;
  std::vector<std::vector<double>> rows_;
};

double Predict(const std::vector<LinearTerm>& terms, const History& history);

// Natural logarithm of the factor by which the system without noise grows per step, in the long run: the spectral
// radius of its companion matrix. Estimated by running it, which stays cheap for thousands of variables and uses basic
// operations only; accurate to about one percent.
double LogGrowth(const LinearSystem& system);

// The largest factor in (0, 1], to a resolution of 1/4096, for which `is_stable(factor)` holds, given that it holds
// near 0. The factor returned has been tried.
double LargestStableScale(const std::function<bool(double scale)>& is_stable);

// The series of the system with independent normal innovations, and its truth.
Simulation RunLinearSystem(const LinearSystem& system, const SimulateOptions& options, const std::string& source);

// Fills graph, mean_graph, variance_graph (zero), max_lag and lag_graph from the non-zero weights.
void RecordTruth(const LinearSystem& system, Simulation& simulation);

}  // namespace mask2cause
