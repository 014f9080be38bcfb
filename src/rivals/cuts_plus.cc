// CUTS+ (Cheng et al. 2024): one recurrent network for all targets, whose inputs pass gates that are sampled anew for
// every window; network and gates are trained in turn. Missing cells are filled by what the network predicts.
#include "rivals/gated_training.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

// The network: a gated recurrent cell over all sources that the gates let through, shared by all targets, and two more
// layers; the last one is each target's own.
class MessageNetwork final : public GatedNetwork {
 public:
  MessageNetwork(size_t n, size_t hidden) : variables_(n), width_(hidden) {
    const auto add = [this](const char* name, size_t rows, size_t cols, size_t fan_in) {
      return layout.Add({.name = name, .rows = rows, .cols = cols, .start = Start::kUniform, .fan_in = fan_in});
    };
    start_ = layout.Add({.name = "start", .rows = n, .cols = width_, .start = Start::kZeros});
    const size_t inputs = n + width_;
    gates_w_ = add("gates.message", n, 2 * width_, inputs);
    gates_u_ = add("gates.state", width_, 2 * width_, inputs);
    gates_b_ = add("gates.bias", 1, 2 * width_, inputs);
    candidate_w_ = add("candidate.message", n, width_, inputs);
    candidate_u_ = add("candidate.state", width_, width_, inputs);
    candidate_b_ = add("candidate.bias", 1, width_, inputs);
    out1_w_ = add("out1.weight", width_, width_, width_);
    out1_b_ = add("out1.bias", 1, width_, width_);
    out2_w_ = add("out2.layer", width_, width_, 2 * width_);
    out2_u_ = add("out2.state", width_, width_, 2 * width_);
    out2_b_ = add("out2.bias", 1, width_, 2 * width_);
    head_w_ = add("head.weight", n, 2 * width_, 2 * width_);
    head_b_ = add("head.bias", 1, n, 2 * width_);
  }

  Node* LayOut(Tape& t, const std::vector<Node*>& inputs, Node* gates) const override {
    Node* h = Repeat(t, t.Parameter(start_), gates->rows() / variables_);
    for (Node* const x : inputs) h = Cell(t, Times(t, x, gates), h);
    return ReadOut(t, h);
  }

 private:
  // messages (samples n, n) -> the next state (samples n, width)
  Node* Cell(Tape& t, Node* message, Node* h) const {
    Node* const gates =
        Activate(t, Pointwise::kSigmoid,
                 Affine(t, {{message, t.Parameter(gates_w_)}, {h, t.Parameter(gates_u_)}}, t.Parameter(gates_b_)));
    Node *const reset = Columns(t, gates, 0, width_), *const keep = Columns(t, gates, width_, width_);
    Node* const candidate =
        Activate(t, Pointwise::kTanh,
                 Affine(t, {{message, t.Parameter(candidate_w_)}, {Times(t, reset, h), t.Parameter(candidate_u_)}},
                        t.Parameter(candidate_b_)));
    return Blend(t, keep, candidate, h);
  }

  // (samples n, 1)
  Node* ReadOut(Tape& t, Node* h) const {
    Node* const first = Activate(t, Pointwise::kLeakyRelu, Affine(t, h, t.Parameter(out1_w_), t.Parameter(out1_b_)));
    Node* const second =
        Activate(t, Pointwise::kLeakyRelu,
                 Affine(t, {{first, t.Parameter(out2_w_)}, {h, t.Parameter(out2_u_)}}, t.Parameter(out2_b_)));
    return Heads(t, Concatenate(t, second, h), t.Parameter(head_w_), t.Parameter(head_b_));
  }

  size_t variables_, width_;
  size_t start_, gates_w_, gates_u_, gates_b_, candidate_w_, candidate_u_, candidate_b_, out1_w_, out1_b_, out2_w_,
      out2_u_, out2_b_;
  size_t head_w_, head_b_;
};

MethodOutput FitCutsPlus(const MethodInput& input, RivalSettings& settings) {
  const size_t steps = settings.Context(1);
  const double rate = settings.Rate(1e-2);
  const GatedSchedule schedule = {.epochs = settings.Steps(64),
                                  .rate = rate,
                                  .graph_rate = 0.1 * rate,
                                  .penalty = settings.Penalty(0.1),
                                  .last_penalty_share = 0.1,
                                  .first_logit = 0.5f,
                                  .groups = 32,
                                  .hard = true,
                                  .fill_after = 20};
  return TrainGated(input, steps, schedule, MessageNetwork(input.variables.size(), settings.Width(32)));
}

}  // namespace

extern const Method kCutsPlusMethod = {
    .name = "cuts+",
    .summary = "CUTS+: one recurrent network whose gates are a graph of probabilities (Cheng et al. 2024)",
    .fit = FitRival<FitCutsPlus>,
    .reach = 0};

}  // namespace mask2cause
