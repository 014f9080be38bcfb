#include "rivals/causal_transformer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mask2cause/error.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

constexpr size_t kHeadWidth = 64;
constexpr double kTemperature = 10.0;  // of the softmax: attention stays spread out
constexpr float kBarred = -1e9f;       // a score that no softmax sees

size_t HeadCount(size_t width) {
  const size_t heads = std::max<size_t>(1, width / kHeadWidth);
  if (width % heads == 0) return heads;
  throw Error(ErrorKind::kUsage, fmt::format("--rival-width {} is not allowed for causalformer", width),
              fmt::format("give at most {0}, or a multiple of {0}", kHeadWidth));
}

}  // namespace

// Gaussian, with variance 2 / (in + out).
size_t CausalTransformer::AddNormal(const char* name, size_t rows, size_t cols, size_t in, size_t out) {
  deviations_.resize(layout.tensors().size(), 0.0);
  deviations_.push_back(std::sqrt(2.0 / static_cast<double>(in + out)));
  return layout.Add({.name = name, .rows = rows, .cols = cols, .start = Start::kNormal});
}

CausalTransformer::CausalTransformer(size_t n, size_t window, size_t d)
    : variables(n), slots(window), width(d), heads(HeadCount(d)) {
  const auto add = [this](const char* name, size_t rows, size_t cols, Start start, size_t fan_in = 1) {
    return layout.Add({.name = name, .rows = rows, .cols = cols, .start = start, .fan_in = fan_in});
  };
  embed_w = AddNormal("embed.weight", slots, width, slots, width);
  embed_b = add("embed.bias", 1, width, Start::kUniform, slots);
  embed_gain = add("embed.gain", 1, width, Start::kOnes);
  embed_shift = add("embed.shift", 1, width, Start::kZeros);
  query_w = AddNormal("query.weight", width, width, width, width);
  query_b = add("query.bias", 1, width, Start::kUniform, width);
  key_w = AddNormal("key.weight", width, width, width, width);
  key_b = add("key.bias", 1, width, Start::kUniform, width);
  mask = add("mask", heads * n, n, Start::kOnes);
  kernel = add("kernel", heads * n * n, slots, Start::kOnes);
  combine = AddNormal("combine", 1, heads, width, width);
  mixed_gain = add("mixed.gain", 1, slots, Start::kOnes);
  mixed_shift = add("mixed.shift", 1, slots, Start::kZeros);
  in_w = AddNormal("in.weight", 1, width, 1, width);
  in_b = add("in.bias", 1, width, Start::kUniform, 1);
  out_w = AddNormal("out.weight", 1, width, width, 1);
  out_b = add("out.bias", 1, 1, Start::kUniform, width);
  bent_gain = add("bent.gain", 1, slots, Start::kOnes);
  bent_shift = add("bent.shift", 1, slots, Start::kZeros);
  last_w = AddNormal("last.weight", 1, 1, width, 1);
  last_b = add("last.bias", 1, 1, Start::kUniform, 1);
  deviations_.resize(layout.tensors().size(), 0.0);
}

void CausalTransformer::Fill(uint64_t seed, float* values) const {
  FillParameters(layout, seed, 0, 0.0, values);
  for (size_t tensor = 0; tensor < deviations_.size(); ++tensor) {
    if (deviations_[tensor] == 0.0) continue;
    const Tensor& t = layout[tensor];
    for (size_t i = 0; i < t.size(); ++i) values[t.offset + i] *= static_cast<float>(deviations_[tensor]);
  }
}

// With V the rows of embedding weights and bias, each less its mean, a row of the norm is f (V gain; shift), where f
// are its factors; so query and key of a head are f times (T + 2, width / heads), and their products f times these,
// times f.
CausalTransformer::Folded CausalTransformer::Fold(Tape& t) const {
  const auto p = [&t](size_t tensor) { return t.Parameter(tensor); };
  Node* const centred = Centred(t, Stack(t, p(embed_w), p(embed_b)));
  Node* const normal = Stack(t, ScaleColumns(t, centred, p(embed_gain), nullptr), p(embed_shift));
  const auto through = [&](size_t weights, size_t bias) {
    Node* const only_last = Stack(t, t.Input(slots + 1, width), p(bias));
    return Plus(t, Affine(t, normal, p(weights), nullptr), only_last);
  };
  Node *const queries = through(query_w, query_b), *const keys = through(key_w, key_b);
  return {TimesTransposed(t, centred, centred), HeadProducts(t, queries, keys, heads)};
}

CausalTransformer::Laid CausalTransformer::LayOut(Tape& t, Node* x, const Folded& folded,
                                                  const std::vector<char>& forbidden) const {
  const auto p = [&t](size_t tensor) { return t.Parameter(tensor); };
  Node* const factors = NormFactors(t, x, folded.spread, width);
  Node* const asked = Affine(t, factors, folded.forms, nullptr);
  const double scale = 1.0 / (kTemperature * std::sqrt(static_cast<double>(slots * (width / heads))));
  Node* scores = MaskedScores(t, asked, factors, p(mask), scale);
  if (!forbidden.empty()) {
    Node* const barred = t.Input(scores->rows(), variables);
    for (size_t r = 0; r < scores->rows(); ++r) {
      for (size_t j = 0; j < variables; ++j) {
        barred->value.row(r)[j] = forbidden[r % variables * variables + j] != 0 ? kBarred : 0.0f;
      }
    }
    scores = Plus(t, scores, barred);
  }
  Node* const attention = Softmax(t, scores);
  Node* const mixed = CausalMix(t, x, attention, p(kernel), p(combine));
  Node* const normal = LayerNorm(t, mixed, p(mixed_gain), p(mixed_shift));
  Node* const bent = ScalarPerceptron(t, normal, p(in_w), p(in_b), p(out_w), p(out_b));
  Node* const last = LayerNorm(t, bent, p(bent_gain), p(bent_shift));
  return {attention, mixed, Rescale(t, last, p(last_w), p(last_b))};
}

void CausalTransformer::Penalise(Tape& tape, double penalty) const {
  for (const size_t tensor : {mask, kernel}) {
    AbsolutePenalty(tape, tape.Parameter(tensor), penalty / static_cast<double>(layout[tensor].rows));
  }
}

}  // namespace mask2cause
