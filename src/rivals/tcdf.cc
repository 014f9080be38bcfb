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
    kernel = add("kernel", taps, n, Start::kNormal);
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

  Node* LayOut(Tape& t, Node* x, Node* open, size_t target) const {
    return Listen(t, {.x = x,
                      .open = open,
                      .kernel = t.Parameter(kernel),
                      .share = Softmax(t, t.Parameter(attention)),
                      .bias = t.Parameter(bias),
                      .leak = t.Parameter(leak),
                      .out = t.Parameter(out_w),
                      .shift = t.Parameter(out_b),
                      .own = target});
  }
};

// All trajectories one after the other, each after `taps` rows of zeros, which are no targets.
class Histories {
 public:
  Histories(const MethodInput& input, const RivalSeries& series, size_t taps) : input_(input), taps_(taps) {
    const size_t n = input.variables.size(), stride = PaddedColumns(n);
    size_t rows = 0;
    for (const Trajectory& trajectory : input.data.trajectories) rows += taps + trajectory.rows;
    memory_ = AlignedFloats(rows * stride);
    std::fill(memory_.begin(), memory_.end(), 0.0f);
    rows_ = {memory_.data(), rows, n, stride};
    ForEachRow([&](size_t at, size_t row) {
      for (size_t j = 0; j < n; ++j) rows_.row(at)[j] = series.Scaled(row, input.variables[j]);
    });
  }

  Matrix rows() const { return rows_; }
  size_t targets() const { return rows_.rows - taps_; }

  // wanted, weight (1, targets)
  void FillTarget(size_t target, Matrix wanted, Matrix weight) const {
    double observed = 0.0;
    ForEachRow([&](size_t at, size_t row) {
      wanted.data[at - taps_] = rows_.row(at)[target];
      weight.data[at - taps_] = input_.data.is_target(row, input_.variables[target]) ? 1.0f : 0.0f;
      observed += static_cast<double>(weight.data[at - taps_]);
    });
    const double scale = observed > 0.0 ? 1.0 / observed : 0.0;
    for (size_t r = 0; r < targets(); ++r) weight.data[r] *= static_cast<float>(scale);
  }

 private:
  // visit(place here, row of the data)
  template <typename Visit>
  void ForEachRow(const Visit& visit) const {
    size_t at = 0;
    for (const Trajectory& trajectory : input_.data.trajectories) {
      at += taps_;
      for (size_t t = 0; t < trajectory.rows; ++t) visit(at++, trajectory.first_row + t);
    }
  }

  const MethodInput& input_;
  const size_t taps_;
  AlignedFloats memory_;
  Matrix rows_;  // (taps and rows of each trajectory, n)
};

struct Trainee {
  AdamBlock parameters;
  Tape tape;

  explicit Trainee(const ParameterLayout& layout) : parameters(layout.size()), tape(layout, parameters.values.data()) {}
};

MethodOutput FitTcdf(const MethodInput& input, RivalSettings& settings) {
  const size_t n = input.variables.size(), taps = settings.Context(4);
  const double rate = settings.Rate(0.01);
  const RivalSeries series(input, settings.InputScaling(Scaling::kRaw), 1);
  const AttentionNetwork net(n, taps);
  const Histories histories(input, series, taps);
  std::vector<char> forbidden = ForbiddenEdges(input);
  forbidden.resize(n * n, 0);
  std::vector<std::unique_ptr<Trainee>> trainees(n);
  input.pool.Run(n, [&](size_t target, size_t) {
    trainees[target] = std::make_unique<Trainee>(net.layout);
    Trainee& trainee = *trainees[target];
    net.Fill(input.options.seed, target, trainee.parameters.values.data());
    Tape& t = trainee.tape;
    Node *const open = t.Input(1, n), *const wanted = t.Input(1, histories.targets()),
                *const weight = t.Input(1, histories.targets());
    for (size_t j = 0; j < n; ++j) open->value.data[j] = forbidden[target * n + j] != 0 ? 0.0f : 1.0f;
    histories.FillTarget(target, wanted->value, weight->value);
    SquaredError(t, net.LayOut(t, t.Input(histories.rows()), open, target), wanted, weight);
  });

  MethodOutput output;
  output.steps = settings.Steps(1000);
  output.epoch_losses.push_back(TrainSideBySide(input, output.steps, [&](size_t target, size_t steps) {
    Trainee& trainee = *trainees[target];
    double loss = 0.0;
    for (size_t step = 0; step < steps; ++step) {
      input.progress.StopIfCancelled();
      loss = trainee.tape.Forward();
      trainee.tape.Backward();
      const float* const gradients[] = {trainee.tape.gradient()};
      trainee.parameters.Update(gradients, rate);
    }
    return loss;
  }));

  // The attention is a logit; its exponential is positive, so that a forbidden edge ranks last.
  output.scores.resize(n * n);
  output.lag_magnitudes.assign(taps * n * n, 0.0);
  for (size_t cell = 0; cell < n * n; ++cell) {
    const float* const values = trainees[cell / n]->parameters.values.data();
    const size_t source = cell % n, delay = cell / n == source ? 1 : 0;
    output.scores[cell] = std::exp(static_cast<double>(values[net.layout[net.attention].Index(0, source)]));
    for (size_t back = delay == 0 ? 1 : 0; back < taps; ++back) {
      const float weight = values[net.layout[net.kernel].Index(back, source)];
      output.lag_magnitudes[(back + delay - 1) * n * n + cell] = std::abs(static_cast<double>(weight));
    }
  }
  output.parameters = n * net.layout.count();
  AddWarnings(output, MissingWarnings(input.data));
  return output;
}

}  // namespace

extern const Method kTcdfMethod = {
    .name = "tcdf",
    .summary = "TCDF: one convolutional network per target with attention to each series (Nauta et al. 2019)",
    .fit = FitRival<FitTcdf>,
    .reach = 0,
    .cost = {.steps = 1000, .n1 = 10, .n2 = 1.5},
    .options = {"rival-lr", "rival-steps", "rival-context", "rival-scaling"}};

}  // namespace mask2cause
