// cMLP (Tank et al. 2018, Neural Granger causality): one perceptron per target over the lags of all series; the norm of
// a source's weights in the first layer says whether it is a cause.
#include <fmt/format.h>

#include "kernels/isa.h"
#include "rivals/proximal.h"
#include "rivals/series.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

struct Perceptron {
  ParameterLayout layout;
  size_t w1, b1, w2, b2;

  Perceptron(size_t inputs, size_t width) {
    const auto uniform = [this](const char* name, size_t rows, size_t cols, size_t fan_in) {
      return layout.Add({.name = name, .rows = rows, .cols = cols, .start = Start::kUniform, .fan_in = fan_in});
    };
    w1 = uniform("hidden.weight", inputs, width, inputs);
    b1 = uniform("hidden.bias", 1, width, inputs);
    w2 = uniform("out.weight", 1, width, width);
    b2 = uniform("out.bias", 1, 1, width);
  }

  void LayOut(Tape& tape, Matrix x, const WindowSource::Buffer& targets, size_t variables, size_t target) const {
    Node* const hidden =
        Activate(tape, Pointwise::kRelu, Affine(tape, tape.Input(x), tape.Parameter(w1), tape.Parameter(b1)));
    Node* const y = Heads(tape, hidden, tape.Parameter(w2), tape.Parameter(b2));
    Node *const wanted = tape.Input(x.rows, 1), *const weight = tape.Input(x.rows, 1);
    FillTarget(targets, variables, target, wanted->value, weight->value);
    SquaredError(tape, y, wanted, weight);
  }
};

MethodOutput FitCmlp(const MethodInput& input) {
  SelectIsa(input.options.isa);
  RivalSettings settings(input);
  const RivalSeries series(input, settings.InputScaling(Scaling::kRaw), input.options.lags);
  const RivalSeries::Inputs inputs = series.GatherAll();
  const Perceptron net(inputs.x.cols, settings.Width(100));
  const ProximalOptions training = {.rate = settings.Rate(0.05),
                                    .penalty = settings.Penalty(0.002),
                                    .ridge = settings.Ridge(0.01),
                                    .most_steps = settings.Steps(50000),
                                    .check_every = 100,
                                    .patience = 5,
                                    .groups = GroupPenalty::kHierarchical,
                                    .grouped = net.w1,
                                    .lags = input.options.lags,
                                    .ridged = {net.w2}};
  std::vector<TargetNetwork> networks(series.variables());
  input.pool.Run(networks.size(), [&](size_t target, size_t) {
    TargetNetwork& network = networks[target];
    network.values = AlignedFloats(net.layout.size());
    FillParameters(net.layout, input.options.seed, target * net.layout.tensors().size(), 0.0, network.values.data());
    network.tape = std::make_unique<Tape>(net.layout, network.values.data());
    net.LayOut(*network.tape, inputs.x, inputs.targets, series.variables(), target);
  });
  MethodOutput output;
  output.epoch_losses.emplace_back();
  output.steps = TrainProximal(input, training, net.layout, networks, output.epoch_losses.back());
  ReadGroupNorms(training, net.layout, networks, output);
  output.choices = settings.choices();
  output.warnings = MissingWarnings(input.data);
  return output;
}

}  // namespace

extern const Method kCmlpMethod = {
    "cmlp", "Neural Granger causality: one perceptron per target, group lasso on its inputs (Tank et al. 2018)",
    FitCmlp};

}  // namespace mask2cause
