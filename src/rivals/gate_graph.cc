#include "rivals/gate_graph.h"

#include <algorithm>
#include <cmath>

#include "core/rng.h"

namespace mask2cause {
namespace {

double Sigmoid(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

}  // namespace

GateGraph::GateGraph(size_t variables, size_t groups, float first_logit, std::vector<char> forbidden)
    : variables_(variables),
      groups_(std::min(groups, variables)),
      forbidden_(std::move(forbidden)),
      logits_(groups_ * variables) {
  std::fill(logits_.values.begin(), logits_.values.end(), first_logit);
}

void GateGraph::Split() {
  const size_t before = groups_;
  if (before == variables_) return;
  groups_ = std::min(2 * before, variables_);
  AdamBlock children(groups_ * variables_);
  for (size_t child = 0; child < groups_; ++child) {
    const size_t parent = child * before / groups_;
    for (size_t target = 0; target < variables_; ++target) {
      const double p = Sigmoid(static_cast<double>(logits_.values[parent * variables_ + target]));
      children.values[child * variables_ + target] = static_cast<float>(1.0 - std::sqrt(1.0 - p));
    }
  }
  logits_ = std::move(children);
}

double GateGraph::Probability(size_t target, size_t source) const {
  return IsForbidden(target, source) ? 0.0 : Sigmoid(static_cast<double>(Logit(target, source)));
}

std::vector<double> GateGraph::Probabilities() const {
  std::vector<double> p(variables_ * variables_);
  for (size_t c = 0; c < p.size(); ++c) p[c] = Probability(c / variables_, c % variables_);
  return p;
}

void GateGraph::SampleBernoulli(uint64_t seed, uint64_t stream, Matrix gates) const {
  const std::vector<double> p = Probabilities();
  std::vector<uint32_t> thresholds(p.size());
  for (size_t c = 0; c < p.size(); ++c) thresholds[c] = static_cast<uint32_t>(p[c] * 0x1p32 * (1.0 - 0x1p-33));
  Rng rng(seed, stream);
  for (size_t r = 0; r < gates.rows; ++r) {
    const uint32_t* const threshold = thresholds.data() + r % variables_ * variables_;
    for (size_t j = 0; j < variables_; ++j) gates.row(r)[j] = rng.Next32() < threshold[j] ? 1.0f : 0.0f;
  }
}

void GateGraph::SampleGumbel(uint64_t seed, uint64_t stream, const GumbelSampling& sampling, Matrix gates,
                             Matrix slopes) const {
  // The difference of two Gumbel variables is logistic: its exponential is u / (1 - u).
  std::vector<double> odds = Probabilities();
  for (size_t c = 0; c < odds.size(); ++c) {
    odds[c] = IsForbidden(c / variables_, c % variables_) ? 0.0 : std::exp(2.0 * odds[c] - 1.0);
  }
  const double steepness = 1.0 / sampling.temperature;
  Rng rng(seed, stream);
  for (size_t r = 0; r < gates.rows; ++r) {
    const double* const prior = odds.data() + r % variables_ * variables_;
    for (size_t j = 0; j < variables_; ++j) {
      const double u = (static_cast<double>(rng.Next32()) + 0.5) * 0x1p-32;
      const double sampled = prior[j] * u / (1.0 - u);
      const double sharp = sampling.temperature == 1.0 ? sampled : std::pow(sampled, steepness);
      const double soft = sharp / (1.0 + sharp);
      gates.row(r)[j] = sampling.hard ? (sampled > 1.0 ? 1.0f : 0.0f) : static_cast<float>(soft);
      slopes.row(r)[j] = static_cast<float>(2.0 * steepness * soft * (1.0 - soft));
    }
  }
}

void GateGraph::Update(const std::vector<double>& dp, double penalty, double rate) {
  const double share = penalty / static_cast<double>(variables_ * variables_);
  std::vector<double> sums(logits_.values.size(), 0.0);
  for (size_t target = 0; target < variables_; ++target) {
    for (size_t source = 0; source < variables_; ++source) {
      const double p = Probability(target, source);
      sums[GroupOf(source) * variables_ + target] += (dp[target * variables_ + source] + share) * p * (1.0 - p);
    }
  }
  std::vector<float> gradient(sums.begin(), sums.end());
  const float* const one[] = {gradient.data()};
  logits_.Update(one, rate);
}

}  // namespace mask2cause
