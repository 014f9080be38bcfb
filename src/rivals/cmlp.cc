// cMLP (Tank et al. 2018, Neural Granger causality): one perceptron per target over the lags of all series; the norm of
// a source's weights in the first layer says whether it is a cause.
#include <fmt/format.h>

#include "rivals/proximal.h"
#include "rivals/series.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

constexpr size_t kPart = 512;  // windows on one tape

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

  void LayOut(Tape& tape, const RivalSeries::Inputs& inputs, size_t target, size_t first, size_t count) const {
    Node* const x = tape.Input(inputs.x.Rows(first, count));
    Node* const hidden = Activate(tape, Pointwise::kRelu, Affine(tape, x, tape.Parameter(w1), tape.Parameter(b1)));
    Node* const y = Heads(tape, hidden, tape.Parameter(w2), tape.Parameter(b2));
    Node *const wanted = tape.Input(count, 1), *const weight = tape.Input(count, 1);
    FillTarget(inputs.targets, inputs.variables, target, first, wanted->value, weight->value);
    SquaredError(tape, y, wanted, weight);
  }
};

MethodOutput FitCmlp(const MethodInput& input, RivalSettings& settings) {
  const RivalSeries series(input, settings.InputScaling(Scaling::kZScore), input.options.lags);
  const RivalSeries::Inputs inputs = series.GatherAll();
  const Perceptron net(inputs.x.cols, settings.Width(100));
  const ProximalOptions training = {.rate = settings.Rate(0.05),
                                    .penalty = settings.PathPenalty(0.1, 0.02),
                                    .ridge = settings.Ridge(0.01),
                                    .most_steps = settings.Steps(5000),
                                    .check_every = 100,
                                    .patience = 5,
                                    .groups = GroupPenalty::kHierarchical,
                                    .grouped = net.w1,
                                    .lags = input.options.lags,
                                    .ridged = {net.w2},
                                    .part = kPart};
  return FitProximal(
      input, training, settings, net.layout, series.windows(),
      [&](Tape& tape, size_t target, size_t first, size_t count) { net.LayOut(tape, inputs, target, first, count); });
}

}  // namespace

extern const Method kCmlpMethod = {
    .name = "cmlp",
    .summary = "Neural Granger causality: one perceptron per target, group lasso on its inputs (Tank et al. 2018)",
    .fit = FitRival<FitCmlp>,
    .alone = true,
    .cost = {.steps = 5000, .n1 = 0, .n2 = 12},
    .options = {"rival-lr", "rival-penalty", "rival-ridge", "rival-steps", "rival-width", "rival-scaling"}};

}  // namespace mask2cause
