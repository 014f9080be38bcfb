// TCDF (Nauta et al. 2019, Temporal Causal Discovery Framework): one convolutional network per target, which pays
// attention to each series; the attention says whether a series is a cause. Other series are seen up to the moment of
// the target itself, its own up to the one before.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rivals/adam_block.h"
#include "rivals/series.h"
#include "rivals/side_by_side.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

constexpr double kWeightSd = 0.1, kFirstLeak = 0.25;

struct AttentionNetwork {
  ParameterLayout layout;
  size_t attention, kernel, bias, leak, out_w, out_b;

  AttentionNetwork(size_t n, size_t taps) {
    const auto add = [this](const char* name, size_t rows, size_t cols, Start start, size_t fan_in = 1) {
      return layout.Add({.name = name, .rows = rows, .cols = cols, .start = start, .fan_in = fan_in});
    };
    attention = add("attention", 1, n, Start::kOnes);
    kernel = add("kernel", n, taps, Start::kNormal);
    bias = add("kernel.bias", 1, n, Start::kUniform, taps);
    leak = add("leak", 1, n, Start::kTheta);
    out_w = add("out.weight", 1, n, Start::kNormal);
    out_b = add("out.bias", 1, 1, Start::kUniform, n);
  }

  void Fill(uint64_t seed, size_t target, float* values) const {
    FillParameters(layout, seed, target * layout.tensors().size(), kFirstLeak, values);
    for (const size_t tensor : {kernel, out_w}) {
      float* const weights = values + layout[tensor].offset;
      for (size_t i = 0; i < layout[tensor].size(); ++i) weights[i] *= static_cast<float>(kWeightSd);
    }
  }

  Node* LayOut(Tape& t, Node* x) const {
    Node* const shares = Softmax(t, t.Parameter(attention));
    Node* const heard = ScaleColumns(t, DepthwiseDots(t, x, t.Parameter(kernel)), shares, t.Parameter(bias));
    return Heads(t, LearnedLeak(t, heard, t.Parameter(leak)), t.Parameter(out_w), t.Parameter(out_b));
  }
};

// Every row of every trajectory with the `taps` values up to it, and zeros before the beginning.
class Histories {
 public:
  Histories(const MethodInput& input, const RivalSeries& series, size_t taps)
      : input_(input), series_(series), taps_(taps) {}

  // x (rows, n taps), the last tap is the present, or for the target the moment before.
  void Fill(size_t target, Matrix x, Matrix wanted, Matrix weight) const {
    const size_t n = input_.variables.size();
    double observed = 0.0;
    for (const Trajectory& trajectory : input_.data.trajectories) {
      for (size_t t = 0; t < trajectory.rows; ++t) {
        const size_t r = trajectory.first_row + t;
        for (size_t j = 0; j < n; ++j) {
          const size_t delay = j == target ? 1 : 0;
          const bool forbidden = !input_.knowledge.empty() && input_.knowledge[target * n + j] == 0.0;
          for (size_t k = 0; k < taps_; ++k) {
            const size_t back = taps_ - 1 - k + delay;
            x.row(r)[j * taps_ + k] = back > t || forbidden ? 0.0f : Value(r - back, j);
          }
        }
        wanted.row(r)[0] = Value(r, target);
        weight.row(r)[0] = input_.data.is_target(r, input_.variables[target]) ? 1.0f : 0.0f;
        observed += static_cast<double>(weight.row(r)[0]);
      }
    }
    const double scale = observed > 0.0 ? 1.0 / observed : 0.0;
    for (size_t r = 0; r < weight.rows; ++r) weight.row(r)[0] *= static_cast<float>(scale);
  }

 private:
  float Value(size_t row, size_t variable) const { return series_.Scaled(row, input_.variables[variable]); }

  const MethodInput& input_;
  const RivalSeries& series_;
  size_t taps_;
};

struct Listener {
  AdamBlock parameters;
  Tape tape;

  explicit Listener(const ParameterLayout& layout)
      : parameters(layout.size()), tape(layout, parameters.values.data()) {}
};

MethodOutput FitTcdf(const MethodInput& input, RivalSettings& settings) {
  const size_t n = input.variables.size(), taps = settings.Context(4), rows = input.data.rows;
  const double rate = settings.Rate(0.01);
  const Scaling scaling = settings.InputScaling(Scaling::kRaw);
  const RivalSeries series(input, scaling, 1);
  const AttentionNetwork net(n, taps);
  const Histories histories(input, series, taps);
  std::vector<std::unique_ptr<Listener>> listeners(n);
  input.pool.Run(n, [&](size_t target, size_t) {
    listeners[target] = std::make_unique<Listener>(net.layout);
    Listener& listener = *listeners[target];
    net.Fill(input.options.seed, target, listener.parameters.values.data());
    Tape& t = listener.tape;
    Node *const x = t.Input(rows, n * taps), *const wanted = t.Input(rows, 1), *const weight = t.Input(rows, 1);
    histories.Fill(target, x->value, wanted->value, weight->value);
    SquaredError(t, net.LayOut(t, x), wanted, weight);
  });

  MethodOutput output;
  output.steps = settings.Steps(1000);
  output.epoch_losses.push_back(TrainSideBySide(input, output.steps, [&](size_t target, size_t steps) {
    Listener& listener = *listeners[target];
    double loss = 0.0;
    for (size_t step = 0; step < steps; ++step) {
      loss = listener.tape.Forward();
      listener.tape.Backward();
      const float* const gradients[] = {listener.tape.gradient()};
      listener.parameters.Update(gradients, rate);
    }
    return loss;
  }));

  // The attention is a logit; its exponential is positive, so that a forbidden edge ranks last.
  output.scores.resize(n * n);
  output.lag_magnitudes.assign(taps * n * n, 0.0);
  for (size_t cell = 0; cell < n * n; ++cell) {
    const float* const values = listeners[cell / n]->parameters.values.data();
    const size_t source = cell % n, delay = cell / n == source ? 1 : 0;
    output.scores[cell] = std::exp(static_cast<double>(values[net.layout[net.attention].Index(0, source)]));
    for (size_t back = delay == 0 ? 1 : 0; back < taps; ++back) {
      const float weight = values[net.layout[net.kernel].Index(source, taps - 1 - back)];
      output.lag_magnitudes[(back + delay - 1) * n * n + cell] = std::abs(static_cast<double>(weight));
    }
  }
  output.parameters = n * net.layout.count();
  AddWarnings(output, MissingWarnings(input.data));
  AddWarnings(output, ScaleWarnings(input, scaling));
  return output;
}

}  // namespace

extern const Method kTcdfMethod = {
    .name = "tcdf",
    .summary = "TCDF: one convolutional network per target with attention to each series (Nauta et al. 2019)",
    .fit = FitRival<FitTcdf>,
    .reach = 0};

}  // namespace mask2cause
