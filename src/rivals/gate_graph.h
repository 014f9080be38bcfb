// A graph of probabilities that is learned by sampling it, as CUTS and CUTS+ do (Cheng et al. 2023, 2024). In CUTS+
// sources share gates in groups that are split as training goes on, so that a large graph is learned coarse first.
#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix.h"
#include "rivals/adam_block.h"

namespace mask2cause {

// How gates are sampled from noise.
struct GumbelSampling {
  double temperature = 1.0;  // the lower, the nearer soft samples are to 0 and 1
  bool hard = true;          // 0 or 1, with the derivatives of the soft sample
};

class GateGraph {
 public:
  // `forbidden` (n, n) [target][source] or empty: gates that stay shut. All others start with the same logit.
  GateGraph(size_t variables, size_t groups, float first_logit, std::vector<char> forbidden);

  // Logits that are trained.
  size_t size() const { return groups_ * variables_; }

  // Doubles the number of groups, up to one for each source. The probability that makes two children together as likely
  // as their parent is taken for a child's logit, as the authors' program does. Adam starts anew.
  void Split();

  // sigmoid of the logit.
  double Probability(size_t target, size_t source) const;

  // Samples of whole graphs: row b n + target of `gates` (samples n, n) is 0 or 1 for each source.
  void SampleBernoulli(uint64_t seed, uint64_t stream, Matrix gates) const;
  // The same from Gumbel noise over the pair (p, 1 - p), taken as logits; `slopes` are the derivatives of each gate by
  // its p, hard or not that of the soft sample.
  void SampleGumbel(uint64_t seed, uint64_t stream, const GumbelSampling& sampling, Matrix gates, Matrix slopes) const;

  // One Adam step. dp (n, n) [target][source] is the derivative of the prediction loss by each probability; the
  // penalty is the mean probability times `penalty`.
  void Update(const std::vector<double>& dp, double penalty, double rate);

 private:
  size_t GroupOf(size_t source) const { return source * groups_ / variables_; }
  float Logit(size_t target, size_t source) const { return logits_.values[GroupOf(source) * variables_ + target]; }
  bool IsForbidden(size_t target, size_t source) const {
    return !forbidden_.empty() && forbidden_[target * variables_ + source] != 0;
  }
  std::vector<double> Probabilities() const;  // (n, n) [target][source]

  size_t variables_, groups_;
  std::vector<char> forbidden_;
  AdamBlock logits_;  // (groups, n) [group of sources][target]
};

}  // namespace mask2cause
