// The network of CUTS+ (Cheng et al. 2024): a gated recurrent cell over all sources that the gates let through, shared
// by all targets, and two more layers; the last one is each target's own.
#pragma once

#include "rivals/gated_training.h"

namespace mask2cause {

class MessageNetwork final : public GatedNetwork {
 public:
  MessageNetwork(size_t variables, size_t width);

  Node* LayOut(Tape& tape, const std::vector<Node*>& inputs, Node* gates) const override;

 private:
  Node* Cell(Tape& tape, Node* message, Node* h) const;
  Node* ReadOut(Tape& tape, Node* h) const;

  size_t variables_, width_;
  size_t start_, gates_w_, gates_u_, gates_b_, candidate_w_, candidate_u_, candidate_b_, out1_w_, out1_b_, out2_w_,
      out2_u_, out2_b_;
  size_t head_w_, head_b_;
};

}  // namespace mask2cause
