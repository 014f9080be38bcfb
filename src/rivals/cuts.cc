// CUTS (Cheng et al. 2023): one perceptron per target, whose inputs pass gates that are sampled anew for every window;
// perceptrons and gates are trained in turn. Missing cells are filled by what the perceptrons predict.
#include <fmt/format.h>

#include "rivals/gated_training.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

constexpr size_t kLayers = 3;

// The perceptrons of all targets, whose rows take turns.
class Perceptrons final : public GatedNetwork {
 public:
  Perceptrons(size_t variables, size_t steps, size_t width) {
    size_t in = variables * steps;
    for (size_t l = 0; l <= kLayers; ++l) {
      const size_t out = l == kLayers ? 1 : width;
      const auto add = [&](const char* what, size_t rows, size_t fan_in) {
        return layout.Add({.name = fmt::format("layer{}.{}", l, what),
                           .rows = rows,
                           .cols = out,
                           .start = Start::kUniform,
                           .fan_in = fan_in});
      };
      const size_t weight =
          add("weight", variables * in, (in + out + 5) / 6);  // Glorot: the bound is sqrt(6 / (in + out))
      layers_.push_back({weight, add("bias", variables, in)});
      in = out;
    }
  }

  Node* LayOut(Tape& t, const std::vector<Node*>& inputs, Node* gates) const override {
    Node* x = Times(t, inputs[0], gates);
    for (size_t step = 1; step < inputs.size(); ++step) x = Concatenate(t, x, Times(t, inputs[step], gates));
    for (const Layer& layer : layers_) {
      if (&layer != &layers_.front()) x = Activate(t, Pointwise::kLeakyRelu, x);
      x = TargetAffine(t, x, t.Parameter(layer.weight), t.Parameter(layer.bias));
    }
    return x;
  }

 private:
  struct Layer {
    size_t weight, bias;
  };
  std::vector<Layer> layers_;
};

MethodOutput FitCuts(const MethodInput& input, RivalSettings& settings) {
  const size_t steps = settings.Context(1), epochs = settings.Steps(100);
  const double rate = settings.Rate(1e-3);
  const GatedSchedule schedule = {.epochs = epochs,
                                  .rate = rate,
                                  .graph_rate = 100.0 * rate,
                                  .decay = settings.Ridge(1e-3),
                                  .penalty = settings.Penalty(0.1),
                                  .last_temperature = 0.1,
                                  .fill_after = epochs / 10,
                                  .trust_after = epochs / 2,
                                  .least_samples = 32};
  return TrainGated(input, steps, schedule, Perceptrons(input.variables.size(), steps, settings.Width(128)));
}

}  // namespace

extern const Method kCutsMethod = {
    .name = "cuts",
    .summary = "CUTS: one perceptron per target whose gates are a graph of probabilities (Cheng et al. 2023)",
    .fit = FitRival<FitCuts>,
    .reach = 0,
    .cost = {.steps = 100, .n1 = 8000, .n2 = 80},
    .options = {"rival-lr", "rival-penalty", "rival-ridge", "rival-steps", "rival-width", "rival-context"}};

}  // namespace mask2cause
