// Causes of the mean and of the variance together: the scores of a ridge VAR and of an ARCH regression (Engle 1982) of
// its squared residuals on squared lags, each brought to mean 0 and sd 1 over the pairs, then added; the least of these
// sums counts as 1, so that all scores are positive. An edge is of the kind whose score stands out more, and its lags
// are those of that kind.

#include <algorithm>
#include <cmath>
#include <limits>

#include "methods/linear_evidence.h"

namespace mask2cause {
namespace {

// (n, n): mean 0 and sd 1 off the diagonal, which is moved along. All 0 when the pairs do not differ.
std::vector<double> StandardiseOffDiagonal(std::vector<double> matrix, size_t n) {
  const double pairs = static_cast<double>(n * (n - 1));
  const auto sum_off_diagonal = [&](const auto& of) {
    double sum = 0.0;
    for (size_t i = 0; i < n * n; ++i) sum += i % (n + 1) == 0 ? 0.0 : of(matrix[i]);
    return sum;
  };
  const double mean = sum_off_diagonal([](double x) { return x; }) / pairs;
  const double sd = std::sqrt(sum_off_diagonal([&](double x) { return (x - mean) * (x - mean); }) / pairs);
  for (double& x : matrix) x = sd > 0.0 ? (x - mean) / sd : 0.0;
  return matrix;
}

void MakePositive(std::vector<double>& scores, size_t n) {
  double least = std::numeric_limits<double>::infinity();
  for (size_t cell = 0; cell < n * n; ++cell) {
    if (cell % (n + 1) != 0) least = std::min(least, scores[cell]);
  }
  for (double& score : scores) score += 1.0 - least;
}

// Fisher's method: -2 log(p1 p2) is chi-squared with 4 degrees of freedom, whose upper tail has this closed form.
double CombinedP(double p1, double p2) {
  const double product = p1 * p2;
  return product == 0.0 ? 0.0 : product * (1.0 - std::log(product));
}

MethodOutput FitVarArch(const MethodInput& input) {
  const size_t n = input.variables.size();
  const LinearEvidence evidence = FindLinearEvidence(input, input.options.lags, input.options.ridge);
  MethodOutput output;
  output.mean_scores = StandardiseOffDiagonal(evidence.mean_scores, n);
  output.variance_scores = StandardiseOffDiagonal(evidence.variance_scores, n);
  output.lag_coefficients = evidence.mean_lag_coefficients;
  output.warnings = evidence.warnings;
  for (size_t cell = 0; cell < n * n; ++cell) {
    output.scores.push_back(output.mean_scores[cell] + output.variance_scores[cell]);
    output.p_values.push_back(CombinedP(evidence.mean_p[cell], evidence.variance_p[cell]));
    if (!(output.variance_scores[cell] > output.mean_scores[cell])) continue;
    for (size_t i = cell; i < output.lag_coefficients.size(); i += n * n) {
      output.lag_coefficients[i] = evidence.variance_lag_coefficients[i];
    }
  }
  MakePositive(output.scores, n);
  return output;
}

}  // namespace

extern const Method kVarArchMethod = {
    .name = "var-arch",
    .summary = "ridge VAR for causes of the mean and ARCH regression for causes of the variance, scores added",
    .fit = FitVarArch,
    .options = {"ridge"}};

}  // namespace mask2cause
