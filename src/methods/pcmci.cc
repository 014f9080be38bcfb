// PCMCI as a graph: the score of a pair is its strongest link over the lags, the p-value that of its most significant
// one, times the number of lags (Bonferroni).

#include <algorithm>
#include <cmath>

#include "methods/correlation.h"
#include "methods/pcmci_links.h"

namespace mask2cause {
namespace {

MethodOutput FitPcmci(const MethodInput& input) {
  PcmciLinks links = FindPcmciLinks(input);
  const size_t cells = input.variables.size() * input.variables.size();
  MethodOutput output;
  output.scores.assign(cells, 0.0);
  output.p_values.assign(cells, std::nan(""));
  for (size_t at = 0; at < links.values.size(); ++at) {
    double &score = output.scores[at % cells], &p = output.p_values[at % cells];
    score = std::max(score, std::abs(links.values[at]));
    p = std::fmin(p, Bonferroni(links.p_values[at], input.options.lags));  // the first one replaces NaN
  }
  output.lag_coefficients = std::move(links.values);
  output.warnings = std::move(links.warnings);
  return output;
}

}  // namespace

extern const Method kPcmciMethod = {
    .name = "pcmci",
    .summary = "PCMCI: partial correlation of each lagged link, given the parents of target and source",
    .fit = FitPcmci,
    .reach = 2,  // the past of the source, too
    .options = {"pc-alpha"}};

}  // namespace mask2cause
