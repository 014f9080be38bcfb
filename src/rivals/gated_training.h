// What CUTS and CUTS+ share (Cheng et al. 2023, 2024): a network whose inputs pass gates that are sampled anew for
// every window from a graph of probabilities. Network and graph are trained in turn, and missing cells are filled by
// what the network predicts.
#pragma once

#include "methods/method.h"
#include "rivals/settings.h"
#include "tape/tape.h"

namespace mask2cause {

class GatedNetwork {
 public:
  virtual ~GatedNetwork() = default;
  // What one window after the other gives for all n targets, (samples n, 1), from the rows of each step, repeated for
  // each target, and from the gates; each (samples n, n).
  virtual Node* LayOut(Tape& tape, const std::vector<Node*>& inputs, Node* gates) const = 0;

  ParameterLayout layout;
};

constexpr size_t kNever = static_cast<size_t>(-1);

struct GatedSchedule {
  size_t epochs = 0;
  double rate = 0.0, graph_rate = 0.0;  // at first; both fall to a tenth
  double decay = 0.0;                   // weight of the network's squared parameters
  double penalty = 0.0, last_penalty_share = 1.0;
  float first_logit = 0.0f;       // of every gate
  size_t groups = kNever;         // of sources that share gates, at first; doubled every 20 epochs
  bool hard = false;              // gates are 0 or 1 while the graph learns, too
  double last_temperature = 1.0;  // of the samples that it learns from; 1 at first
  size_t fill_after = 0;          // epochs; from then on missing cells follow the predictions
  size_t trust_after = kNever;    // epochs; from then on filled cells are targets, and stay
  size_t least_samples = 1;       // windows of one task: many parameters want many rows
};

// Scores are the probabilities of the gates. `steps`: rows that the network sees.
MethodOutput TrainGated(const MethodInput& input, size_t steps, const GatedSchedule& schedule,
                        const GatedNetwork& network);

}  // namespace mask2cause
