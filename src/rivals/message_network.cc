#include "rivals/message_network.h"

#include "tape/operations.h"

namespace mask2cause {

MessageNetwork::MessageNetwork(size_t n, size_t hidden) : variables_(n), width_(hidden) {
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

Node* MessageNetwork::LayOut(Tape& t, const std::vector<Node*>& inputs, Node* gates) const {
  Node* h = Repeat(t, t.Parameter(start_), gates->rows() / variables_);
  for (Node* const x : inputs) h = Cell(t, Times(t, x, gates), h);
  return ReadOut(t, h);
}

// messages (samples n, n) -> the next state (samples n, width)
Node* MessageNetwork::Cell(Tape& t, Node* message, Node* h) const {
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
Node* MessageNetwork::ReadOut(Tape& t, Node* h) const {
  Node* const first = Activate(t, Pointwise::kLeakyRelu, Affine(t, h, t.Parameter(out1_w_), t.Parameter(out1_b_)));
  Node* const second =
      Activate(t, Pointwise::kLeakyRelu,
               Affine(t, {{first, t.Parameter(out2_w_)}, {h, t.Parameter(out2_u_)}}, t.Parameter(out2_b_)));
  return Heads(t, Concatenate(t, second, h), t.Parameter(head_w_), t.Parameter(head_b_));
}

}  // namespace mask2cause
