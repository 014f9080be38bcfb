// JRNGC (Zhou et al. 2024, Jacobian regulariser-based neural Granger causality): one residual perceptron for all
// targets; the absolute derivatives of its outputs by its inputs are penalised while it learns, and are the scores.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/denormals.h"
#include "mask2cause/error.h"
#include "rivals/adam_block.h"
#include "rivals/series.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

constexpr size_t kChunk = 64;  // windows of one task
constexpr size_t kTellEvery = 10, kCheckEvery = 100, kPatience = 10, kLeastSteps = 1000;

struct ResidualPerceptron {
  struct Block {
    size_t expand_w, expand_b, contract_w, contract_b, skip_w, skip_b;
  };
  ParameterLayout layout;
  size_t in_w, in_b, out_w, out_b;
  std::vector<Block> blocks;

  ResidualPerceptron(size_t variables, size_t inputs, size_t width, size_t layers) {
    const auto add = [this](const std::string& name, size_t rows, size_t cols, size_t fan_in) {
      return layout.Add({.name = name, .rows = rows, .cols = cols, .start = Start::kUniform, .fan_in = fan_in});
    };
    in_w = add("in.weight", inputs, width, inputs);
    in_b = add("in.bias", 1, width, inputs);
    for (size_t l = 0; l < layers; ++l) {
      Block block;
      block.expand_w = add(fmt::format("block{}.expand.weight", l), width, width, width);
      block.expand_b = add(fmt::format("block{}.expand.bias", l), 1, width, width);
      block.contract_w = add(fmt::format("block{}.contract.weight", l), width, width, width);
      block.contract_b = add(fmt::format("block{}.contract.bias", l), 1, width, width);
      block.skip_w = add(fmt::format("block{}.skip.weight", l), width, width, width);
      block.skip_b = add(fmt::format("block{}.skip.bias", l), 1, width, width);
      blocks.push_back(block);
    }
    out_w = add("out.weight", variables, width, width);
    out_b = add("out.bias", 1, variables, width);
  }

  Node* Predict(Tape& t, Node* x, size_t windows, std::vector<Node*>& bent) const {  // (windows, n)
    Node* h = Affine(t, x, t.Parameter(in_w), t.Parameter(in_b));
    for (const Block& b : blocks) {
      bent.push_back(Activate(t, Pointwise::kRelu, Affine(t, h, t.Parameter(b.expand_w), t.Parameter(b.expand_b))));
      h = Plus(t, Affine(t, bent.back(), t.Parameter(b.contract_w), t.Parameter(b.contract_b)),
               Affine(t, h, t.Parameter(b.skip_w), t.Parameter(b.skip_b)));
    }
    return Plus(t, TimesTransposed(t, h, t.Parameter(out_w)), Repeat(t, t.Parameter(out_b), windows));
  }

  // Lays out the derivatives of all targets by all inputs, and the penalty on them: (windows n, inputs), the targets of
  // one window after the other; or (n, inputs) where windows do not differ, in a linear model. From the outputs to the
  // inputs: what all windows have in common is multiplied once, and so are the weights on both sides of the last gates.
  Node* Differentiate(Tape& t, const std::vector<Node*>& bent, size_t windows, double penalty) const {
    Node* straight = t.Parameter(out_w);  // (n, width): past all gates so far, alike in all windows
    Node* gated = nullptr;                // (windows n, width): what some gate has changed
    for (size_t l = blocks.size(); l-- > 0;) {
      const Block& b = blocks[l];
      Node *const expand = t.Parameter(b.expand_w), *const contract = t.Parameter(b.contract_w),
                  *const skip = t.Parameter(b.skip_w);
      Node* before = Repeat(t, TimesTransposed(t, straight, contract), windows);
      if (gated != nullptr) before = Plus(t, before, TimesTransposed(t, gated, contract));
      Node* const through = ThroughRelu(t, before, bent[l]);
      straight = TimesTransposed(t, straight, skip);
      if (l == 0 && gated == nullptr) {
        return PenalisedProduct(t, through, Affine(t, t.Parameter(in_w), expand, nullptr),
                                TimesTransposed(t, straight, t.Parameter(in_w)), penalty);
      }
      Node* const bypass = gated == nullptr ? nullptr : TimesTransposed(t, gated, skip);
      gated = TimesTransposed(t, through, expand);
      if (bypass != nullptr) gated = Plus(t, gated, bypass);
    }
    Node* const base = TimesTransposed(t, straight, t.Parameter(in_w));
    if (gated != nullptr) return PenalisedProduct(t, gated, t.Parameter(in_w), base, penalty);
    AbsolutePenalty(t, base, penalty * static_cast<double>(windows));
    return base;
  }
};

// Some windows, all targets.
struct Chunk {
  Tape tape;
  Node* jacobian;
  size_t windows;
  double loss = 0.0;

  Chunk(const ResidualPerceptron& net, float* values, const RivalSeries::Inputs& inputs, size_t first, size_t count,
        double observed, double penalty)
      : tape(net.layout, values), windows(count) {
    const size_t n = inputs.variables;
    std::vector<Node*> bent;
    Node* const prediction = net.Predict(tape, tape.Input(inputs.x.Rows(first, count)), count, bent);
    Node *const target = tape.Input(count, n), *const weight = tape.Input(count, n);
    for (size_t r = 0; r < count; ++r) {
      for (size_t i = 0; i < n; ++i) {
        const size_t at = (first + r) * n + i;
        const float seen = inputs.targets.observed.empty() ? 1.0f : inputs.targets.observed[at];
        target->value.row(r)[i] = inputs.targets.target[at];
        weight->value.row(r)[i] = static_cast<float>(static_cast<double>(seen) / observed);
      }
    }
    SquaredError(tape, prediction, target, weight);
    jacobian = net.Differentiate(tape, bent, count, penalty / static_cast<double>(inputs.x.rows));
  }
};

class Jrngc {
 public:
  Jrngc(const MethodInput& input, RivalSettings& settings)
      : input_(input),
        series_(input, settings.InputScaling(Scaling::kZScore), input.options.lags),
        inputs_(series_.GatherAll()),
        net_(series_.variables(), inputs_.x.cols, settings.Width(50), settings.Layers(1)),
        parameters_(net_.layout.size()),
        rate_(settings.Rate(1e-3)),
        most_steps_(settings.Steps(2000)) {
    FillParameters(net_.layout, input.options.seed, 0, 0.0, parameters_.values.data());
    const double penalty = settings.Penalty(0.01);
    double observed = static_cast<double>(inputs_.targets.target.size());
    if (!inputs_.targets.observed.empty()) {
      observed = 0.0;
      for (const float seen : inputs_.targets.observed) observed += static_cast<double>(seen);
    }
    const size_t windows = series_.windows();
    for (size_t first = 0; first < windows; first += kChunk) {
      chunks_.push_back(std::make_unique<Chunk>(net_, parameters_.values.data(), inputs_, first,
                                                std::min(kChunk, windows - first), std::max(observed, 1.0), penalty));
    }
  }

  MethodOutput Fit() {
    MethodOutput output;
    output.epoch_losses.emplace_back();
    std::vector<const float*> gradients;
    for (const auto& chunk : chunks_) gradients.push_back(chunk->tape.gradient());
    double least = HUGE_VAL;
    size_t best_at = 0;
    while (output.steps < most_steps_ &&
           (output.steps < kLeastSteps || output.steps - best_at < kPatience * kCheckEvery)) {
      const double loss = Gradient();
      parameters_.Update(gradients, rate_);
      ++output.steps;
      if (output.steps % kTellEvery == 0 || output.steps == most_steps_) Tell(loss, output);
      if (output.steps % kCheckEvery != 0 && output.steps != most_steps_) continue;
      output.epoch_losses.back().push_back(loss);
      if (loss >= least) continue;
      least = loss;
      best_at = output.steps;
    }
    output.parameters = net_.layout.count();
    ReadJacobian(output);
    return output;
  }

 private:
  double Gradient() {
    input_.pool.Run(chunks_.size(), [&](size_t c, size_t) {
      const FlushDenormals flush;
      chunks_[c]->loss = chunks_[c]->tape.Forward();
      chunks_[c]->tape.Backward();
    });
    double loss = 0.0;
    for (const auto& chunk : chunks_) loss += chunk->loss;
    return loss;
  }

  void Tell(double loss, const MethodOutput& output) const {
    if (!std::isfinite(loss)) {
      throw Error(ErrorKind::kNumerical,
                  fmt::format("--method jrngc: the loss left the finite numbers before step {}", output.steps),
                  "try a smaller --rival-lr");
    }
    input_.progress.Report(static_cast<double>(output.steps) / static_cast<double>(most_steps_),
                           fmt::format("step {}, loss {:.4g}", output.steps, loss));
  }

  // Means of absolute derivatives over all windows; the score is that of the strongest lag.
  void ReadJacobian(MethodOutput& output) {
    const size_t n = series_.variables(), lags = input_.options.lags;
    Gradient();
    output.lag_magnitudes.assign(lags * n * n, 0.0);
    for (const auto& chunk : chunks_) {
      const Matrix& jacobian = chunk->jacobian->value;
      const double stands_for = static_cast<double>(chunk->windows * n / jacobian.rows);  // windows of a linear model
      for (size_t r = 0; r < jacobian.rows; ++r) {
        for (size_t c = 0; c < jacobian.cols; ++c) {
          const size_t lag = lags - c % lags, cell = r % n * n + c / lags;
          output.lag_magnitudes[(lag - 1) * n * n + cell] +=
              stands_for * std::abs(static_cast<double>(jacobian.row(r)[c])) / static_cast<double>(series_.windows());
        }
      }
    }
    output.scores.assign(n * n, 0.0);
    for (size_t at = 0; at < output.lag_magnitudes.size(); ++at) {
      output.scores[at % (n * n)] = std::max(output.scores[at % (n * n)], output.lag_magnitudes[at]);
    }
  }

  const MethodInput& input_;
  const RivalSeries series_;
  const RivalSeries::Inputs inputs_;
  const ResidualPerceptron net_;
  AdamBlock parameters_;
  const double rate_;
  const size_t most_steps_;
  std::vector<std::unique_ptr<Chunk>> chunks_;
};

MethodOutput FitJrngc(const MethodInput& input, RivalSettings& settings) {
  Jrngc method(input, settings);
  MethodOutput output = method.Fit();
  output.warnings = MissingWarnings(input.data);
  return output;
}

}  // namespace

extern const Method kJrngcMethod = {
    "jrngc", "One residual perceptron whose derivatives by its inputs are penalised (Zhou et al. 2024)",
    FitRival<FitJrngc>};

}  // namespace mask2cause
