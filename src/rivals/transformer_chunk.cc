#include "rivals/transformer_chunk.h"

#include <algorithm>
#include <cmath>

#include "tape/operations.h"

namespace mask2cause {

TransformerCore::TransformerCore(const CausalTransformer& design, float* values, double penalty)
    : tape_(design.layout, values), folded_(design.Fold(tape_)), sent_{} {
  design.Penalise(tape_, penalty);
  const auto send = [this](Node* node) {
    Node* const gradient = tape_.Input(node->rows(), node->cols());
    WeightedSum(tape_, node, gradient);
    return gradient;
  };
  sent_ = {send(folded_.spread), send(folded_.forms)};
}

void TransformerCore::Backward(std::span<const CausalTransformer::Folded> chunks) {
  for (Node* CausalTransformer::Folded::*part :
       {&CausalTransformer::Folded::spread, &CausalTransformer::Folded::forms}) {
    Node* const sum = sent_.*part;
    std::fill_n(sum->value.data, sum->size(), 0.0f);
    for (const CausalTransformer::Folded& chunk : chunks) {
      const float* const gradient = (chunk.*part)->gradient.data;
      for (size_t at = 0; at < sum->size(); ++at) sum->value.data[at] += gradient[at];
    }
  }
  tape_.Backward();
}

TransformerChunk::TransformerChunk(const CausalTransformer& design, const TransformerCore& core, float* values,
                                   const std::vector<char>& forbidden, size_t most, bool explain,
                                   std::shared_ptr<TapeMemory> memory)
    : variables_(design.variables),
      heads_(design.heads),
      tape_(design.layout, values, false, std::move(memory)),
      x_(tape_.Input(most * design.variables, design.slots)),
      weight_(tape_.Input(most * design.variables, design.slots)),
      folded_{tape_.Variable(core.folded().spread->value), tape_.Variable(core.folded().forms->value)},
      net_(design.LayOut(tape_, x_, folded_, forbidden)) {
  if (!explain) {
    SquaredError(tape_, net_.prediction, x_, weight_);
    return;
  }
  ask_ = tape_.Input(x_->rows(), x_->cols());
  share_ = tape_.Input(x_->rows(), x_->cols());
  WeightedSum(tape_, net_.prediction, ask_);
  WeightedSum(tape_, net_.mixed, share_);
  scores_.assign(variables_ * variables_, 0.0);
}

double TransformerChunk::Fill(const SlotWindows& series, std::span<const uint32_t> chosen) {
  const size_t n = variables_;
  windows_ = chosen.size();
  double sum = 0.0;
  for (size_t w = 0; w < windows_; ++w) {
    sum += series.Fill(chosen[w], x_->value.Rows(w * n, n), weight_->value.Rows(w * n, n));
  }
  std::fill(weight_->value.row(windows_ * n), weight_->value.data + weight_->size(), 0.0f);
  return sum;
}

double TransformerChunk::Loss(float scale, bool backward) {
  for (size_t at = 0; at < weight_->size(); ++at) weight_->value.data[at] *= scale;
  const double loss = tape_.Forward();
  if (backward) tape_.Backward();
  return loss;
}

// The relevance of a forecast is 1. It passes the norms and the perceptron as it is, since each of their results comes
// from one number, and is shared out among heads and sources by their part in what the target hears: attention times
// its gradient, when 1 / heard is sent back.
void TransformerChunk::Explain() {
  tape_.Forward();
  std::copy_n(weight_->value.data, weight_->size(), ask_->value.data);
  std::fill_n(share_->value.data, share_->size(), 0.0f);
  tape_.Backward();
  const Matrix &attention = net_.attention->value, &parts = net_.attention->gradient;
  const std::vector<float> slopes(parts.data, parts.data + net_.attention->size());
  std::fill_n(ask_->value.data, ask_->size(), 0.0f);
  for (size_t at = 0; at < share_->size(); ++at) {
    const float heard = net_.mixed->value.data[at];
    share_->value.data[at] = heard == 0.0f ? 0.0f : weight_->value.data[at] / heard;
  }
  tape_.Backward();
  const size_t n = variables_;
  for (size_t r = 0; r < windows_ * heads_ * n; ++r) {
    for (size_t j = 0; j < n; ++j) {
      const double relevance = static_cast<double>(attention.row(r)[j] * parts.row(r)[j]);
      const double slope = std::abs(static_cast<double>(slopes[r * attention.stride + j]));
      scores_[r % n * n + j] += std::max(0.0, relevance * slope);
    }
  }
}

}  // namespace mask2cause
